// A width and a height in pixels: of photos, cells and canvases.

/// A width and a height in whole pixels.
public struct PixelSize: Hashable, Sendable {
    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Width times height, in pixels.
    public var area: Int { width * height }

    /// The size after a quarter turn.
    public var transposed: PixelSize { PixelSize(width: height, height: width) }
}

extension PixelSize: CustomStringConvertible {
    /// As on the command line: `320x240`.
    public var description: String { "\(width)x\(height)" }
}
