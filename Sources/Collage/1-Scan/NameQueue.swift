// Names that wait in their order: of a hundred thousand folders beside each other, all but one.

/// A queue of names, each kept as what differs from the one before: sorted ones differ little.
struct NameQueue: Sendable {
    /// For each name how many bytes it has in common with the one before, how many follow, and those.
    private var bytes: [UInt8] = []
    private var position = 0
    private var lastIn: [UInt8] = []
    private var lastOut: [UInt8] = []

    init(_ names: [RawPath] = []) {
        for name in names { append(name.bytes) }
    }

    var isEmpty: Bool { position == bytes.count }

    /// - Parameter name: at most 255 bytes, as a name in a folder has.
    mutating func append(_ name: some Collection<UInt8>) {
        let common = zip(name, lastIn).prefix { $0 == $1 }.reduce(0) { count, _ in count + 1 }
        bytes.append(UInt8(common))
        bytes.append(UInt8(name.count - common))
        bytes.append(contentsOf: name.dropFirst(common))
        lastIn.removeLast(lastIn.count - common)
        lastIn.append(contentsOf: name.dropFirst(common))
    }

    mutating func popFirst() -> RawPath? {
        guard !isEmpty else { return nil }
        let (common, more) = (Int(bytes[position]), Int(bytes[position + 1]))
        position += 2
        lastOut.removeLast(lastOut.count - common)
        lastOut.append(contentsOf: bytes[position..<position + more])
        position += more
        return RawPath(bytes: lastOut)
    }
}
