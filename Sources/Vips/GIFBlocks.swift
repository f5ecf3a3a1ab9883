// What the blocks of a GIF tell: whether it goes on to its end.

/// A GIF file's blocks.
///
/// Source: GIF89a specification, sections 15 to 27.
struct GIFBlocks {
    /// Complete with the trailer, or with a whole picture before something that is no block.
    private(set) var completeness = PhotoStructure.Completeness.truncated

    init(_ bytes: PhotoBytes) {
        guard let packed = bytes.integer(at: 10, length: 1) else { return }
        var place = 13 + Self.colourTableLength(packed)
        var hasPicture = false
        while let kind = bytes.integer(at: place, length: 1) {
            switch kind {
            case 0x21: place += 2
            case 0x2C:
                guard let packed = bytes.integer(at: place + 9, length: 1) else { return }
                // The descriptor, its colours, and the code size before the data.
                place += 10 + Self.colourTableLength(packed) + 1
                hasPicture = true
            default:
                completeness = kind == 0x3B || hasPicture ? .complete : .unknown
                return
            }
            while let length = bytes.integer(at: place, length: 1) {
                place += 1 + length
                if length == 0 { break }
            }
        }
    }

    private static func colourTableLength(_ packed: Int) -> Int {
        packed & 0x80 == 0 ? 0 : 3 << (packed & 7 + 1)
    }
}
