// The kernel's small text files about itself.
import Glibc

/// A file below `/proc` (`proc(5)`), read at once.
struct ProcFile {
    private let lines: [Substring]
    /// What `init` calls of `read(2)` for a small file: once for the text, once for its end.
    static let callsPerReading = 2

    /// Empty where it can't be read; no more than its first 64 KB.
    init(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            lines = []
            return
        }
        defer { close(descriptor) }
        let text = String(unsafeUninitializedCapacity: 64 << 10) { bytes in
            var count = 0
            while count < bytes.count {
                let got = read(descriptor, bytes.baseAddress! + count, bytes.count - count)
                guard got > 0 else { break }
                count += got
            }
            return count
        }
        lines = text.split(separator: "\n")
    }

    /// What stands after `name:` in the first line that begins so, without space around it.
    func text(_ name: String) -> String? {
        for line in lines where line.hasPrefix(name) {
            let rest = line.dropFirst(name.count).drop(while: \.isWhitespace)
            guard rest.first == ":" else { continue }
            return String(rest.dropFirst().drop(while: \.isWhitespace))
        }
        return nil
    }

    /// The first number after `name:`.
    subscript(name: String) -> Int? {
        text(name).flatMap { Int($0.prefix { $0.isNumber }) }
    }

    /// The numbers of the line whose first word is `name`; where `prefix` is given, of words that begin with it.
    func numbers(after name: String, in prefix: String = "") -> [Int] {
        guard let line = lines.first(where: { $0.hasPrefix(name + " ") }) else { return [] }
        return line.dropFirst(name.count).split(separator: " ").filter { $0.hasPrefix(prefix) }
            .compactMap { Int($0.dropFirst(prefix.count)) }
    }
}
