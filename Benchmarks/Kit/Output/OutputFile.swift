// A file that was asked for by an option: found wanting before anything is measured, not after it.
import FoundationEssentials
import Glibc

struct OutputFile: Hashable, Sendable {
    let path: String

    init(_ path: String) throws(UsageError) {
        let parent = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        guard access(Self.isOpened(path) ? path : parent, W_OK) == 0 else {
            throw UsageError("nothing can be written to \(path)")
        }
        self.path = path
    }

    /// Of an option; nil where it was not given.
    init?(_ name: String, _ parsed: ParsedOptions) throws(UsageError) {
        guard let path = parsed.text(name) else { return nil }
        try self.init(path)
    }

    /// Replaces a file at once; anything else, as `/dev/null` or a link, is written into.
    func write(_ data: Data) throws {
        guard Self.isOpened(path) else { return try data.write(to: URL(filePath: path), options: .atomic) }
        try write(data, O_TRUNC)
    }

    func append(_ text: String) throws(UsageError) { try write(text.utf8, O_APPEND) }

    /// Whether something is there that is no file of its own, so that it must not be replaced.
    private static func isOpened(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    }

    private func write(_ bytes: some Sequence<UInt8>, _ mode: Int32) throws(UsageError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | mode, 0o644)
        guard descriptor >= 0 else { throw UsageError("nothing can be written to \(path)") }
        defer { close(descriptor) }
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { throw UsageError("\(path) can't be written to its end") }
            rest = rest.dropFirst(max(0, count))
        }
    }
}
