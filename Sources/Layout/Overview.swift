// The picture of a whole photo in which the part that is to show is looked for, and what follows from finding it.

/// A whole photo at a small size, and the crop that can be moved in it.
public struct Overview: Hashable, Sendable {
    /// Attention is told to one of so many columns and rows, by libvips' smartcrop.
    public static let fields = 32
    /// The most pixels of an overview that a tile is cut out of; above, the tile is painted after it.
    ///
    /// Up to here scaling all costs less than decoding a photo of 10 megapixels twice, and 3 MB are little beside
    /// what a worker may hold for decoding.
    public static let mostWithTile = 1 << 20
    /// About as many pixels as an overview has that serves for looking only: eight by eight a field.
    static let enoughToLook = 1 << 16

    public let photo: PixelSize
    /// How the photo is placed if nothing in it attracts attention.
    public let middle: Placement
    /// Of the overview.
    public let size: PixelSize
    /// Whether the overview has the tile's scale, so that the tile can be cut out of it.
    public let holdsTile: Bool

    /// Nil where so little of the photo is cut off that attention can't tell one part from another.
    public init?(of photo: PixelSize, _ middle: Placement) {
        func isWorthChoosing(_ crop: Int, of length: Int) -> Bool { (length - crop) * Self.fields > length }
        guard
            isWorthChoosing(middle.crop.width, of: photo.width)
                || isWorthChoosing(middle.crop.height, of: photo.height)
        else { return nil }
        self.photo = photo
        self.middle = middle
        let scaled = PixelSize(
            width: Self.scaled(photo.width, from: middle.crop.width, to: middle.rect.width),
            height: Self.scaled(photo.height, from: middle.crop.height, to: middle.rect.height))
        // A photo that is blown up costs less to decode twice than to scale as a whole.
        holdsTile = scaled.area <= min(Self.mostWithTile, photo.area)
        let pixels = holdsTile ? scaled.area : min(Self.enoughToLook, photo.area)
        let shrink = (Double(scaled.area) / Double(pixels)).squareRoot()
        size = PixelSize(
            width: max(1, Int(Double(scaled.width) / shrink)),
            height: max(1, Int(Double(scaled.height) / shrink)))
    }

    /// The size that the crop has in the overview.
    public var crop: PixelSize {
        PixelSize(
            width: max(1, Self.scaled(middle.crop.width, from: photo.width, to: size.width)),
            height: max(1, Self.scaled(middle.crop.height, from: photo.height, to: size.height)))
    }

    /// Where a placement's tile lies in the overview that holds it.
    public func part(of placement: Placement) -> PixelRect {
        precondition(holdsTile, "this overview has another scale")
        return PixelRect(
            x: Self.scaled(placement.crop.x, from: photo.width, to: size.width),
            y: Self.scaled(placement.crop.y, from: photo.height, to: size.height),
            width: placement.rect.width, height: placement.rect.height)
    }

    /// The placement whose crop has a point of the overview in its middle, as nearly as the photo's edges allow.
    public func placement(around point: PixelPoint) -> Placement {
        /// By whole pixels of the overview, so that what is cut out of it shows just that.
        func start(around point: Int, of crop: Int, side: Int, in length: Int) -> Int {
            let wanted = Self.scaled(point, from: side, to: length) - crop / 2
            let whole = Self.scaled(max(0, wanted), from: length, to: side)
            return min(Self.scaled(whole, from: side, to: length), length - crop)
        }
        var placement = middle
        placement.crop.x = start(
            around: point.x, of: middle.crop.width, side: size.width, in: photo.width)
        placement.crop.y = start(
            around: point.y, of: middle.crop.height, side: size.height, in: photo.height)
        return placement
    }

    /// A length on another scale, to the nearest pixel.
    private static func scaled(_ length: Int, from: Int, to: Int) -> Int {
        (length * to + from / 2) / from
    }
}
