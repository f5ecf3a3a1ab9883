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

    mutating func append(_ name: some Collection<UInt8>) {
        let common = zip(name, lastIn).prefix { $0 == $1 }.reduce(0) { count, _ in count + 1 }
        append(count: common)
        append(count: name.count - common)
        bytes.append(contentsOf: name.dropFirst(common))
        lastIn.removeLast(lastIn.count - common)
        lastIn.append(contentsOf: name.dropFirst(common))
    }

    mutating func popFirst() -> RawPath? {
        guard !isEmpty else { return nil }
        let (common, more) = (takeCount(), takeCount())
        lastOut.removeLast(lastOut.count - common)
        lastOut.append(contentsOf: bytes[position..<position + more])
        position += more
        return RawPath(bytes: lastOut)
    }

    /// One byte where it is below 255, as it is of nearly all names; else two more.
    private mutating func append(count: Int) {
        bytes.append(UInt8(min(count, 255)))
        if count >= 255 { bytes += [UInt8(count & 0xFF), UInt8(count >> 8)] }
    }

    private mutating func takeCount() -> Int {
        let first = Int(bytes[position])
        position += 1
        guard first == 255 else { return first }
        defer { position += 2 }
        return Int(bytes[position]) | Int(bytes[position + 1]) << 8
    }
}
