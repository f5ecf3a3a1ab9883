// What the chunks of a WebP tell: how far it goes, and how much of it can be used.

/// A WebP file's container.
///
/// Source: WebP Container Specification (RFC 9649, section 2).
struct WebPChunks {
    /// Where the file ends, by its own account.
    let end: Int
    /// Where what can be used ends: whole chunks, and the first picture's by its own account even if it is cut.
    private(set) var usableEnd = 12
    /// Where the first pixel's data can begin; nil if no chunk of pixels is begun.
    private(set) var pixels: Int?

    private static let riff = PhotoBytes.code("RIFF")
    private static let frame = PhotoBytes.code("ANMF")
    private static let lossy = PhotoBytes.code("VP8 ")
    private static let lossless = PhotoBytes.code("VP8L")
    /// Of a key frame of VP8 (RFC 6386, 9.1); VP8L's is shorter, and an animation's frame has another before it.
    private static let leastHeader = 10

    /// Nil where the bytes are no WebP.
    init?(_ bytes: PhotoBytes) {
        guard bytes.code(at: 0) == Self.riff,
            let length = bytes.integer(at: 4, length: 4, isLittleEndian: true)
        else { return nil }
        end = 8 + length
        var place = 12
        while place < end, let kind = bytes.code(at: place),
            let length = bytes.integer(at: place + 4, length: 4, isLittleEndian: true)
        {
            let body = place + 8
            let isFirstPicture =
                pixels == nil && (kind == Self.frame || kind == Self.lossy || kind == Self.lossless)
            if isFirstPicture { pixels = body + Self.leastHeader }
            // Chunks are padded to even lengths.
            place = body + length + length % 2
            if place <= bytes.count || isFirstPicture { usableEnd = place }
            if place > bytes.count { break }
        }
    }
}
