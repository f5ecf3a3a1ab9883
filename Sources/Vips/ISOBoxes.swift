// What the boxes of a HEIF or AVIF tell: how far it goes.

/// The outermost boxes of an ISO base media file.
///
/// Source: ISO/IEC 14496-12, 4.2.
struct ISOBoxes {
    /// Where the last known box ends, by its own account.
    private(set) var end = 0
    /// Where the first box of media data has its content; nil if it is not begun.
    private(set) var pixels: Int?

    private static let mediaData = PhotoBytes.code("mdat")
    /// Phones append things of their own, with or without a box around them: these are not waited for.
    private static let known: Set<Int> = [
        PhotoBytes.code("ftyp"), PhotoBytes.code("meta"), mediaData, PhotoBytes.code("moov"),
        PhotoBytes.code("moof"), PhotoBytes.code("free"), PhotoBytes.code("skip"), PhotoBytes.code("uuid"),
    ]

    init(_ bytes: PhotoBytes) {
        var place = 0
        while let short = bytes.integer(at: place, length: 4), let kind = bytes.code(at: place + 4),
            Self.known.contains(kind)
        {
            // 1: the length follows in 8 bytes; 0: up to the end of the file.
            let length = short == 1 ? bytes.integer(at: place + 8, length: 8) ?? 16 : short
            if kind == Self.mediaData { pixels = pixels ?? place + (short == 1 ? 16 : 8) }
            if length == 0 {
                end = max(place + 8, bytes.count)
                break
            }
            guard length >= 8, length <= Int.max - place else { break }
            place += length
            end = place
        }
    }
}
