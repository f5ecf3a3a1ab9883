// A walk over the chunks of a PNG: its header, and whether it goes on to its end.

/// What the chunks of a PNG say, without inflating anything.
///
/// Source: PNG specification, third edition, chapter 5 and 11; acTL of its chapter 11.3.6.
struct PNGChunks {
    private(set) var width = 0
    private(set) var height = 0
    private(set) var bitsPerSample = 8
    private(set) var bands = 0
    private(set) var hasAlpha = false
    private(set) var isInterlaced = false
    private(set) var frames = 1
    private(set) var exif: Range<Int>?
    private(set) var hasPixels = false
    private(set) var isComplete = false

    /// Walks to the end of the bytes; nil without a header.
    init?(_ bytes: UnsafeRawBufferPointer) {
        var place = 8
        while place + 8 <= bytes.count {
            let length = Self.integer(bytes, place)
            let kind = String(decoding: bytes[place + 4..<place + 8], as: UTF8.self)
            let body = place + 8..<place + 8 + length
            place = body.upperBound + 4
            if kind == "IDAT" { hasPixels = hasPixels || length > 0 }
            if kind == "IEND" {
                isComplete = place <= bytes.count
                break
            }
            guard body.upperBound <= bytes.count else { break }
            switch kind {
            case "IHDR" where length >= 13: readHeader(bytes, body.lowerBound)
            case "tRNS" where !hasAlpha:
                hasAlpha = true
                bands += 1
            case "acTL" where length >= 8: frames = max(1, Self.integer(bytes, body.lowerBound))
            case "eXIf": exif = exif ?? body
            default: break
            }
        }
        if width == 0 || height == 0 || bands == 0 { return nil }
    }

    private mutating func readHeader(_ bytes: UnsafeRawBufferPointer, _ start: Int) {
        width = Self.integer(bytes, start)
        height = Self.integer(bytes, start + 4)
        // Libpng widens 1, 2 and 4 bits to 8.
        bitsPerSample = bytes[start + 8] == 16 ? 16 : 8
        switch bytes[start + 9] {
        case 0: bands = 1
        case 2, 3: bands = 3
        case 4: (bands, hasAlpha) = (2, true)
        case 6: (bands, hasAlpha) = (4, true)
        default: bands = 0
        }
        isInterlaced = bytes[start + 12] != 0
    }

    private static func integer(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> Int {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}
