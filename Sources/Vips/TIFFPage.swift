// What one directory of a TIFF says of its pixels.

/// A page of a TIFF, or what hangs off one.
///
/// Source: TIFF 6.0, sections 4 to 8, 15 (tiles), 18 (associated alpha), 19 (sample format) and 21 (YCbCr).
struct TIFFPage {
    private let directory: TIFFReader.Directory
    private let reader: TIFFReader

    init(_ directory: TIFFReader.Directory, _ reader: TIFFReader) {
        self.directory = directory
        self.reader = reader
    }

    private enum Tag {
        static let newSubfileType = 254
        static let imageWidth = 256
        static let imageLength = 257
        static let bitsPerSample = 258
        static let compression = 259
        static let photometricInterpretation = 262
        static let stripOffsets = 273
        static let samplesPerPixel = 277
        static let rowsPerStrip = 278
        static let stripByteCounts = 279
        static let planarConfiguration = 284
        static let colourMap = 320
        static let tileOffsets = 324
        static let tileByteCounts = 325
        static let subDirectories = 330
        static let inkSet = 332
        static let extraSamples = 338
        static let sampleFormat = 339
        static let jpegTables = 347
        static let profile = 34675
        static let dngVersion = 50706
    }

    private enum Photometric {
        static let whiteIsZero = 0
        static let blackIsZero = 1
        static let rgb = 2
        static let palette = 3
        static let separated = 5
        static let yCbCr = 6
        static let lab = 8
        static let colourFilterArray = 32803
        static let linearRaw = 34892
    }

    private func value(_ tag: Int, default missing: Int) -> Int {
        directory[tag].flatMap(reader.integer) ?? missing
    }

    /// Never empty.
    private func values(_ tag: Int, default missing: Int) -> [Int] {
        let values = directory[tag].flatMap { reader.integers($0, most: 16) } ?? []
        return values.isEmpty ? [missing] : values
    }

    private var photometric: Int { value(Tag.photometricInterpretation, default: -1) }
    private var compression: Int { value(Tag.compression, default: 1) }
    private var isTiled: Bool { directory[Tag.tileOffsets] != nil }
    private var isPlanar: Bool { value(Tag.planarConfiguration, default: 1) == 2 }

    // MARK: What can be shown

    /// None, CCITT, LZW, JPEG, deflate, PackBits, LZMA, Zstandard, WebP: what libvips shows with Debian's libtiff.
    private static let knownCompressions: Set<Int> = [
        1, 2, 3, 4, 5, 7, 8, 32771, 32773, 32946, 34925, 50000, 50001,
    ]

    /// Why it can't be shown, though nothing is wrong with it.
    var unsupported: String? {
        if isRaw { return "a camera's raw file, which is not developed" }
        guard Self.knownCompressions.contains(compression) else {
            return "a TIFF with compression \(compression)"
        }
        // Libtiff converts what comes out of JPEG; other such numbers would be taken for red, green and blue.
        if photometric == Photometric.yCbCr && compression != 7 { return "a TIFF of YCbCr without JPEG" }
        if values(Tag.sampleFormat, default: 1).contains(where: { $0 != 1 && $0 != 4 }) {
            return "a TIFF whose samples are signed or floating point numbers"
        }
        let bits = values(Tag.bitsPerSample, default: 1)
        if let odd = bits.first(where: { ![1, 2, 4, 8, 16].contains($0) }) {
            return "a TIFF with samples of \(odd) bits"
        }
        let isShallow = bits.contains { $0 < 8 }
        if isShallow && colourSamples != 1 { return "a TIFF with colours of \(bits[0]) bits" }
        if photometric == Photometric.separated && value(Tag.inkSet, default: 1) != 1 {
            return "a TIFF of other inks than CMYK"
        }
        if isTiled && isPlanar && value(Tag.samplesPerPixel, default: 1) > 1 {
            return "a TIFF of tiles in separate planes"
        }
        return nil
    }

    /// NEF, ARW, SRW and the like begin with a small preview and hang the sensor's data off it; DNG says so itself.
    private var isRaw: Bool {
        if directory[Tag.dngVersion] != nil || isSensorData { return true }
        guard value(Tag.newSubfileType, default: 0) & 1 == 1, let hanging = directory[Tag.subDirectories],
            let places = reader.integers(hanging, most: 16)
        else { return false }
        return places.compactMap(reader.directory).contains { TIFFPage($0, reader).isSensorData }
    }

