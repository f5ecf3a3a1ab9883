// What was written by all runs so far, as lines in a file: each is appended when its output has its name.

import Glibc
import Streams
import Wire

/// The memory of an output directory; its calls block.
///
/// The file is only appended to, one line with one `write(2)`, and written anew under another name when a quarter of it
/// is out of date. A line that a killed run left unfinished is no line. Only one run writes, by `RunLock`.
///
/// `@unchecked Sendable`: the state is only touched under the lock.
final class Journal: @unchecked Sendable {
    private let state: StateFolder
    private let isWritten: Bool
    private let lock = Lock()
    /// Nil where there is no file, and nothing is to be written.
    private var file: FileDescriptor?
    private var index = JournalIndex()
    private var settings: [UInt64: String] = [:]
    private var summary = JournalLines.Summary()
    /// Lines whose output has a later one.
    private var outdated = 0

    /// Whether nothing at all is remembered.
    var isEmpty: Bool { lock.withLock { summary.lines == 0 } }

    /// Lines that can't be read any more; their outputs are made anew.
    var damagedLines: Int { lock.withLock { summary.damaged } }

    /// Reads what there is, and makes what is missing where it is to be written.
    ///
    /// - Throws: EPROTO where the file is not a journal, or one of a later version.
    init(_ state: StateFolder, isWritten: Bool) throws(SystemError) {
        self.state = state
        self.isWritten = isWritten
        let flags = (isWritten ? O_RDWR | O_CREAT | O_APPEND : O_RDONLY) | O_CLOEXEC | O_NOFOLLOW
        let number = state.journal.withCString { open($0, flags | O_NONBLOCK | O_NOCTTY, 0o666) }
        guard number >= 0 else {
            if errno == ENOENT, !isWritten { return }
            throw SystemError("open")
        }
        let file = FileDescriptor(owning: number)
        guard try stat(file).kind == .file else { throw SystemError("open", code: EPROTO) }
        self.file = file
        try load(file)
        if isWritten { try removeTornLine(of: file) }
    }

    private func load(_ file: FileDescriptor) throws(SystemError) {
        let size = Int(try stat(file).st_size)
        // A line has some 300 bytes; what is reserved and not used costs nothing.
        index.reserve(size / 250)
        var isBadSettings = false
        summary = try JournalLines.read(file) { line in
            switch line.kind {
            case .output, .removed: index.add(hash: line.hash, offset: line.offset)
            case .settings:
                if let recorded = try? RecordedSettings(fields: line.fields) {
                    settings[recorded.number] = recorded.text
                } else {
                    isBadSettings = true
                }
            }
        }
        if isBadSettings { summary.damaged += 1 }
        index.sort()
        outdated = summary.lines - settings.count - index.count
    }

    /// A line without an end would become one with the next.
    private func removeTornLine(of file: FileDescriptor) throws(SystemError) {
        if summary.end == 0 {
            guard ftruncate(file.number, 0) == 0 else { throw SystemError("ftruncate") }
            try append(JournalLines.header, to: file, behind: 0)
            summary.end = JournalLines.header.count
        } else if Int(try stat(file).st_size) > summary.end {
            guard ftruncate(file.number, off_t(summary.end)) == 0 else { throw SystemError("ftruncate") }
        }
    }

    // MARK: Asking

    /// Where the journal is.
    var path: RawPath { state.journal }

    /// Where a record's output is.
    func path(of record: OutputRecord) -> RawPath { state.outputs.appending(record.output) }

    /// How an output is called in records.
    func name(_ output: RawPath) -> RawPath { state.relative(output) }

    /// What was last written of an output; nil where nothing is known, or it was removed.
    func record(of output: RawPath) -> OutputRecord? {
        lock.withLock { record(at: state.relative(output)) }
    }

    private func record(at output: RawPath) -> OutputRecord? {
        guard let file, let offset = index.offset(of: Self.hash(of: output)),
            let line = try? JournalLines.line(in: file, at: offset), let record = record(line)
        else { return nil }
        return record.output == output ? record : nil
    }

