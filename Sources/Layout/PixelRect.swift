// A rectangle of whole pixels, with its origin at the top left.

/// A rectangle in whole pixels; `x` grows to the right, `y` downwards.
public struct PixelRect: Hashable, Sendable {
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The rectangle of that size whose top left corner is the origin.
    public init(_ size: PixelSize) {
        self.init(x: 0, y: 0, width: size.width, height: size.height)
    }

    public var size: PixelSize { PixelSize(width: width, height: height) }
    /// One past the last column.
    public var maxX: Int { x + width }
    /// One past the last row.
    public var maxY: Int { y + height }

    /// Whether the other rectangle lies wholly in this one.
    public func contains(_ other: PixelRect) -> Bool {
        other.x >= x && other.y >= y && other.maxX <= maxX && other.maxY <= maxY
    }

    /// Whether the two share a pixel.
    public func overlaps(_ other: PixelRect) -> Bool {
        x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
    }
}

extension PixelRect: CustomStringConvertible {
    /// As X11 writes a geometry: `320x240+8+8`.
    public var description: String { "\(width)x\(height)+\(x)+\(y)" }
}
