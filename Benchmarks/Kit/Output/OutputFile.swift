// A file that was asked for by an option: found wanting before anything is measured, not after it.
import FoundationEssentials
import Glibc

struct OutputFile: Hashable, Sendable {
    let path: String

    init(_ path: String) throws(UsageError) {
        let parent = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        guard access(parent, W_OK) == 0 else { throw UsageError("nothing can be written to \(path)") }
        self.path = path
    }

    /// Of an option; nil where it was not given.
    init?(_ name: String, _ parsed: ParsedOptions) throws(UsageError) {
        guard let path = parsed.text(name) else { return nil }
        try self.init(path)
    }

    /// Replaces it at once.
    func write(_ data: Data) throws { try data.write(to: URL(filePath: path), options: .atomic) }

    func append(_ text: String) throws(UsageError) {
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw UsageError("nothing can be written to \(path)") }
        defer { close(descriptor) }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { throw UsageError("\(path) can't be written to its end") }
            rest = rest.dropFirst(max(0, count))
        }
    }
}
