// Makes the check sums of a changed PNG right again.

/// CRC-32 as chunks end with it: PNG specification, annex D.
enum PNGCheckSums {
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
    }

    static func repair(_ bytes: UnsafeMutableRawBufferPointer) {
        guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return }
        var place = 8
        while place + 12 <= bytes.count {
            let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            let end = place + 8 + length
            guard end + 4 <= bytes.count else { return }
            let sum = ~bytes[place + 4..<end].reduce(~UInt32(0)) {
                Self.table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ ($0 >> 8)
            }
            bytes.storeBytes(of: sum.bigEndian, toByteOffset: end, as: UInt32.self)
            place = end + 4
        }
    }
}
