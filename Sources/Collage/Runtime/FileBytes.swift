// Whole files as bytes: lists and the system's own small files.

import Glibc
import Wire

enum FileBytes {
    /// Reads a file to its end (`open(2)`, `read(2)`).
    static func read(_ path: RawPath) throws(SystemError) -> [UInt8] {
        let number = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
        guard number >= 0 else { throw SystemError("open") }
        return try FileDescriptor(owning: number).withNumber { (number) throws(SystemError) in
            try read(number)
        }
    }

    /// Reads from an open descriptor to its end.
    static func read(_ descriptor: Int32) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                throw SystemError("read")
            }
            bytes += buffer[..<count]
        }
    }
}
