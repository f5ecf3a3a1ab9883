// Reading a journal's file line by line, torn and damaged lines told apart from whole ones.

import Glibc
import Wire

/// A line that is whole: its check sum is right.
struct JournalLine {
    var kind: JournalLineKind
    /// Where it begins, in bytes from the file's start.
    var offset: Int
    /// Behind the kind and its tab, without check sum.
    var fields: ArraySlice<UInt8>
    /// With its end.
    var bytes: ArraySlice<UInt8>

    /// Of the first field, as it stands there: the output's name.
    var hash: UInt64 {
        let name = fields.prefix { $0 != JournalText.tab }
        return name.withUnsafeBytes { ShortDigest.of($0) }
    }
}

enum JournalLines {
    static let header = Array("collage-journal/1\n".utf8)

    /// How a file was found to be.
    struct Summary {
        /// Lines that are not whole, the last one apart.
        var damaged = 0
        /// Where the last whole line ends; behind it there is at most a torn one.
        var end = 0
        var lines = 0
    }

    /// Calls with each whole line, in order.
    ///
    /// - Throws: `SystemError`; EPROTO where the file is not a journal, or of a later version.
    static func read(
        _ file: FileDescriptor, _ body: (JournalLine) -> Void
    ) throws(SystemError) -> Summary {
        var summary = Summary()
        var buffer: [UInt8] = []
        var start = 0
        var isFirst = true
        while true {
            let more = try chunk(file, from: start + buffer.count)
            buffer += more
            var rest = buffer[...]
            while let end = rest.firstIndex(of: JournalText.newline) {
                let bytes = rest[...end]
                rest = rest[(end + 1)...]
                let offset = start + bytes.startIndex
                summary.end = offset + bytes.count
                if isFirst {
                    guard bytes.elementsEqual(header) else { throw SystemError("read", code: EPROTO) }
                    isFirst = false
                } else if let line = JournalLine(bytes, offset: offset) {
                    summary.lines += 1
                    body(line)
                } else {
                    summary.damaged += 1
                }
            }
            start += buffer.count - rest.count
            if more.isEmpty {
                // A header that was torn begins as one.
                if isFirst, !header.starts(with: rest) { throw SystemError("read", code: EPROTO) }
                return summary
            }
            buffer = Array(rest)
        }
    }

    /// One line from its offset on; nil where there is none that is whole.
    static func line(in file: FileDescriptor, at offset: Int) throws(SystemError) -> JournalLine? {
        var bytes: [UInt8] = []
        var wanted = 4096
        while true {
            let more = try chunk(file, from: offset + bytes.count, count: wanted)
            if more.isEmpty { return nil }
            bytes += more
            if let end = bytes.firstIndex(of: JournalText.newline) {
                return JournalLine(bytes[...end], offset: offset)
            }
            wanted *= 4
        }
    }

    private static func chunk(
        _ file: FileDescriptor, from offset: Int, count: Int = 1 << 18
    ) throws(SystemError) -> [UInt8] {
        try file.withNumber { (number) throws(SystemError) in
            while true {
                var got = 0
                let buffer = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
                    got = pread(number, buffer.baseAddress, count, off_t(offset))
                    initialized = max(0, got)
                }
                if got >= 0 { return buffer }
                if errno != EINTR { throw SystemError("pread") }
            }
        }
    }
}

extension JournalLine {
    /// Nil where the line is not whole.
    fileprivate init?(_ bytes: ArraySlice<UInt8>, offset: Int) {
        let text = bytes.dropLast()
        let content = text.dropLast(JournalText.checkCount)
        guard let kind = content.first.flatMap(JournalLineKind.init), text.count > JournalText.checkCount + 1,
            let check = JournalText.number(hex: text.suffix(JournalText.checkCount - 1)),
            content.withUnsafeBytes({ ShortDigest.of($0) }) == check
        else { return nil }
        self.init(kind: kind, offset: offset, fields: content.dropFirst(2), bytes: bytes)
    }
}
