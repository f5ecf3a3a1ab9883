// `--exclude`: patterns with gitignore's rules, on the path relative to the root.

/// Patterns as in a `.gitignore` file (gitignore(5)); the last one that matches decides.
public struct ExcludePatterns: Hashable, Sendable {
    private var patterns: [Pattern] = []

    public init(_ patterns: [String] = []) {
        self.patterns = patterns.compactMap(Pattern.init)
    }

    var isEmpty: Bool { patterns.isEmpty }

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

/// Patterns of paths: `**` across folders, and shell patterns within a name.
enum Glob {
    typealias Name = ArraySlice<UInt8>

    static func matches(pattern: ArraySlice<UInt8>, _ path: ArraySlice<UInt8>) -> Bool {
        let slash = RawPath.slash
        return matches(pattern.split(separator: slash)[...], path.split(separator: slash)[...])
    }

    private static func matches(_ pattern: ArraySlice<Name>, _ names: ArraySlice<Name>) -> Bool {
        guard let first = pattern.first else { return names.isEmpty }
        let rest = pattern.dropFirst()
        if first.elementsEqual("**".utf8) {
            // At the end it stands for all that is inside; elsewhere for any number of folders, none too.
            if rest.isEmpty { return !names.isEmpty }
            return (0...names.count).contains { matches(rest, names.dropFirst($0)) }
        }
        guard let name = names.first, matches(first, name) else { return false }
        return matches(rest, names.dropFirst())
    }

    /// `*`, `?`, `[a-z]`, `[!a-z]`, and `\` before a plain sign, within one name.
    private static func matches(_ pattern: Name, _ name: Name) -> Bool {
        var pattern = pattern
        var name = name
        // What stands behind the last star, and how much it has swallowed: going back to it is enough.
        var star: (pattern: Name, name: Name)?
        while true {
            if pattern.first == UInt8(ascii: "*") {
                pattern = pattern.dropFirst()
                star = (pattern, name)
            } else if let rest = matchOne(&pattern, name) {
                name = rest
            } else if pattern.isEmpty && name.isEmpty {
                return true
            } else {
                guard let last = star, !last.name.isEmpty else { return false }
                star = (last.pattern, last.name.dropFirst())
                (pattern, name) = (last.pattern, last.name.dropFirst())
            }
        }
    }

    /// Matches one sign of the pattern; gives what is left of the name, and moves on in the pattern.
    private static func matchOne(_ pattern: inout Name, _ name: Name) -> Name? {
        guard let sign = pattern.first, let byte = name.first else { return nil }
        switch sign {
        case UInt8(ascii: "?"):
            pattern = pattern.dropFirst()
        case UInt8(ascii: "\\") where pattern.count > 1:
            guard pattern[pattern.startIndex + 1] == byte else { return nil }
            pattern = pattern.dropFirst(2)
        case UInt8(ascii: "["):
            guard let (isMember, rest) = matchClass(pattern.dropFirst(), byte) else { fallthrough }
            guard isMember else { return nil }
            pattern = rest
        default:
            guard sign == byte else { return nil }
            pattern = pattern.dropFirst()
        }
        return name.dropFirst()
    }

    /// Nil where the bracket is never closed: then it is a plain sign.
    private static func matchClass(
        _ pattern: Name, _ byte: UInt8
    ) -> (isMember: Bool, rest: Name)? {
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
