// A file's bytes at any place: what walks over a file's structure reads from.
import Glibc

/// Bytes of a file: those that are held in memory, and the others too where a descriptor is given.
struct PhotoBytes {
    let held: UnsafeRawBufferPointer
    /// Of the whole file.
    let count: Int
    private let descriptor: Int32?

    /// These bytes, and none beyond.
    init(_ held: UnsafeRawBufferPointer) {
        self.held = held
        count = held.count
        descriptor = nil
    }

    /// The first bytes of an open file of that length, the others read as they are asked for.
    init(_ held: UnsafeRawBufferPointer, of descriptor: Int32, count: Int) {
        self.held = held
        self.count = count
        self.descriptor = descriptor
    }

    /// An unsigned number of 1 to 8 bytes; nil where the file ends before it does, and where `Int` cannot hold it.
    func integer(at place: Int, length: Int, isLittleEndian: Bool = false) -> Int? {
        guard place >= 0, place <= count - length else { return nil }
        var bytes: UInt64 = 0
        let isRead = withUnsafeMutableBytes(of: &bytes) { bytes in
            read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[(8 - length)...]), from: place)
        }
        guard isRead else { return nil }
        let value =
            isLittleEndian
            ? UInt64(littleEndian: bytes) >> UInt64(8 * (8 - length)) : UInt64(bigEndian: bytes)
        return Int(exactly: value)
    }

    /// The bytes of a range; nil where the file does not hold all of them.
    func bytes(_ range: Range<Int>) -> [UInt8]? {
        guard range.lowerBound >= 0, range.upperBound <= count else { return nil }
        var isRead = false
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { memory, filled in
            isRead = read(into: UnsafeMutableRawBufferPointer(memory), from: range.lowerBound)
            filled = isRead ? range.count : 0
        }
        return isRead ? bytes : nil
    }

    private func read(into memory: UnsafeMutableRawBufferPointer, from place: Int) -> Bool {
        if place + memory.count <= held.count {
            memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: held[place..<place + memory.count]))
            return true
        }
        guard let descriptor else { return false }
        var got = 0
        while got < memory.count {
            let count = pread(descriptor, memory.baseAddress! + got, memory.count - got, off_t(place + got))
            if count < 0 && errno == EINTR { continue }
            if count <= 0 { return false }
            got += count
        }
        return true
    }
}

extension PhotoBytes {
    /// Four characters that name a chunk or a box, as a number.
    static func code(_ name: StaticString) -> Int {
        precondition(name.utf8CodeUnitCount == 4)
        return UnsafeRawBufferPointer(start: name.utf8Start, count: 4).reduce(0) { $0 << 8 | Int($1) }
    }

    /// The name of the chunk or box at a place.
    func code(at place: Int) -> Int? { integer(at: place, length: 4) }
}
