// Whole files as bytes: lists, settings, and the system's own small files.

import Glibc
import Wire

enum FileBytes {
    /// Reads a file to its end (`open(2)`, `read(2)`); for the system's own small files.
    static func read(_ path: RawPath) throws(SystemError) -> [UInt8] {
        try open(path).withNumber { (number) throws(SystemError) in
            var bytes: [UInt8] = []
            while case let more = try next(number), !more.isEmpty { bytes += more }
            return bytes
        }
    }

    /// The same for what may be a pipe; a signal ends the wait.
    static func read(_ path: RawPath, unless signals: StopSignals) throws -> [UInt8] {
        try open(path).withNumber { number in try read(number, unless: signals) }
    }

    /// Reads from an open descriptor to its end; a signal ends the wait.
    ///
    /// - Throws: `SystemError`, or `StopSignals.Stopped`.
    static func read(_ descriptor: Int32, unless signals: StopSignals) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            try signals.wait(for: descriptor, POLLIN)
            let more = try next(descriptor)
            if more.isEmpty { return bytes }
            bytes += more
        }
    }

    /// A part of a file from one offset on, at most that long; empty where there is none.
    static func read(_ path: RawPath, from offset: Int, count: Int) -> [UInt8] {
        guard let file = try? open(path) else { return [] }
        return file.withNumber { number in
            var buffer = [UInt8](repeating: 0, count: count)
            let got = pread(number, &buffer, count, off_t(offset))
            return Array(buffer.prefix(max(0, got)))
        }
    }

    /// A regular file's bytes; nil where it is none, or has more than the limit.
    static func read(_ path: RawPath, limit: Int) throws(SystemError) -> [UInt8]? {
        let file = try open(path)
        guard try stat(file).kind == .file else { return nil }
        return try file.withNumber { (number) throws(SystemError) in
            var bytes: [UInt8] = []
            while case let more = try next(number), !more.isEmpty {
                bytes += more
                if bytes.count > limit { return nil }
            }
            return bytes
        }
    }

    private static func open(_ path: RawPath) throws(SystemError) -> FileDescriptor {
        // Without waiting for the writer of a FIFO, which poll(2) does later.
        let number = path.withCString { Glibc.open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
        guard number >= 0 else { throw SystemError("open") }
        return FileDescriptor(owning: number)
    }

    private static func next(_ descriptor: Int32) throws(SystemError) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count >= 0 { return Array(buffer.prefix(count)) }
            if errno != EINTR { throw SystemError("read") }
        }
    }
}
