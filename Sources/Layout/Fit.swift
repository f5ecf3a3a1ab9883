// How a photo is placed in its cell: which part of it shows, and on which pixels.

/// How a photo is fitted into a cell.
public enum Fit: UInt8, Sendable, CaseIterable {
    /// The whole photo shows, centred; the ground shows beside it.
    case contain
    /// The photo covers the cell; what is left over on two sides is cut off evenly.
    case cover
    /// As `cover`, but what shows is the part that attracts attention: see `Overview`.
    case smart
}

/// Where a photo's pixels go, and which part of the upright photo they show.
public struct Placement: Hashable, Sendable {
    /// The pixels of the canvas that the photo covers.
    public var rect: PixelRect
    /// The part of the upright photo, in its own pixels, that is shown there.
    public var crop: PixelRect

    public init(rect: PixelRect, crop: PixelRect) {
        self.rect = rect
        self.crop = crop
    }
}

extension Fit {
    /// Places a photo in a cell, centred, its shape kept to within half a pixel.
    ///
    /// Sizes don't tell what attracts attention: `smart` shows the middle here, as `cover` does.
    /// - Parameters:
    ///   - photo: the upright photo's size; both sides at least 1.
    ///   - upscale: whether a photo smaller than its cell may be blown up.
    public func placement(of photo: PixelSize, in cell: PixelRect, upscale: Bool) -> Placement {
        let horizontal = Double(cell.width) / Double(photo.width)
        let vertical = Double(cell.height) / Double(photo.height)
        let wanted = self == .contain ? min(horizontal, vertical) : max(horizontal, vertical)
        let scale = upscale ? wanted : min(wanted, 1)

        func shown(_ length: Int, at most: Int) -> Int {
            min(most, max(1, Int((Double(length) * scale).rounded())))
        }
        let size = PixelSize(
            width: shown(photo.width, at: cell.width), height: shown(photo.height, at: cell.height))
        let rect = PixelRect(
            x: cell.x + (cell.width - size.width) / 2, y: cell.y + (cell.height - size.height) / 2,
            width: size.width, height: size.height)

        guard self != .contain else { return Placement(rect: rect, crop: PixelRect(photo)) }
        func cropped(_ length: Int, to shown: Int) -> Int {
            min(length, max(1, Int((Double(shown) / scale).rounded())))
        }
        let crop = PixelSize(
            width: cropped(photo.width, to: size.width), height: cropped(photo.height, to: size.height))
        return Placement(
            rect: rect,
            crop: PixelRect(
                x: (photo.width - crop.width) / 2, y: (photo.height - crop.height) / 2,
                width: crop.width, height: crop.height))
    }
}
