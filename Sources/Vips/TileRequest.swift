// What is to be painted of a photo, and what came of it.
import Layout

/// One tile: which part of a photo, at what size, on what ground.
public struct TileRequest: Hashable, Sendable {
    /// In the upright photo at full resolution; must lie in it.
    public var crop: PixelRect
    /// Of the tile, upright; the crop is stretched to it.
    public var size: PixelSize
    /// Shows through transparency.
    public var ground: RGBColour

    public init(crop: PixelRect, size: PixelSize, ground: RGBColour = .white) {
        self.crop = crop
        self.size = size
        self.ground = ground
    }
}

/// What came of painting a tile; a failure is thrown instead.
public struct TileOutcome: Hashable, Sendable {
    public struct Damage: Hashable, Sendable {
        public enum Reason: String, Sendable {
            /// The file ends too early.
            case truncated
            /// It is whole, and cannot be decoded wholly.
            case corrupt
        }

        public var reason: Reason
        public var message: String
    }

    static let endsEarly = "the file ends before the picture does"

    /// Nil for a sound photo; else the tile shows what could be decoded.
    public var damage: Damage?
    /// What libvips had to say since the file was opened; empty for most photos, and no verdict on them.
    public var messages: String
}
