// What the directories of a TIFF tell: how far it goes, and whether it is a camera's raw file.

/// A TIFF file's directories, and what they point at.
///
/// Source: TIFF 6.0; for raw files TIFF/EP (ISO 12234-2) and the DNG specification 1.7.
struct TIFFStructure {
    /// Where the pixels of all pages end, by the directories' account.
    private(set) var end = 8
    /// Where the first page's pixels begin; nil if no directory says so.
    private(set) var pixels: Int?
    /// Sensor data that would have to be developed, or that hangs off a directory which holds a preview.
    private(set) var isRaw = false

    /// More pages than any file has that is not made to keep its readers busy.
    private static let mostPages = 10_000
    /// Strips or tiles of a page; libtiff itself stops at as many.
    private static let mostStrips = 1 << 20

    /// Nil where the bytes are no TIFF.
    init?(_ bytes: FileBytes) {
        guard let reader = TIFFReader(bytes) else { return nil }
        var seen: Set<Int> = []
        var place = reader.firstDirectory
        while place > 0, seen.count < Self.mostPages, seen.insert(place).inserted {
            guard let directory = reader.directory(at: place) else {
                end = max(end, min(place, Int.max - 2) + 2)
                break
            }
            let data = [
                Self.data(directory[Tag.stripOffsets], directory[Tag.stripByteCounts], reader),
                Self.data(directory[Tag.tileOffsets], directory[Tag.tileByteCounts], reader),
            ].compactMap { $0 }
            if seen.count == 1 {
                isRaw = Self.isRaw(directory, reader)
                pixels = data.map(\.lowerBound).min()
            }
            let needed = Tag.neededValues.compactMap { directory[$0].flatMap(reader.values) }
            end = max(end, directory.end, (data + needed).map(\.upperBound).max() ?? 0)
            place = directory.next
        }
    }

    private enum Tag {
        static let newSubfileType = 254
        static let photometricInterpretation = 262
        static let stripOffsets = 273
        static let stripByteCounts = 279
        static let tileOffsets = 324
        static let tileByteCounts = 325
        static let subDirectories = 330
        static let dngVersion = 50706
        /// Without these the pixels are not what they were: colour map, JPEG's tables, colour profile.
        static let neededValues = [320, 347, 34675]
    }

    /// From the first strip's beginning to the last one's end.
    private static func data(
        _ offsets: TIFFReader.Entry?, _ counts: TIFFReader.Entry?, _ reader: TIFFReader
    ) -> Range<Int>? {
        guard let offsets, let counts else { return nil }
        guard let starts = reader.integers(offsets, most: mostStrips),
            let lengths = reader.integers(counts, most: mostStrips), let first = starts.min()
        else {
            // The lists themselves may be cut off.
            let lists = [offsets, counts].compactMap { reader.values(of: $0) }
            return lists.map(\.upperBound).max().map { $0..<$0 }
        }
        let ends = zip(starts, lengths).map { start, length in
            let (end, isTooMuch) = start.addingReportingOverflow(length)
            return isTooMuch ? Int.max : end
        }
        return first..<max(first, ends.max() ?? first)
    }

    /// NEF, ARW, SRW and the like begin with a small preview and hang the sensor's data off it; DNG says so itself.
    private static func isRaw(_ first: TIFFReader.Directory, _ reader: TIFFReader) -> Bool {
        if first[Tag.dngVersion] != nil { return true }
        let photometric = first[Tag.photometricInterpretation].flatMap(reader.integer)
        // A colour filter array; linear raw.
        if photometric == 32803 || photometric == 34892 { return true }
        let subfile = first[Tag.newSubfileType].flatMap(reader.integer) ?? 0
        return subfile & 1 == 1 && first[Tag.subDirectories] != nil
    }
}