    private var isSensorData: Bool {
        photometric == Photometric.colourFilterArray || photometric == Photometric.linearRaw
    }

    /// Samples that a pixel's colour takes; nil for kinds that are not known.
    private var colourSamples: Int? {
        switch photometric {
        case Photometric.whiteIsZero, Photometric.blackIsZero, Photometric.palette: 1
        case Photometric.rgb, Photometric.yCbCr, Photometric.lab: 3
        case Photometric.separated: 4
        default: nil
        }
    }

    var samplesPerPixel: Int { value(Tag.samplesPerPixel, default: 1) }

    /// The last samples of a pixel that are neither colour nor alpha.
    ///
    /// What is not said to be alpha is not: masks and spot colours would make a picture vanish. 999 is CorelDRAW's
    /// word for it, as libtiff knows.
    var droppedSamples: Int {
        guard let colourSamples, samplesPerPixel > colourSamples else { return 0 }
        // Libvips takes Lab and its alpha for one.
        let hasAlpha =
            photometric != Photometric.lab && [1, 2, 999].contains(values(Tag.extraSamples, default: 0)[0])
        return samplesPerPixel - colourSamples - (hasAlpha ? 1 : 0)
    }

    // MARK: How far it goes

    /// Where the values end without which the pixels are not what they were.
    var neededValuesEnd: Int {
        [Tag.colourMap, Tag.jpegTables, Tag.profile]
            .compactMap { directory[$0].flatMap(reader.values)?.upperBound }.max() ?? 0
    }

    /// Strips or tiles: how many, from the first one's beginning to the last one's end.
    struct Strips {
        var count: Int
        var range: Range<Int>
        /// Where they would end if their counts were right.
        var countedEnd: Int
    }

    func data(mostStrips most: Int) -> Strips? {
        let (offsets, counts) =
            isTiled
            ? (directory[Tag.tileOffsets], directory[Tag.tileByteCounts])
            : (directory[Tag.stripOffsets], directory[Tag.stripByteCounts])
        guard let offsets, let counts else { return nil }
        guard let starts = reader.integers(offsets, most: most),
            let lengths = reader.integers(counts, most: most)
        else {
            // The lists themselves may be cut off.
            let lists = [offsets, counts].compactMap { reader.values(of: $0) }
            return lists.map(\.upperBound).max().map { Strips(count: 0, range: $0..<$0, countedEnd: $0) }
        }
        guard let first = starts.min() else { return nil }
        let rows = UncompressedRows(self, strips: starts.count)
        func end(_ start: Int, _ length: Int) -> Int {
            let (end, isTooMuch) = start.addingReportingOverflow(length)
            return isTooMuch ? Int.max : end
        }
        var last = first
        var counted = first
        for (index, (start, length)) in zip(starts, lengths).enumerated() {
            counted = max(counted, end(start, length))
            last = max(last, end(start, min(length, rows?.length(ofStrip: index) ?? length)))
        }
        return Strips(count: starts.count, range: first..<last, countedEnd: counted)
    }

    /// What strips without compression take: counts that say more, of a last strip for instance, are wrong, and
    /// libtiff does not go by them.
    private struct UncompressedRows {
        private let rowLength: Int
        private let rowsPerStrip: Int
        private let height: Int
        private let stripsPerPlane: Int

        /// Nil for other pages, and where the numbers are beyond reason.
        init?(_ page: TIFFPage, strips: Int) {
            guard page.compression == 1, !page.isTiled else { return nil }
            let width = page.value(Tag.imageWidth, default: 0)
            height = page.value(Tag.imageLength, default: 0)
            rowsPerStrip = min(page.value(Tag.rowsPerStrip, default: height), height)
            let samples = page.samplesPerPixel
            let bits = page.values(Tag.bitsPerSample, default: 1).max()!
            let reasonable = 1 << 20
            guard (1...1 << 32).contains(width), (1...1 << 32).contains(height), rowsPerStrip > 0,
                (1...reasonable).contains(samples), (1...64).contains(bits)
            else { return nil }
            stripsPerPlane = page.isPlanar ? strips / samples : strips
            guard stripsPerPlane > 0 else { return nil }
            rowLength = (width * bits * (page.isPlanar ? 1 : samples) + 7) / 8
        }

        func length(ofStrip index: Int) -> Int? {
            let before = index % stripsPerPlane * rowsPerStrip
            let (length, isTooMuch) = rowLength.multipliedReportingOverflow(
                by: min(rowsPerStrip, max(0, height - before)))
            return isTooMuch ? nil : length
        }
    }
}