    private func record(_ line: JournalLine) -> OutputRecord? {
        guard line.kind == .output else { return nil }
        return try? OutputRecord(fields: line.fields) { settings[$0] }
    }

    /// As in the line.
    private static func hash(of output: RawPath) -> UInt64 {
        ShortDigest.of(JournalText.escaped(output.bytes))
    }

    /// Whether nothing was remembered when this run began.
    var hadNothing: Bool { lock.withLock { index.count == 0 } }

    /// Notes that this run has photos for an output.
    func want(_ output: RawPath) {
        lock.withLock { index.want(Self.hash(of: state.relative(output))) }
    }

    /// Whether it has, by the output's name relative to the directory; false for what is new in this run.
    func isWanted(_ output: RawPath) -> Bool {
        lock.withLock { index.isWanted(Self.hash(of: output)) }
    }

    /// The records of outputs for which nothing of this run was found, and of pages that are too many.
    ///
    /// They are as many as were not found again, and are all in memory then.
    func unwanted(_ isOfInterest: (OutputRecord) -> Bool) throws(SystemError) -> [OutputRecord] {
        var unwanted: [OutputRecord] = []
        guard let file = lock.withLock({ file }) else { return [] }
        _ = try JournalLines.read(file) { line in
            let record = lock.withLock { () -> OutputRecord? in
                guard index.offset(of: line.hash) == line.offset,
                    !index.isWanted(line.hash)
                else { return nil }
                return self.record(line)
            }
            if let record, isOfInterest(record) { unwanted.append(record) }
        }
        return unwanted
    }

    // MARK: Writing

    /// Appends what was written, in a run that writes; the output's path is made relative.
    ///
    /// - Throws: ENOENT where the file is no longer there: somebody has removed the output directory.
    func append(_ record: OutputRecord) throws(SystemError) {
        var record = record
        record.output = state.relative(record.output)
        let recorded = RecordedSettings(text: record.key.settings)
        let isNew = lock.withLock { settings.updateValue(recorded.text, forKey: recorded.number) == nil }
        try append((isNew ? recorded.line : []) + record.line, of: record.output)
        FaultPoint.hit(.recorded)
    }

    /// Appends that an output is gone.
    func appendRemoval(of output: RawPath) throws(SystemError) {
        try append(RemovedOutput.line(output), of: output)
    }

    private func append(_ lines: [UInt8], of output: RawPath) throws(SystemError) {
        try lock.withLock { () throws(SystemError) in
            guard isWritten, let file else { return }
            let status = try stat(file)
            guard status.st_nlink > 0 else { throw SystemError("write", code: ENOENT) }
            try append(lines, to: file, behind: status.st_size)
            summary.lines += 1
            if index.offset(of: Self.hash(of: output)) != nil { outdated += 1 }
        }
    }

    /// With O_APPEND: all at the end, or an error, and then nothing.
    private func append(_ bytes: [UInt8], to file: FileDescriptor, behind size: off_t) throws(SystemError) {
        try file.withNumber { (number) throws(SystemError) in
            do throws(SystemError) {
                try FaultPoint.split(bytes[...], at: .line) { (part) throws(SystemError) in
                    try DescriptorOutput.write(part, to: number)
                }
            } catch {
                ftruncate(number, size)
                throw error
            }
        }
    }

    /// Makes all durable; where a quarter of the lines is out of date, only the others are kept.
    ///
    /// - Parameter replace: gives the file another content, in one step.
    func finish(replace: (RawPath, (FileDescriptor) throws(SystemError) -> Void) throws(SystemError) -> Void)
        throws(SystemError)
    {
        guard isWritten, let file = lock.withLock({ file }) else { return }
        let isDue = lock.withLock { outdated * 4 > summary.lines || summary.damaged > 0 }
        if isDue {
            try replace(state.journal) { (new) throws(SystemError) in
                try JournalCompaction.copy(file, into: new)
            }
        } else {
            guard fsync(file.number) == 0 else { throw SystemError("fsync") }
        }
    }
}
