// One synthetic photo: a scene, a size and an orientation that follow from its seed.
import Glibc
import Layout
import Vips

/// A photo as a camera could have taken it; the same for the same seed.
public struct SamplePhoto: Hashable, Sendable {
    public var seed: UInt64
    /// As it is looked at.
    public var uprightSize: PixelSize
    /// How the pixels are stored: 1, 3, 6 or 8, as cameras turn.
    public var orientation: Orientation
    /// As EXIF writes it.
    public var dateTimeOriginal: String
    public var isProgressive = false

    /// A photo of at most that many pixels; shape, orientation and date follow from the seed.
    public init(seed: UInt64, maxPixels: Int = 12_000_000) {
        self.seed = seed
        var random = SampleRandom(seed: seed &+ 0x51_7CC1)
        let shape = Shape.all[Int(seed % UInt64(Shape.all.count))]
        let area = Float(maxPixels) * shape.share * random.number(0.85...1)
        let height = Int((area / shape.ratio).squareRoot())
        uprightSize = PixelSize(width: max(8, Int(Float(height) * shape.ratio)), height: max(8, height))
        orientation = Orientation(rawValue: shape.orientation)!
        let day = Int(seed % 27) + 1
        let time = [Int](
            arrayLiteral: 6 + random.index(below: 14), random.index(below: 60), random.index(below: 60))
        dateTimeOriginal = "2024:06:" + Self.digits(day) + " " + time.map(Self.digits).joined(separator: ":")
    }

    /// Writes it as a JPEG where the descriptor stands.
    public func write(to descriptor: Int32) throws {
        let stored = orientation.turned(uprightSize)
        let pixels = UnsafeMutablePointer<UInt8>.allocate(capacity: stored.area * 3)
        defer { pixels.deallocate() }
        draw(into: pixels)
        var encoding = PixelEncoding(format: .jpeg, quality: 90)
        encoding.isInterlaced = isProgressive
        encoding.exif = ExifFields(orientation: orientation.rawValue, dateTimeOriginal: dateTimeOriginal)
        try encoding.encode(pixels, size: stored, to: descriptor)
    }

    /// Draws the stored pixels, 3 bytes each, rows without gaps.
    public func draw(into pixels: UnsafeMutablePointer<UInt8>) {
        let scene = SampleScene(size: uprightSize, seed: seed)
        let place = StoredPlace(orientation, upright: uprightSize)
        for y in 0..<uprightSize.height {
            scene.draw(row: y, to: pixels + place.offset(x: 0, y: y), step: place.stepX)
        }
    }

    private static func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// What cameras and phones are made to take; `share` is of the most pixels.
    private struct Shape {
        var ratio: Float
        var share: Float
        var orientation: Int

        static let all = [
            Shape(ratio: 4.0 / 3, share: 1, orientation: 1),
            Shape(ratio: 3.0 / 2, share: 0.8, orientation: 1),
            Shape(ratio: 3.0 / 4, share: 1, orientation: 6), Shape(ratio: 1, share: 0.6, orientation: 1),
            Shape(ratio: 16.0 / 9, share: 0.7, orientation: 3),
            Shape(ratio: 2.0 / 3, share: 0.8, orientation: 8),
            Shape(ratio: 4, share: 0.9, orientation: 1), Shape(ratio: 3.0 / 4, share: 0.5, orientation: 1),
            Shape(ratio: 4.0 / 3, share: 0.06, orientation: 1),
            Shape(ratio: 3.0 / 2, share: 1, orientation: 1),
        ]
    }
}

/// Where an upright pixel lies among the stored ones, in bytes, 3 a pixel.
struct StoredPlace {
    let stepX: Int
    private let stepY: Int
    private let start: Int

    init(_ orientation: Orientation, upright size: PixelSize, bytesPerPixel: Int = 3) {
        let walk = orientation.walk(upright: size)
        let row = orientation.turned(size).width * bytesPerPixel
        stepX = walk.column.x * bytesPerPixel + walk.row.x * row
        stepY = walk.column.y * bytesPerPixel + walk.row.y * row
        start = -(walk.x * stepX + walk.y * stepY)
    }

    func offset(x: Int, y: Int) -> Int { start + x * stepX + y * stepY }
}
