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

    private static let header = PhotoBytes.code("IHDR")
    private static let pixels = PhotoBytes.code("IDAT")
    private static let end = PhotoBytes.code("IEND")
    private static let transparency = PhotoBytes.code("tRNS")
    private static let animation = PhotoBytes.code("acTL")
    private static let exif = PhotoBytes.code("eXIf")

    /// Walks to the end of the bytes; nil without a header.
    init?(_ bytes: PhotoBytes) {
        var place = 8
        // Length and name at once: of a streamed file each is a system call.
        while let head = bytes.integer(at: place, length: 8) {
            let (length, kind) = (head >> 32, head & 0xFFFF_FFFF)
            let body = place + 8..<place + 8 + length
            // Behind the body comes a check sum.
            place = body.upperBound + 4
            if kind == Self.pixels { hasPixels = hasPixels || length > 0 }
            if kind == Self.end {
                isComplete = place <= bytes.count
                break
            }
            guard body.upperBound <= bytes.count else { break }
            switch kind {
            case Self.header where length >= 13: readHeader(bytes, body.lowerBound)
            case Self.transparency where !hasAlpha:
                hasAlpha = true
                bands += 1
            case Self.animation where length >= 8:
                frames = max(1, bytes.integer(at: body.lowerBound, length: 4) ?? 1)
            case Self.exif: exif = exif ?? body
            default: break
            }
        }
        if width == 0 || height == 0 || bands == 0 { return nil }
    }

    private mutating func readHeader(_ bytes: PhotoBytes, _ start: Int) {
        guard let fields = bytes.bytes(start + 8..<start + 13) else { return }
        width = bytes.integer(at: start, length: 4) ?? 0
        height = bytes.integer(at: start + 4, length: 4) ?? 0
        // Libpng widens 1, 2 and 4 bits to 8.
        bitsPerSample = fields[0] == 16 ? 16 : 8
        switch fields[1] {
        case 0: bands = 1
        case 2, 3: bands = 3
        case 4: (bands, hasAlpha) = (2, true)
        case 6: (bands, hasAlpha) = (4, true)
        default: bands = 0
        }
        isInterlaced = fields[4] != 0
    }
}
