// ICC profiles for test pictures, made by hand or taken from a picture.
import Glibc

enum TestProfile {
    /// A grey display profile of version 2 (ICC.1:2001-04, 6.3.2) with a plain gamma.
    static func grey(gamma: Double) -> [UInt8] {
        func big(_ value: Int, _ length: Int) -> [UInt8] {
            (0..<length).reversed().map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
        }
        let white = big(0xF6D6, 4) + big(0x10000, 4) + big(0xD32D, 4)
        let tags: [(String, [UInt8])] = [
            ("wtpt", Array("XYZ \0\0\0\0".utf8) + white),
            ("kTRC", Array("curv\0\0\0\0".utf8) + big(1, 4) + big(Int(gamma * 256), 2) + [0, 0]),
            ("cprt", Array("text\0\0\0\0none\0\0\0\0".utf8)),
            ("desc", Array("desc\0\0\0\0".utf8) + big(5, 4) + Array("grey\0".utf8) + big(0, 79)),
        ]
        var table = big(tags.count, 4)
        var data: [UInt8] = []
        for (name, body) in tags {
            table += Array(name.utf8) + big(132 + 12 * tags.count + data.count, 4) + big(body.count, 4)
            data += body
        }
        let head =
            Array("test".utf8) + big(0x0240_0000, 4) + Array("mntrGRAYXYZ ".utf8) + big(0, 12)
            + Array("acsp".utf8) + big(0, 28) + white + big(0, 48)
        return big(4 + head.count + table.count + data.count, 4) + head + table + data
    }

    /// An APP2 segment, marker included, that holds a whole profile (ICC.1:2022, B.4).
    static func segment(_ profile: [UInt8]) -> [UInt8] {
        let length = 2 + 14 + profile.count
        return [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 0xFF)] + Array("ICC_PROFILE\0\u{1}\u{1}".utf8)
            + profile
    }

    /// The first APP2 segment of a JPEG, marker included.
    static func segment(of jpeg: [UInt8]) -> [UInt8] {
        var place = 2
        while jpeg[place + 1] != 0xDA {
            let length = Int(jpeg[place + 2]) << 8 | Int(jpeg[place + 3])
            if jpeg[place + 1] == 0xE2 { return Array(jpeg[place..<place + 2 + length]) }
            place += 2 + length
        }
        return []
    }

    /// The profile in a JPEG.
    static func of(_ jpeg: [UInt8]) -> [UInt8] { Array(segment(of: jpeg).dropFirst(18)) }
}
