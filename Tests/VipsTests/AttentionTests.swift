// Attention: found in the upright picture, however it is stored.
import Layout
import SamplePhotos
import Testing
import Vips

extension VipsTests {
    struct Attention {
        init() throws { try VipsLibrary.start(programName: "VipsTests") }

        private static let wide = PixelSize(width: 1200, height: 400)
        private static let patch = PixelRect(x: 1000, y: 220, width: 128, height: 128)
        private let cell = PixelRect(x: 0, y: 0, width: 100, height: 100)

        private static func picture(_ format: PhotoFormat = .jpeg) -> TestPicture {
            var picture = TestPicture(wide, format: format)
            picture.patch = patch
            return picture
        }

        /// The part of a photo that is chosen for a square cell.
        private func crop(_ bytes: [UInt8]) throws -> PixelRect {
            let scratch = try ScratchFile(bytes)
            let file = try PhotoFile(descriptor: scratch.descriptor)
            let header = try file.header()
            let photo = header.uprightSize
            let overview = try #require(
                Overview(of: photo, Fit.smart.placement(of: photo, in: cell, upscale: false)))
            let painted = try PaintedOverview(overview.size)
            #expect(try painted.paint(file, header: header).damage == nil)
            let point = try #require(painted.attention(for: overview.crop))
            return overview.placement(around: point).crop
        }

        @Test(arguments: 1...8)
        func `the crop holds what catches the eye, in each orientation`(orientation: Int) throws {
            var picture = Self.picture()
            picture.orientation = try #require(Orientation(rawValue: orientation))
            let crop = try crop(try picture.bytes())
            #expect(crop.contains(Self.patch), "\(crop)")
            #expect(crop.size == PixelSize(width: 400, height: 400))
        }

        @Test(arguments: [0, 300, 536, 800, 1072])
        func `the crop follows what catches the eye`(x: Int) throws {
            var picture = Self.picture()
            picture.patch = PixelRect(x: x, y: 120, width: 128, height: 128)
            let crop = try crop(try picture.bytes())
            let wanted = min(max(0, x + 64 - 200), 800)
            // A field is 37.5 pixels wide.
            #expect(abs(crop.x - wanted) <= 38, "\(crop)")
        }

        @Test(arguments: PhotoFormat.allCases)
        func `the crop is the same in each format`(format: PhotoFormat) throws {
            let wanted = try crop(try Self.picture(.png).bytes())
            let crop = try crop(try Self.picture(format).bytes())
            // Two pixels of the tile.
            #expect(abs(crop.x - wanted.x) <= 8)
        }

        @Test(arguments: [1, 6, 8])
        func `the crop is the same with another colour profile`(orientation: Int) throws {
            let wanted = try crop(try Self.picture(.png).bytes())
            var picture = Self.picture()
            picture.orientation = try #require(Orientation(rawValue: orientation))
            picture.encoding.profile = "p3"
            let crop = try crop(try picture.bytes())
            #expect(abs(crop.x - wanted.x) <= 8)
        }

        @Test func `the overview is in sRGB`() throws {
            var picture = TestPicture()
            picture.encoding.profile = "p3"
            let scratch = try ScratchFile(try picture.bytes())
            let file = try PhotoFile(descriptor: scratch.descriptor)
            let painted = try PaintedOverview(picture.uprightSize)
            _ = try painted.paint(file, header: try file.header())
            var pixel: [UInt8] = [0, 0, 0]
            pixel.withUnsafeMutableBytes {
                painted.copy(
                    PixelRect(x: 72, y: 16, width: 1, height: 1), to: $0.baseAddress!, bytesPerRow: 3)
            }
            let green = TestPicture.colours[1]
            #expect(abs(Int(pixel[0]) - Int(green.red)) <= tolerance, "\(pixel)")
            #expect(abs(Int(pixel[1]) - Int(green.green)) <= tolerance, "\(pixel)")
        }

        @Test func `a part of the overview is copied as it is`() throws {
            let scratch = try ScratchFile(try TestPicture(format: .png).bytes())
            let file = try PhotoFile(descriptor: scratch.descriptor)
            let painted = try PaintedOverview(PixelSize(width: 96, height: 64))
            _ = try painted.paint(file, header: try file.header())
            // Around the middle, where all four colours meet, into rows that are longer.
            var pixels = [UInt8](repeating: 1, count: 2 * 20)
            pixels.withUnsafeMutableBytes {
                painted.copy(
                    PixelRect(x: 47, y: 31, width: 2, height: 2), to: $0.baseAddress!, bytesPerRow: 20)
            }
            let colours = TestPicture.colours.map { [$0.red, $0.green, $0.blue] }
            let rest = [UInt8](repeating: 1, count: 14)
            #expect(pixels == colours[0] + colours[1] + rest + colours[2] + colours[3] + rest)
        }

        @Test(arguments: [PixelSize(width: 1, height: 1), PixelSize(width: 2000, height: 1)])
        func `odd sizes have a point too`(size: PixelSize) throws {
            let scratch = try ScratchFile(try TestPicture(format: .png).bytes())
            let file = try PhotoFile(descriptor: scratch.descriptor)
            let painted = try PaintedOverview(size)
            _ = try painted.paint(file, header: try file.header())
            let point = try #require(painted.attention(for: PixelSize(width: 1, height: 1)))
            #expect(point.x < size.width && point.y < size.height)
        }
    }
}
