// A point in whole pixels.

/// A place in whole pixels; `x` grows to the right, `y` downwards.
public struct PixelPoint: Hashable, Sendable {
    public var x: Int
    public var y: Int

    public init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }
}

extension PixelPoint: CustomStringConvertible {
    /// As X11 writes an offset: `+8+8`.
    public var description: String { "+\(x)+\(y)" }
}
