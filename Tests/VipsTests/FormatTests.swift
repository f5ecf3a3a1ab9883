// Formats: told by content, loaded upright, saved and loaded again.
import Layout
import SamplePhotos
import Testing
import Vips

extension VipsTests {
    struct Formats {
        init() throws { try VipsLibrary.start(programName: "VipsTests") }

        @Test(arguments: [
            ([0xFF, 0xD8, 0xFF, 0xE0], PhotoFormat.jpeg),
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),
            (Array("RIFF\0\0\0\0WEBPVP8 ".utf8), .webp), (Array("GIF89a".utf8), .gif),
            ([0x49, 0x49, 0x2A, 0], .tiff), ([0x4D, 0x4D, 0, 0x2A], .tiff),
            (Array("\0\0\0\u{18}ftypheic\0\0\0\0mif1heic".utf8), .heif),
            (Array("\0\0\0\u{18}ftypmif1\0\0\0\0mif1avif".utf8), .avif),
        ])
        func `a format is told by its first bytes`(bytes: [UInt8], format: PhotoFormat) {
            #expect(bytes.withUnsafeBytes { PhotoFormat.sniff($0) } == format)
        }

        @Test(arguments: [
            "<svg xmlns='http://www.w3.org/2000/svg'/>", "%PDF-1.4", "P6 1 1 255\n", "RIFF\0\0\0\0WAVE",
            "II*\0\u{10}\0\0\0CR",
            "\0\0\0\u{18}ftypisom\0\0\0\0mp41isom", "x",
        ])
        func `anything else is unsupported`(text: String) throws {
            #expect(Array(text.utf8).withUnsafeBytes { PhotoFormat.sniff($0) } == nil)
            let error = vipsError { _ = try PaintedPhoto(Array(text.utf8)) }
            #expect(error?.kind == .unsupported)
        }

        @Test(arguments: PhotoFormat.allCases)
        func `each format comes back with its colours`(format: PhotoFormat) throws {
            let bytes = try TestPicture(format: format).bytes()
            let photo = try PaintedPhoto(bytes)
            #expect(photo.header.format == format)
            #expect(photo.header.uprightSize == PixelSize(width: 96, height: 64))
            #expect(photo.header.frames == 1)
            #expect(photo.outcome.damage == nil)
            #expect(photo.distance() <= tolerance)
        }

        @Test(arguments: 1...8)
        func `each orientation comes out upright`(orientation: Int) throws {
            var picture = TestPicture()
            picture.orientation = try #require(Orientation(rawValue: orientation))
            let photo = try PaintedPhoto(try picture.bytes())
            #expect(photo.header.orientation.rawValue == orientation)
            #expect(photo.header.uprightSize == PixelSize(width: 96, height: 64))
            #expect(photo.distance() <= tolerance)
        }

        @Test(arguments: 1...8, [0, 1, 2, 3])
        func `a crop is taken of the upright picture`(orientation: Int, quadrant: Int) throws {
            var picture = TestPicture(PixelSize(width: 960, height: 640))
            picture.orientation = try #require(Orientation(rawValue: orientation))
            let crop = PixelRect(x: quadrant % 2 * 480, y: quadrant / 2 * 320, width: 480, height: 320)
            let photo = try PaintedPhoto(
                try picture.bytes(), crop: crop, size: PixelSize(width: 24, height: 16))
            let colour = TestPicture.colours[quadrant]
            #expect(photo.distance(from: [colour, colour, colour, colour]) <= tolerance)
        }

        @Test(arguments: [PhotoFormat.jpeg, .webp, .png], [1, 3, 7, 12, 20])
        func `every shrink gives the same picture`(format: PhotoFormat, times: Int) throws {
            let size = PixelSize(width: 48 * times + 5, height: 32 * times + 3)
            let photo = try PaintedPhoto(try TestPicture(size, format: format).bytes())
            #expect(photo.distance() <= tolerance)
            // The seam stays in the middle: the pixels on both sides of it are still of their own colour.
            #expect(abs(photo.pixel(21, 8)[0] - 0xC8) <= 2 * tolerance)
            #expect(abs(photo.pixel(26, 8)[0] - 0x28) <= 2 * tolerance)
        }

