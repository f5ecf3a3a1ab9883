// A whole photo, painted into memory of its own, and what attracts attention in it.
import CVips
import Glibc
import Layout

/// A painted overview: 3-byte sRGB pixels, upright.
public final class PaintedOverview {
    private let size: PixelSize
    private let pixels: UnsafeMutableRawPointer
    private var bytesPerRow: Int { size.width * 3 }

    /// Makes room for an overview of that size.
    public init(_ size: PixelSize) throws(VipsError) {
        guard let pixels = malloc(size.area * 3) else {
            throw VipsError(
                operation: "overview", message: "no memory for \(size) pixels", kind: .tooLarge)
        }
        self.size = size
        self.pixels = pixels
    }

    deinit {
        free(pixels)
    }

    /// Paints all of a photo, as `PhotoFile.paint` paints a tile.
    public func paint(
        _ file: PhotoFile, header: PhotoHeader, ground: RGBColour = .white, halfway: (() -> Void)? = nil
    ) throws(VipsError) -> TileOutcome {
        defer { withExtendedLifetime(self) {} }
        let all = TileRequest(crop: PixelRect(header.uprightSize), size: size, ground: ground)
        return try file.paint(all, header: header, into: pixels, bytesPerRow: bytesPerRow, halfway: halfway)
    }

    /// The point that attracts attention most, by libvips' `smartcrop`; nil if the search fails.
    ///
    /// It is the middle of one of 32 x 32 fields.
    /// - Parameter crop: the size of the part that is to show: how far around a point counts.
    public func attention(for crop: PixelSize) -> PixelPoint? {
        defer { withExtendedLifetime(self) {} }
        var look = cvips_look()
        look.pixels = UnsafeRawPointer(pixels)
        look.width = Int32(size.width)
        look.height = Int32(size.height)
        look.fields = Int32(Overview.fields)
        look.crop_width = Int32(crop.width)
        look.crop_height = Int32(crop.height)
        var column: Int32 = 0
        var row: Int32 = 0
        var error = cvips_error()
        guard cvips_attention(&look, &column, &row, &error) else { return nil }
        func middle(_ field: Int32, of length: Int) -> Int {
            (2 * Int(field) + 1) * length / (2 * Overview.fields)
        }
        return PixelPoint(x: middle(column, of: size.width), y: middle(row, of: size.height))
    }

    /// Copies a part to rows of the same kind of pixels.
    public func copy(_ part: PixelRect, to rows: UnsafeMutableRawPointer, bytesPerRow: Int) {
        precondition(PixelRect(size).contains(part), "the part lies outside of the overview")
        defer { withExtendedLifetime(self) {} }
        for y in 0..<part.height {
            let row = pixels + (part.y + y) * self.bytesPerRow + part.x * 3
            (rows + y * bytesPerRow).copyMemory(from: row, byteCount: part.width * 3)
        }
    }
}
