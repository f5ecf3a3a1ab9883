// `--exclude`: patterns with gitignore's rules, on the path relative to the root.

/// Patterns as in a `.gitignore` file (gitignore(5)); the last one that matches decides.
public struct ExcludePatterns: Hashable, Sendable {
    private var patterns: [Pattern] = []

    public init(_ patterns: [String] = []) {
        self.patterns = patterns.compactMap(Pattern.init)
    }

    /// Whether the file or folder is left out; folders above it are asked for themselves.
    func excludes(_ path: RawPath, isFolder: Bool) -> Bool {
        let matching = patterns.last { $0.matches(path, isFolder: isFolder) }
        return matching.map { !$0.isNegated } ?? false
    }

    private struct Pattern: Hashable, Sendable {
        var isNegated = false
        var isForFolders = false
        /// Matched against the whole path; others against the name alone, at any depth.
        var isAnchored = false
        var bytes: [UInt8]

        /// Nil for blank lines and comments.
        init?(_ text: String) {
            var rest = text[...]
            if rest.isEmpty || rest.hasPrefix("#") { return nil }
            if rest.hasPrefix("!") {
                isNegated = true
                rest.removeFirst()
            }
            if rest.hasSuffix("/") {
                isForFolders = true
                rest.removeLast()
            }
            isAnchored = rest.contains("/")
            if rest.hasPrefix("/") { rest.removeFirst() }
            if rest.isEmpty { return nil }
            bytes = Array(rest.utf8)
        }

        func matches(_ path: RawPath, isFolder: Bool) -> Bool {
            if isForFolders && !isFolder { return false }
            return Glob.matches(
                pattern: bytes[...], isAnchored ? path.bytes[...] : path.lastComponent.bytes[...])
        }
    }
}

/// Shell patterns: `*` and `?` within a name, `**` across folders, `[a-z]`, `[!a-z]`, `\` before a plain sign.
enum Glob {
    private static let slash = UInt8(ascii: "/")

    static func matches(pattern: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Bool {
        var pattern = pattern
        var text = text
        // Where the last star stands, and how much it has swallowed: going back to it is enough.
        var star: (pattern: ArraySlice<UInt8>, text: ArraySlice<UInt8>)?
        while true {
            if pattern.starts(with: "**".utf8) { return matchesAnyDepth(pattern.dropFirst(2), text) }
            if pattern.first == UInt8(ascii: "*") {
                pattern = pattern.dropFirst()
                star = (pattern, text)
                continue
            }
            if let rest = matchOne(&pattern, text) {
                text = rest
                if pattern.isEmpty && text.isEmpty { return true }
                continue
            }
            if pattern.isEmpty && text.isEmpty { return true }
            guard let last = star, let swallowed = last.text.first, swallowed != slash else { return false }
            star = (last.pattern, last.text.dropFirst())
            (pattern, text) = (last.pattern, last.text.dropFirst())
        }
    }

    /// Behind `**`: the rest matches at any depth; `**/` may also match nothing at all.
    private static func matchesAnyDepth(_ rest: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Bool {
        if rest.isEmpty { return true }
        let rest = rest.first == slash ? rest.dropFirst() : rest
        var text = text
        while true {
            if matches(pattern: rest, text) { return true }
            guard let next = text.firstIndex(of: slash) else { return false }
            text = text[(next + 1)...]
        }
    }

    /// Matches one sign of the pattern; gives what is left of the text, and moves on in the pattern.
    private static func matchOne(
        _ pattern: inout ArraySlice<UInt8>, _ text: ArraySlice<UInt8>
    ) -> ArraySlice<UInt8>? {
        guard let sign = pattern.first, let byte = text.first else { return nil }
        switch sign {
        case UInt8(ascii: "?"):
            guard byte != slash else { return nil }
            pattern = pattern.dropFirst()
        case UInt8(ascii: "["):
            guard let (isMember, rest) = matchClass(pattern.dropFirst(), byte) else { fallthrough }
            guard isMember, byte != slash else { return nil }
            pattern = rest
        case UInt8(ascii: "\\") where pattern.count > 1:
            guard pattern[pattern.startIndex + 1] == byte else { return nil }
            pattern = pattern.dropFirst(2)
        default:
            guard sign == byte else { return nil }
            pattern = pattern.dropFirst()
        }
        return text.dropFirst()
    }

    /// Nil where the bracket is never closed: then it is a plain sign.
    private static func matchClass(
        _ pattern: ArraySlice<UInt8>, _ byte: UInt8
    ) -> (isMember: Bool, rest: ArraySlice<UInt8>)? {
        var rest = pattern
        let isNegated = rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "^")
        if isNegated { rest = rest.dropFirst() }
        var isMember = false
        var isFirst = true
        while let low = rest.popFirst() {
            if low == UInt8(ascii: "]") && !isFirst { return (isMember != isNegated, rest) }
            isFirst = false
            if rest.first == UInt8(ascii: "-"), let high = rest.dropFirst().first, high != UInt8(ascii: "]") {
                rest = rest.dropFirst(2)
                if low <= byte && byte <= high { isMember = true }
            } else if low == byte {
                isMember = true
            }
        }
        return nil
    }
}
