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
        static let separated = 5
        static let yCbCr = 6
        static let lab = 8
        static let colourFilterArray = 32803
        static let linearRaw = 34892
    }

    private func value(_ tag: Int, default missing: Int) -> Int {
        directory[tag].flatMap(reader.integer) ?? missing
    }

    private func values(_ tag: Int, default missing: Int) -> [Int] {
        directory[tag].flatMap { reader.integers($0, most: 16) } ?? [missing]
    }

    private var photometric: Int { value(Tag.photometricInterpretation, default: -1) }
    private var compression: Int { value(Tag.compression, default: 1) }
    private var isTiled: Bool { directory[Tag.tileOffsets] != nil }
    private var isPlanar: Bool { value(Tag.planarConfiguration, default: 1) == 2 }

    // MARK: What can be shown

    /// None, CCITT, LZW, JPEG, deflate, PackBits, LZMA, Zstandard, WebP: what libtiff reads in Debian.
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

    /// Samples of a pixel to look at: the colours, and alpha if the first of the others is; nil for all.
    ///
    /// What is not said to be alpha is not: masks and spot colours would make a picture vanish.
    var bands: Int? {
        let colours: Int
        switch photometric {
        case Photometric.whiteIsZero, Photometric.blackIsZero: colours = 1
        case Photometric.rgb, Photometric.yCbCr, Photometric.lab: colours = 3
        case Photometric.separated: colours = 4
        default: return nil
        }
        // Libvips takes Lab and its alpha for one.
        let alpha = photometric == Photometric.lab ? 0 : values(Tag.extraSamples, default: 0)[0]
        return colours + (alpha == 1 || alpha == 2 ? 1 : 0)
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
            return lists.map(\.upperBound).max().map { Strips(count: 0, range: $0..<$0) }
        }
        guard let first = starts.min() else { return nil }
        var end = first
        for (index, (start, length)) in zip(starts, lengths).enumerated() {
            let length = min(length, uncompressedLength(ofStrip: index, of: starts.count) ?? length)
            let (stripEnd, isTooMuch) = start.addingReportingOverflow(length)
            end = max(end, isTooMuch ? Int.max : stripEnd)
        }
        return Strips(count: starts.count, range: first..<end)
    }

    /// What a strip without compression takes: counts that say more, of a last strip for instance, are wrong, and
    /// libtiff does not go by them.
    private func uncompressedLength(ofStrip index: Int, of count: Int) -> Int? {
        guard compression == 1, !isTiled, let width = directory[Tag.imageWidth].flatMap(reader.integer),
            let height = directory[Tag.imageLength].flatMap(reader.integer)
        else { return nil }
        let samples = value(Tag.samplesPerPixel, default: 1)
        let planes = isPlanar ? samples : 1
        let rows = min(value(Tag.rowsPerStrip, default: height), height)
        guard planes > 0, rows > 0, count / planes > 0 else { return nil }
        let before = (index % (count / planes)).multipliedReportingOverflow(by: rows)
        let bits = values(Tag.bitsPerSample, default: 1).max()! * (isPlanar ? 1 : samples)
        let rowBits = width.multipliedReportingOverflow(by: bits)
        guard !before.overflow, !rowBits.overflow, rowBits.partialValue <= Int.max - 7 else { return nil }
        let length = ((rowBits.partialValue + 7) / 8)
            .multipliedReportingOverflow(by: min(rows, max(0, height - before.partialValue)))
        return length.overflow ? nil : length.partialValue
    }
}
