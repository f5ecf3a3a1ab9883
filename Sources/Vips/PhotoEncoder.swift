// Encodes a finished canvas to a descriptor.
import Layout

/// A format that collages are written in.
public enum OutputFormat: String, CaseIterable, Hashable, Sendable {
    case jpeg, png, webp, avif, tiff

    /// The format that such a file is read as.
    public var photoFormat: PhotoFormat {
        switch self {
        case .jpeg: .jpeg
        case .png: .png
        case .webp: .webp
        case .avif: .avif
        case .tiff: .tiff
        }
    }
}

/// How a canvas is encoded: sRGB profile attached, and no metadata but the mark of its maker.
public struct PhotoEncoder: Hashable, Sendable {
    public var format: OutputFormat
    /// 1...100, as libvips' `Q`.
    public var quality: Int
    /// The value of `xmp:CreatorTool` in the output: by it our own outputs are known again.
    public var creatorTool: String?

    public init(format: OutputFormat, quality: Int = 85, creatorTool: String? = nil) {
        self.format = format
        self.quality = quality
        self.creatorTool = creatorTool
    }

    /// Encodes 3-byte sRGB pixels, rows without gaps, to where the descriptor stands; the same bytes every time.
    ///
    /// TIFF seeks and reads back: its descriptor must be open for both. WebP and AVIF get an EXIF block from libvips,
    /// with size and resolution only.
    /// - Parameter halfway: called once, when about half of the rows are encoded.
    public func encode(
        _ pixels: UnsafeRawPointer, size: PixelSize, to descriptor: Int32, halfway: (() -> Void)? = nil
    ) throws(VipsError) {
        var encoding = PixelEncoding(format: format.photoFormat, quality: quality)
        encoding.creatorTool = creatorTool
        try encoding.encode(pixels, size: size, to: descriptor, halfway: halfway)
    }
}
