// What is known of a photo before any pixel of it is decoded.
import Layout

/// A photo's header.
public struct PhotoHeader: Hashable, Sendable {
    public var format: PhotoFormat
    /// Full resolution, as stored: of the first frame or page.
    public var storedSize: PixelSize
    /// HEIF and AVIF carry their own rotation, which their loader applies: 1.
    public var orientation: Orientation
    /// Frames of an animation, pages of a document; only the first is ever painted.
    public var frames: Int
    /// Colours and alpha: 1...5.
    public var bands: Int
    /// 8 or 16; more for TIFF.
    public var bitsPerSample: Int
    public var hasAlpha: Bool
    /// Progressive JPEG, interlaced PNG, HEIF, AVIF, WebP, GIF: no part is there before the whole is.
    public var isHeldWhole: Bool
    /// As EXIF writes it: `2024:06:01 12:34:56`.
    public var dateTimeOriginal: String?
    /// Digits after the decimal point of the seconds.
    public var subSecTimeOriginal: String?
    /// As `+02:00`.
    public var offsetTimeOriginal: String?
    /// EXIF's interoperability index says R03: without a profile the pixels are Adobe RGB.
    public var isAdobeRGB: Bool

    /// Samples a pixel, chroma subsampling counted.
    var samplesPerPixel: Double

    /// Full resolution, after the orientation is applied.
    public var uprightSize: PixelSize { orientation.turned(storedSize) }

    /// About how many bytes decoding holds at once at a shrink of 1, 2, 4 or 8, the file's own not counted.
    public func decodeMemory(shrink: Int = 1) -> Int {
        // A header may claim sizes whose products no `Int` holds: those are more memory than any machine has.
        Int(min(decodeBytes(shrink: Double(shrink)), 0x1p47))
    }

    private func decodeBytes(shrink: Double) -> Double {
        let area = Double(storedSize.width) * Double(storedSize.height)
        let sample = Double(max(1, bitsPerSample / 8))
        let pixel = Double(bands) * sample
        // Line caches of the loader and of the resize hold about this many rows.
        let rows = 128 * ((Double(storedSize.width) / shrink).rounded(.down) + 1) * pixel
        switch format {
        case .jpeg where isHeldWhole:
            // Progressive: the coefficients of all scans, 2 bytes each.
            return area * samplesPerPixel * 2 + rows
        case .jpeg: return rows
        case .png where isHeldWhole: return area * pixel + rows
        case .png: return rows
        case .webp: return area * 4 + area / (shrink * shrink) * 4 + rows
        // Planes of the codec, and the interleaved picture made of them.
        case .heif, .avif: return area * (pixel + 3 * sample) + rows
        case .gif: return area * 8 + rows
        // One strip may be all of it, samples that are left out included.
        case .tiff: return area * max(pixel, samplesPerPixel * sample) + rows
        }
    }

    /// The shrink at which `paint` decodes a crop of one size for a tile of another, both upright: 1, 2, 4, 8.
    ///
    /// A factor of 2 stays for the resize after it: one step more is faster and visibly wrong.
    public func shrink(crop: PixelSize, size: PixelSize) -> Int {
        guard format == .jpeg || format == .webp else { return 1 }
        for shrink in [8, 4, 2] {
            let least = 2 * shrink
            if crop.width >= least * size.width && crop.height >= least * size.height { return shrink }
        }
        return 1
    }
}
