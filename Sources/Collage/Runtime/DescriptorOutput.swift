// Writing to a descriptor until all is written.

import Glibc
import Wire

enum DescriptorOutput {
    /// `write(2)`, again where it is interrupted or takes a part only.
    static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws(SystemError) {
        var rest = bytes
        while !rest.isEmpty { rest = rest.dropFirst(try writeOnce(rest, to: descriptor)) }
    }

    /// The same for what may be a pipe whose reader does not read: a signal ends the wait.
    ///
    /// - Throws: `SystemError`, or `StopSignals.Stopped`; a part may have been written then.
    static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32, unless signals: StopSignals) throws {
        var rest = bytes
        while !rest.isEmpty {
            try signals.wait(for: descriptor, POLLOUT)
            // A pipe that is ready takes that much without waiting (pipe(7), PIPE_BUF).
            rest = rest.dropFirst(try writeOnce(rest.prefix(4096), to: descriptor))
        }
    }

    private static func writeOnce(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws(SystemError) -> Int
    {
        while true {
            let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written >= 0 { return written }
            if errno != EINTR { throw SystemError("write") }
        }
    }
}
