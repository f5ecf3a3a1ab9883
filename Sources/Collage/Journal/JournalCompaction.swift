// A journal without the lines that later ones have made out of date.

import Wire

enum JournalCompaction {
    /// Copies each output's last line, and the settings that they name; blocks.
    static func copy(_ journal: FileDescriptor, into new: FileDescriptor) throws(SystemError) {
        var last = JournalIndex()
        _ = try JournalLines.read(journal) { line in
            if line.kind != .settings { last.add(hash: line.hash, offset: line.offset) }
        }
        last.sort()
        var pending = JournalLines.header
        var failure: SystemError?
        func write(beyond limit: Int) {
            guard pending.count > limit, failure == nil else { return }
            do throws(SystemError) { try append(pending, to: new) } catch { failure = error }
            pending = []
        }
        _ = try JournalLines.read(journal) { line in
            let isKept =
                switch line.kind {
                case .settings: (try? RecordedSettings(fields: line.fields)) != nil
                case .output: last.offset(of: line.hash) == line.offset
                case .removed: false
                }
            if isKept { pending += line.bytes }
            write(beyond: 1 << 18)
        }
        write(beyond: 0)
        if let failure { throw failure }
        try FaultPoint.check(.compacted)
    }

    private static func append(_ bytes: [UInt8], to file: FileDescriptor) throws(SystemError) {
        try file.withNumber { (number) throws(SystemError) in
            try FaultPoint.split(bytes[...], at: .compacting) { (part) throws(SystemError) in
                try DescriptorOutput.write(part, to: number)
            }
        }
    }
}
