// A digest that tells whether two things are the same, and the bytes that it is made of.

import CXXHash
import Wire

/// 128 bits of XXH3, the same on every machine.
struct Digest: Hashable, Sendable {
    var high: UInt64
    var low: UInt64

    init(high: UInt64, low: UInt64) {
        (self.high, self.low) = (high, low)
    }

    init(of bytes: KeyBytes) {
        var halves: [UInt64] = [0, 0]
        cxxhash_128(bytes.bytes, bytes.bytes.count, &halves)
        (high, low) = (halves[0], halves[1])
    }
}

/// XXH3 of 64 bits, where a mistake costs little.
enum ShortDigest {
    static func of(_ bytes: [UInt8]) -> UInt64 { cxxhash_64(bytes, bytes.count) }

    static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 { cxxhash_64(bytes.baseAddress, bytes.count) }
}

/// Values one behind the other, so that no two sequences of values give the same bytes.
struct KeyBytes {
    private(set) var bytes: [UInt8] = []

    mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

    mutating func append(_ number: Int) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// With its length before it.
    mutating func append(_ other: [UInt8]) {
        append(other.count)
        bytes += other
    }

    mutating func append(_ path: RawPath) { append(path.bytes) }

    /// Path, size and time of change.
    mutating func append(_ photo: FoundPhoto) {
        append(photo.path)
        append(photo.identity?.size ?? -1)
        append(photo.identity?.modified ?? 0)
    }
}
