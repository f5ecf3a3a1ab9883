// Colours: every way of storing them comes out as the sRGB that was meant.
import Layout
import SamplePhotos
import Testing
import Vips

extension VipsTests {
    struct Colours {
        init() throws { try VipsLibrary.start(programName: "VipsTests") }

        private let greys = TestPicture.colours.map { colour in
            let grey = TestPicture.grey(colour)
            return RGBColour(red: grey, green: grey, blue: grey)
        }

        @Test(arguments: [PhotoFormat.png, .webp, .tiff, .avif])
        func `transparency shows the ground, never black`(format: PhotoFormat) throws {
            var picture = TestPicture(format: format)
            picture.bands = .rgba
            let ground = RGBColour(red: 250, green: 120, blue: 10)
            let photo = try PaintedPhoto(try picture.bytes(), ground: ground)
            #expect(photo.header.hasAlpha)
            #expect(photo.distance(from: [ground] + TestPicture.colours.dropFirst()) <= tolerance)
        }

        @Test(arguments: [8, 16])
        func `grey with alpha is laid on a coloured ground`(bits: Int) throws {
            var picture = TestPicture(format: .png)
            picture.bands = .greyAlpha
            picture.encoding.bitsPerSample = bits
            let ground = RGBColour(red: 250, green: 120, blue: 10)
            let photo = try PaintedPhoto(try picture.bytes(), ground: ground)
            #expect(photo.header.bitsPerSample == bits)
            #expect(photo.distance(from: [ground] + greys.dropFirst()) <= 1)
        }

        @Test(arguments: [PhotoFormat.jpeg, .png, .tiff])
        func `one band becomes three`(format: PhotoFormat) throws {
            var picture = TestPicture(format: format)
            picture.bands = .grey
            let photo = try PaintedPhoto(try picture.bytes())
            #expect(photo.header.bands == 1)
            #expect(photo.distance(from: greys) <= 3)
        }

        @Test(arguments: [TestPicture.Bands.grey, .rgb, .rgba])
        func `16 bits are rounded to 8`(bands: TestPicture.Bands) throws {
            var picture = TestPicture(format: .png)
            picture.bands = bands
            picture.encoding.bitsPerSample = 16
            let photo = try PaintedPhoto(try picture.bytes(), size: PixelSize(width: 96, height: 64))
            #expect(photo.header.bitsPerSample == 16)
            let wanted = bands == .grey ? greys : TestPicture.colours
            #expect(photo.distance(from: bands == .rgba ? [.white] + wanted.dropFirst() : wanted) == 0)
        }

        @Test func `a palette is looked up`() throws {
            var picture = TestPicture(format: .png)
            picture.encoding.hasPalette = true
            #expect(try PaintedPhoto(try picture.bytes()).distance() <= tolerance)
        }

        @Test func `inks keep their hue`() throws {
            var picture = TestPicture()
            picture.encoding.isCMYK = true
            picture.encoding.attachesProfile = false
            let photo = try PaintedPhoto(try picture.bytes())
            #expect(photo.header.bands == 4)
            let (red, green, blue, yellow) = (
                photo.quadrants[0], photo.quadrants[1], photo.quadrants[2], photo.quadrants[3]
            )
            #expect(red[0] > red[1] + 60 && red[0] > red[2] + 60)
            #expect(green[1] > green[0] + 40 && green[1] > green[2] + 20)
            #expect(blue[2] > blue[0] && blue[2] > blue[1])
            #expect(yellow[0] > yellow[2] + 60 && yellow[1] > yellow[2] + 60)
        }

        @Test(arguments: [PhotoFormat.jpeg, .png, .heif], [TestPicture.Bands.rgb, .rgba])
        func `Display P3 comes out as sRGB`(format: PhotoFormat, bands: TestPicture.Bands) throws {
            if format == .jpeg && bands == .rgba { return }
            var picture = TestPicture(format: format)
            picture.bands = bands
            picture.encoding.profile = "p3"
            let photo = try PaintedPhoto(try picture.bytes())
            let colours = bands == .rgb ? TestPicture.colours : [.white] + TestPicture.colours.dropFirst()
            #expect(photo.distance(from: colours) <= tolerance)
        }

