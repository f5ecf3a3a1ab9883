// The sign of a photo that is missing: a pale card with a picture on it that is struck through.

import Glibc
import Layout
import Wire

/// Draws by distance: each shape says how far a point is from its edge, which gives smooth edges for free.
///
/// The last small sign is kept: a folder of broken photos shows the same one in every cell.
public final class MissingPhotoSign {
    /// Pixels: larger ones are drawn each time, rather than kept in memory that nobody has counted.
    private static let mostKept = 4 << 20
    private var drawing: Drawing?
    /// Of the drawing, rows without gaps; empty if it is not kept.
    private var pixels: [UInt8] = []

    public init() {}

    /// Paints the sign, or plain ground where none is wanted, into the request's cell.
    public func paint(_ request: SignRequest, on canvas: MappedCanvas) {
        let bytesPerRow = request.canvas.size.width * CanvasPixel.bytes
        let cell = request.cell
        guard request.sign == .missingPhoto else {
            SolidFill.fill(canvas.pixels, rect: cell, bytesPerRow: bytesPerRow, with: request.ground)
            return
        }
        let drawing = Drawing(cell: cell.size, ground: request.ground)
        if drawing != self.drawing {
            self.drawing = drawing
            pixels = cell.size.area <= Self.mostKept ? (0..<cell.height).flatMap(drawing.row) : []
        }
        let rowLength = cell.width * CanvasPixel.bytes
        for y in 0..<cell.height {
            let row =
                pixels.isEmpty ? drawing.row(y)[...] : pixels[y * rowLength..<(y + 1) * rowLength]
            row.withUnsafeBytes {
                (canvas.pixels + (cell.y + y) * bytesPerRow + cell.x * CanvasPixel.bytes)
                    .copyMemory(from: $0.baseAddress!, byteCount: rowLength)
            }
        }
    }

    private struct Drawing: Equatable {
        let width: Double
        let height: Double
        /// Half the width of the drawn picture; everything is in proportion to it.
        let unit: Double
        let ground: RGBColour

        private static let card = RGBColour(red: 0xF1, green: 0xF2, blue: 0xF4)
        private static let ink = RGBColour(red: 0xA9, green: 0xAF, blue: 0xB8)

        init(cell: PixelSize, ground: RGBColour) {
            width = Double(cell.width)
            height = Double(cell.height)
            unit = min(width, height) * 0.2
            self.ground = ground
        }

        func row(_ y: Int) -> [UInt8] {
            var row: [UInt8] = []
            row.reserveCapacity(Int(width) * CanvasPixel.bytes)
            for x in 0..<Int(width) {
                let colour = colour(x: Double(x) + 0.5, y: Double(y) + 0.5)
                row.append(colour.red)
                row.append(colour.green)
                row.append(colour.blue)
            }
            return row
        }

        private func colour(x: Double, y: Double) -> RGBColour {
            // From the middle, the card first, then the picture on it.
            let (x, y) = (x - width / 2, y - height / 2)
            let cardEdge = Self.box(x, y, width / 2, height / 2, radius: min(8, unit / 2))
            let line = max(1, unit * 0.09)

            let frame = abs(Self.box(x, y, unit, unit * 0.78, radius: unit * 0.16)) - line
            let sun = hypot(x + unit * 0.42, y + unit * 0.28) - unit * 0.16
            let inside = Self.box(x, y, unit - 2.2 * line, unit * 0.78 - 2.2 * line, radius: unit * 0.06)
            let hills = max(
                min(
                    Self.hill(x + unit * 0.3, y - unit * 0.05, slope: 0.9),
                    Self.hill(x - unit * 0.38, y + unit * 0.12, slope: 1.1)), inside)
            let picture = min(frame, sun, hills)
            // The stroke, and a gap beside it that keeps it apart from the picture.
            let stroke = Self.segment(x, y, fromX: -unit * 1.15, fromY: unit, toX: unit * 1.15, toY: -unit)
            let ink = min(max(picture, line * 2.4 - stroke), stroke - line)

            let shade = Self.mix(Self.card, Self.ink, Self.cover(ink))
            return Self.mix(ground, shade, Self.cover(cardEdge))
        }

        /// How much of a pixel lies inside, from the distance of its middle to the edge.
        private static func cover(_ distance: Double) -> Double { min(1, max(0, 0.5 - distance)) }

        private static func box(
            _ x: Double, _ y: Double, _ halfWidth: Double, _ halfHeight: Double, radius: Double
        ) -> Double {
            let (dx, dy) = (abs(x) - halfWidth + radius, abs(y) - halfHeight + radius)
            return hypot(max(dx, 0), max(dy, 0)) + min(max(dx, dy), 0) - radius
        }

        /// Below a roof with its top at the origin.
        private static func hill(_ x: Double, _ y: Double, slope: Double) -> Double {
            (abs(x) * slope - y) / (slope * slope + 1).squareRoot()
        }

        private static func segment(
            _ x: Double, _ y: Double, fromX: Double, fromY: Double, toX: Double, toY: Double
        ) -> Double {
            let (dx, dy) = (toX - fromX, toY - fromY)
            let along = ((x - fromX) * dx + (y - fromY) * dy) / (dx * dx + dy * dy)
            let nearest = min(1, max(0, along))
            return hypot(x - fromX - nearest * dx, y - fromY - nearest * dy)
        }

        private static func mix(_ from: RGBColour, _ to: RGBColour, _ share: Double) -> RGBColour {
            func channel(_ a: UInt8, _ b: UInt8) -> UInt8 {
                UInt8((Double(a) + (Double(b) - Double(a)) * share).rounded())
            }
            return RGBColour(
                red: channel(from.red, to.red), green: channel(from.green, to.green),
                blue: channel(from.blue, to.blue))
        }
    }
}
