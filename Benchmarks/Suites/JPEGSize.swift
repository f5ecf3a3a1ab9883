// How large a JPEG is, from its frame header, so that a peer that makes less than was asked for is found out.
import Glibc

enum JPEGSize {
    /// Pixels of the JPEG file; nil where there is no frame header in its first 256 KB.
    static func pixels(ofFile path: String) -> Int? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 256 << 10)
        let count = read(descriptor, &bytes, bytes.count)
        return pixels(bytes.prefix(max(0, count)))
    }

    /// Goes from marker to marker up to the frame header (ITU-T T.81, annex B).
    private static func pixels(_ bytes: ArraySlice<UInt8>) -> Int? {
        var place = 2
        while place + 9 <= bytes.count, bytes[place] == 0xFF {
            let marker = bytes[place + 1]
            let isFrame = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
            if isFrame { return number(bytes, place + 5) * number(bytes, place + 7) }
            place += 2 + number(bytes, place + 2)
        }
        return nil
    }

    private static func number(_ bytes: ArraySlice<UInt8>, _ place: Int) -> Int {
        Int(bytes[place]) << 8 | Int(bytes[place + 1])
    }
}
