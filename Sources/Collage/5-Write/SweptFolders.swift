// Which output folders were looked through for what killed runs have left.

import Wire

/// Remembers the folders on the way to the last one: outputs come depth first, and so seldom go back further.
///
/// One that is forgotten is looked through again, which costs time and nothing else.
struct SweptFolders {
    private var way: [RawPath] = []

    /// Whether the folder was not remembered; it is from now on.
    mutating func insert(_ folder: RawPath) -> Bool {
        while let last = way.last, last != folder, !last.contains(folder) { way.removeLast() }
        if way.last == folder { return false }
        way.append(folder)
        return true
    }
}

extension RawPath {
    /// Whether the other lies somewhere inside this folder.
    func contains(_ other: RawPath) -> Bool {
        if isEmpty { return true }
        guard other.bytes.count > bytes.count, other.bytes.starts(with: bytes) else { return false }
        return bytes.last == Self.slash || other.bytes[bytes.count] == Self.slash
    }
}
