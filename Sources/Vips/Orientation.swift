// The eight orientations of EXIF, and how coordinates go from stored to upright.
import Layout

/// How a stored picture must be turned to be upright: EXIF's Orientation, 1...8.
public struct Orientation: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public static let upright = Orientation(unchecked: 1)

    /// Nil for anything but 1...8.
    public init?(rawValue: Int) {
        guard (1...8).contains(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    private init(unchecked rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Whether width and height change places.
    public var isTransposed: Bool { rawValue >= 5 }

    /// The size after this turn, and also before it: it is its own inverse for sizes.
    public func turned(_ size: PixelSize) -> PixelSize { isTransposed ? size.transposed : size }

    /// Where in an upright picture of that size its first stored pixel, next column and next row lie.
    ///
    /// EXIF 2.32, 4.6.4, tag 0x0112: names the sides on which row 0 and column 0 appear.
    public func walk(upright size: PixelSize) -> Walk {
        let right = size.width - 1
        let bottom = size.height - 1
        switch rawValue {
        case 2: return Walk(x: right, y: 0, column: (-1, 0), row: (0, 1))
        case 3: return Walk(x: right, y: bottom, column: (-1, 0), row: (0, -1))
        case 4: return Walk(x: 0, y: bottom, column: (1, 0), row: (0, -1))
        case 5: return Walk(x: 0, y: 0, column: (0, 1), row: (1, 0))
        case 6: return Walk(x: right, y: 0, column: (0, 1), row: (-1, 0))
        case 7: return Walk(x: right, y: bottom, column: (0, -1), row: (-1, 0))
        case 8: return Walk(x: 0, y: bottom, column: (0, -1), row: (1, 0))
        default: return Walk(x: 0, y: 0, column: (1, 0), row: (0, 1))
        }
    }

    /// The rectangle as stored, of one given in the upright picture of that size.
    func stored(_ rect: PixelRect, upright size: PixelSize) -> PixelRect {
        let walk = walk(upright: size)
        let first = walk.stored(x: rect.x, y: rect.y)
        let last = walk.stored(x: rect.maxX - 1, y: rect.maxY - 1)
        return PixelRect(
            x: min(first.x, last.x), y: min(first.y, last.y),
            width: abs(first.x - last.x) + 1, height: abs(first.y - last.y) + 1)
    }

    /// A way through an upright picture in stored order: a start, and two steps along the axes.
    public struct Walk: Sendable {
        public var x: Int
        public var y: Int
        public var column: (x: Int, y: Int)
        public var row: (x: Int, y: Int)

        fileprivate func stored(x: Int, y: Int) -> (x: Int, y: Int) {
            let across = (x: x - self.x, y: y - self.y)
            return (
                across.x * column.x + across.y * column.y, across.x * row.x + across.y * row.y
            )
        }
    }
}
