// An opaque colour, as grounds have it.

/// An opaque colour in 8-bit sRGB.
public struct RGBColour: Hashable, Sendable {
    public var red: UInt8
    public var green: UInt8
    public var blue: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    public static let white = RGBColour(red: 255, green: 255, blue: 255)
}