        @Test func `progressive and interlaced files are held whole`() throws {
            for format in [PhotoFormat.jpeg, .png] {
                var picture = TestPicture(PixelSize(width: 400, height: 300), format: format)
                let plain = try PaintedPhoto(try picture.bytes())
                picture.encoding.isInterlaced = true
                let whole = try PaintedPhoto(try picture.bytes())
                #expect(!plain.header.isHeldWhole && whole.header.isHeldWhole)
                #expect(whole.header.decodeMemory() > plain.header.decodeMemory())
                #expect(whole.distance() <= tolerance)
            }
        }

        @Test func `a small picture can be blown up`() throws {
            let bytes = try TestPicture(PixelSize(width: 16, height: 16), format: .png).bytes()
            let photo = try PaintedPhoto(bytes, size: PixelSize(width: 200, height: 100))
            #expect(photo.distance() <= 2)
        }

        @Test(arguments: [PhotoFormat.png, .tiff])
        func `a streamed file gives the same pixels as one that is held`(format: PhotoFormat) throws {
            let bytes = try TestPicture(PixelSize(width: 500, height: 300), format: format).bytes()
            let held = try PaintedPhoto(bytes)
            let streamed = try PaintedPhoto(bytes, largestHeld: 0)
            #expect(streamed.header == held.header)
            #expect(streamed.looksLike(held))
            #expect(streamed.outcome.damage == nil)
        }

        @Test func `fields of EXIF are read`() throws {
            var picture = TestPicture()
            picture.encoding.exif = ExifFields(
                dateTimeOriginal: "2024:06:01 12:34:56", subSecTimeOriginal: "789",
                offsetTimeOriginal: "+02:00")
            let header = try PaintedPhoto(try picture.bytes()).header
            #expect(header.dateTimeOriginal == "2024:06:01 12:34:56")
            #expect(header.subSecTimeOriginal == "789")
            #expect(header.offsetTimeOriginal == "+02:00")
            #expect(!header.isAdobeRGB)
        }

        @Test(arguments: [false, true])
        func `EXIF of a PNG is read wherever it stands`(isStreamed: Bool) throws {
            var jpeg = TestPicture()
            jpeg.orientation = try #require(Orientation(rawValue: 3))
            jpeg.encoding.exif = ExifFields(dateTimeOriginal: "2024:06:01 12:34:56")
            let segment = try jpeg.bytes()
            let mark = Array("Exif\0\0".utf8)
            let start = try #require(segment.indices.first { segment[$0...].starts(with: mark) })
            let length = Int(segment[start - 2]) << 8 | Int(segment[start - 1])
            let block = segment[start + 6..<start - 2 + length]
            // Noise, so that the pixels fill more than what is read at first.
            let size = PixelSize(width: 300, height: 300)
            var state: UInt32 = 7
            let samples = (0..<size.area * 3).map { _ in
                state = state &* 1_664_525 &+ 1_013_904_223
                return UInt8(state >> 24)
            }
            let file = try ScratchFile()
            try PixelEncoding(format: .png).encode(samples, size: size, to: file.descriptor)
            let png = file.contents()
            let count = block.count
            // The check sum is not looked at.
            let chunk =
                [0, 0, UInt8(count >> 8), UInt8(count & 0xFF)] + Array("eXIf".utf8) + block + [0, 0, 0, 0]
            for place in [33, png.count - 12] {
                let bytes = png[..<place] + chunk + png[place...]
                let photo = try PaintedPhoto(
                    Array(bytes), largestHeld: isStreamed ? 0 : PhotoFile.largestHeld)
                #expect(photo.header.orientation.rawValue == 3)
                #expect(photo.header.dateTimeOriginal == "2024:06:01 12:34:56")
            }
        }

        @Test func `frames are counted and the first is shown`() throws {
            let photo = try PaintedPhoto(try animation())
            #expect(photo.header.frames == 2)
            #expect(photo.quadrants.allSatisfy { $0 == [0xC8, 0x28, 0x28] })
        }

        /// A GIF of two frames of one pixel: red, then green.
        private func animation() throws -> [UInt8] {
            let head: [UInt8] =
                Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0xC8, 0x28, 0x28, 0x28, 0xA0, 0x3C]
            func frame(_ codes: [UInt8]) -> [UInt8] {
                [0x21, 0xF9, 4, 0, 10, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2] + codes + [0]
            }
            return head + frame([0x44, 0x01]) + frame([0x4C, 0x01]) + [0x3B]
        }
    }
}
