// What a file's structure tells of its soundness, before any decoding.

/// How far a file goes, by its markers, chunks, boxes, blocks or directories alone.
struct PhotoStructure {
    enum Completeness {
        case complete, truncated, unknown
    }

    var completeness = Completeness.unknown
    /// For JPEG only.
    var markers: JPEGMarkers?
    /// Of a TIFF.
    var samplesPerPixel = 1
    /// Of a TIFF: the last samples of a pixel that are neither colour nor alpha.
    var droppedSamples = 0
    /// Where a decoder wants the file to end, if it ends elsewhere.
    var wantedEnd: Int?
}

extension PhotoStructure {
    /// Walks to the end of the picture.
    /// - Throws: if it holds no pixels at all, and for what no reader here can show, raw files among it.
    init(_ bytes: PhotoBytes, format: PhotoFormat) throws(VipsError) {
        switch format {
        case .jpeg:
            let markers = JPEGMarkers(bytes.held)
            switch markers.findEnd(bytes.held) {
            case .complete: self.init(completeness: .complete, markers: markers)
            case .truncated: self.init(completeness: .truncated, markers: markers)
            case .noPixels: throw Self.noPixels("jpegload")
            }
        case .png:
            try self.init(PNGChunks(bytes))
        case .webp:
            guard let chunks = WebPChunks(bytes) else { throw Self.noPixels("webpload") }
            try self.init(pixels: chunks.pixels, end: chunks.end, of: bytes, "webpload")
            if completeness == .truncated { wantedEnd = chunks.usableEnd }
        case .heif, .avif:
            let boxes = ISOBoxes(bytes)
            try self.init(pixels: boxes.pixels, end: boxes.end, of: bytes, "heifload")
            if completeness == .truncated { wantedEnd = boxes.end }
        case .tiff:
            guard let directories = TIFFStructure(bytes) else { throw Self.noPixels("tiffload") }
            if let unsupported = directories.unsupported {
                throw VipsError(operation: "tiffload", message: unsupported, kind: .unsupported)
            }
            try self.init(pixels: directories.pixels, end: directories.end, of: bytes, "tiffload")
            // A last strip may be counted as a full one; counts beyond that are not gone by.
            let isLikely = directories.countedEnd / 2 <= directories.end
            let wanted = isLikely ? directories.countedEnd : directories.end
            if wanted > bytes.count { wantedEnd = wanted }
            samplesPerPixel = directories.samplesPerPixel
            droppedSamples = directories.droppedSamples
        case .gif:
            self.init(completeness: GIFBlocks(bytes).completeness)
        }
    }

    init(_ chunks: PNGChunks?) throws(VipsError) {
        guard let chunks, chunks.hasPixels else { throw Self.noPixels("pngload") }
        self.init(completeness: chunks.isComplete ? .complete : .truncated)
    }

    /// A file that says itself where its pixels are and where it ends.
    private init(pixels: Int?, end: Int, of bytes: PhotoBytes, _ operation: String) throws(VipsError) {
        guard bytes.count < end else {
            self.init(completeness: .complete)
            return
        }
        // Where even the place of the pixels is cut off, there is still the decoder to ask.
        guard pixels.map({ $0 < bytes.count }) ?? true else { throw Self.noPixels(operation) }
        self.init(completeness: .truncated)
    }

    private static func noPixels(_ operation: String) -> VipsError {
        VipsError(operation: operation, message: "a header without pixels", kind: .corrupt)
    }
}