        @Test func `Display P3 is not taken for sRGB`() throws {
            var picture = TestPicture(format: .png)
            picture.encoding.profile = "p3"
            let kept = try PaintedPhoto(try picture.bytes())
            let bytes = try picture.bytes()
            // The same numbers without the profile's chunk name: nobody converts them.
            var stripped = bytes
            let place = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("iCCP".utf8)) })
            stripped[place] = UInt8(ascii: "x")
            let ignored = try PaintedPhoto(stripped)
            #expect(kept.distance() <= 2)
            #expect(ignored.distance() > 15)
        }

        @Test func `an sRGB profile leaves the numbers alone`() throws {
            let photo = try PaintedPhoto(
                try TestPicture(format: .png).bytes(), size: PixelSize(width: 96, height: 64))
            #expect(photo.distance() == 0)
        }

        @Test func `without a profile R03 means Adobe RGB`() throws {
            var picture = TestPicture()
            picture.encoding.attachesProfile = false
            let plain = try PaintedPhoto(try picture.bytes())
            picture.encoding.exif = ExifFields(isAdobeRGB: true)
            let adobe = try PaintedPhoto(try picture.bytes())
            #expect(plain.distance() <= tolerance)
            #expect(adobe.header.isAdobeRGB)
            // (40, 160, 60) of Adobe RGB is outside of sRGB: no red is left; and red gets stronger.
            #expect(adobe.quadrants[1][0] < 10)
            #expect(adobe.quadrants[0][0] > 220)
            // With a profile, what EXIF says does not count.
            picture.encoding.attachesProfile = true
            #expect(try PaintedPhoto(try picture.bytes()).distance() <= tolerance)
        }

        @Test func `grey with an RGB profile keeps its numbers`() throws {
            var picture = TestPicture(format: .jpeg)
            picture.bands = .grey
            let grey = try picture.bytes()
            let coloured = try TestPicture(format: .jpeg).bytes()
            let photo = try PaintedPhoto(
                Array(grey[..<2]) + TestProfile.segment(of: coloured) + Array(grey[2...]))
            #expect(photo.outcome.damage == nil)
            #expect(photo.distance(from: greys) <= 3)
        }

        @Test(arguments: [TestPicture.Bands.grey, .rgb], [true, false])
        func `a profile that is broken, or of another space, changes nothing`(
            bands: TestPicture.Bands, isBroken: Bool
        ) throws {
            var picture = TestPicture()
            picture.bands = bands
            picture.encoding.attachesProfile = false
            let bytes = try picture.bytes()
            let coloured =
                bands == .grey ? TestProfile.of(try TestPicture().bytes()) : TestProfile.grey(gamma: 1)
            let profile = isBroken ? Array(TestProfile.grey(gamma: 1)[..<140]) + [1, 2, 3] : coloured
            let photo = try PaintedPhoto(bytes[..<2] + TestProfile.segment(profile) + bytes[2...])
            #expect(photo.outcome.damage == nil)
            #expect(photo.looksLike(try PaintedPhoto(bytes)))
        }

        @Test func `grey with its own profile and alpha is converted before it is laid on the ground`() throws
        {
            let size = PixelSize(width: 8, height: 8)
            var samples: [UInt8] = []
            for place in 0..<size.area { samples += [99, place % 8 < 4 ? 255 : 0] }
            var tiff = HandmadeTIFF(size, samples: samples)
            tiff.fields[338] = .short(2)  // ExtraSamples: alpha that is not multiplied
            tiff.fields[34675] = .bytes(TestProfile.grey(gamma: 1.8))
            let photo = try PaintedPhoto(tiff.bytes, ground: RGBColour(red: 250, green: 120, blue: 10))
            // (99 / 255) ^ 1.8 of light is 119 of sRGB.
            #expect(photo.pixel(8, 16).allSatisfy { abs($0 - 119) <= 2 })
            #expect(photo.pixel(40, 16) == [250, 120, 10])
        }
    }
}
