// Reads a photo's header: JPEG and PNG by their own markers and chunks, the others through libvips.
import CVips
import Layout

extension PhotoFile {
    /// Reads the header only: nothing is decoded. Of a PNG all chunks are passed by, since EXIF may be behind them.
    public func header() throws(VipsError) -> PhotoHeader {
        switch format {
        case .jpeg: try jpegHeader()
        case .png: try pngHeader()
        default: try openedHeader()
        }
    }

    private static let longestExif = 1 << 20

    private func jpegHeader() throws(VipsError) -> PhotoHeader {
        var bytes = prefix
        var markers = JPEGMarkers(bytes)
        if markers.firstScan == nil && bytes.count < byteCount {
            bytes = try contents()
            markers = JPEGMarkers(bytes)
        }
        if let unsupported = markers.unsupported {
            throw VipsError(operation: "jpegload", message: unsupported, kind: .unsupported)
        }
        guard markers.hasFrame else {
            throw VipsError(operation: "jpegload", message: "no frame header", kind: .corrupt)
        }
        let exif = markers.exif.map { ExifTags(UnsafeRawBufferPointer(rebasing: bytes[$0])) } ?? ExifTags()
        var header = PhotoHeader(
            format: format, size: PixelSize(width: markers.width, height: markers.height), exif: exif)
        header.bands = markers.components
        header.isHeldWhole = markers.isProgressive
        header.samplesPerPixel = markers.samplesPerPixel
        return header
    }

    private func pngHeader() throws(VipsError) -> PhotoHeader {
        guard let chunks = pngChunks() else {
            throw VipsError(operation: "pngload", message: "no image header", kind: .corrupt)
        }
        // JPEG allows it 64 KB; what is much longer is not read.
        let block = chunks.exif.flatMap { $0.count <= Self.longestExif ? anyBytes.bytes($0) : nil }
        let exif = block.map { block in block.withUnsafeBytes { ExifTags($0) } }
        var header = PhotoHeader(
            format: format, size: PixelSize(width: chunks.width, height: chunks.height),
            exif: exif ?? ExifTags())
        header.bands = chunks.bands
        header.bitsPerSample = chunks.bitsPerSample
        header.hasAlpha = chunks.hasAlpha
        header.isHeldWhole = chunks.isInterlaced
        header.frames = chunks.frames
        return header
    }

    /// Opens what is there; where that fails since the file is cut, it says so.
    private func opened(_ source: cvips_source) throws(VipsError) -> OpenImage {
        do {
            return try OpenImage(source)
        } catch let error where error.kind == .corrupt {
            throw try structure().completeness == .truncated ? error.truncated : error
        }
    }

    private func openedHeader() throws(VipsError) -> PhotoHeader {
        let image = try opened(try source(shrink: 1, tolerant: true))
        let info = image.info
        // A TIFF's own directories are those of its EXIF; libvips does not tell of them.
        var exif =
            format == .tiff
            ? ExifTags(anyBytes)
            : ExifTags(UnsafeRawBufferPointer(start: info.exif, count: info.exif_length))
        switch format {
        case .heif, .avif: exif.orientation = .upright
        default: break
        }
        var header = PhotoHeader(
            format: format, size: PixelSize(width: Int(info.width), height: Int(info.height)), exif: exif)
        header.bands = Int(info.bands)
        header.bitsPerSample = Int(info.bits)
        header.hasAlpha = info.alpha
        header.isHeldWhole = format != .tiff
        if format == .tiff { header.samplesPerPixel = Double(try structure().samplesPerPixel) }
        header.frames = max(1, Int(info.pages))
        return header
    }
}

extension PhotoHeader {
    /// An 8-bit RGB photo of one frame, decoded row by row, until more is known.
    fileprivate init(format: PhotoFormat, size: PixelSize, exif: ExifTags) {
        self.init(
            format: format, storedSize: size, orientation: exif.orientation, frames: 1, bands: 3,
            bitsPerSample: 8, hasAlpha: false, isHeldWhole: false,
            dateTimeOriginal: exif.dateTimeOriginal, subSecTimeOriginal: exif.subSecTimeOriginal,
            offsetTimeOriginal: exif.offsetTimeOriginal, isAdobeRGB: exif.isAdobeRGB,
            samplesPerPixel: 3)
    }
}
