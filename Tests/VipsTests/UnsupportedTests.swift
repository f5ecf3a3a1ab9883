// What no reader here can show is told from what is broken, and nothing of it comes out wrong.
import Layout
import SamplePhotos
import Testing
import Vips

extension VipsTests {
    struct Unsupported {
        init() throws { try VipsLibrary.start(programName: "VipsTests") }

        private func expectUnsupported(_ bytes: [UInt8], _ words: String) {
            let error = vipsError { _ = try PaintedPhoto(bytes) }
            #expect(error?.kind == .unsupported)
            #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        }

        @Test(arguments: [
            ([50706: HandmadeTIFF.Value.bytes([1, 4, 0, 0])], "raw"), ([262: .short(32803)], "raw"),
            ([262: .short(34892)], "raw"), ([259: .short(6)], "compression 6"),
            ([259: .short(34712)], "compression 34712"), ([262: .short(6)], "YCbCr"),
            ([339: .short(3)], "floating"), ([339: .short(2)], "signed"),
            ([258: .shorts([12, 12, 12])], "12 bits"), ([258: .shorts([4, 4, 4])], "4 bits"),
            ([262: .short(5), 332: .short(2)], "inks"),
        ])
        func `a TIFF that can't be shown says why`(fields: [Int: HandmadeTIFF.Value], words: String) {
            var tiff = HandmadeTIFF()
            tiff.fields = fields
            expectUnsupported(tiff.bytes, words)
        }

        @Test func `samples of 32 bits are not clipped`() {
            let tiff = HandmadeTIFF(pixel: [0, 0, 0, 0x80], bytesPerSample: 4)
            expectUnsupported(tiff.bytes, "32 bits")
        }

        @Test func `a preview with sensor data hanging off it is a raw file, one with a picture is not`()
            throws
        {
            var preview = HandmadeTIFF()
            preview.fields = [254: .long(1), 330: .long(0)]
            var hanging = HandmadeTIFF()
            for isRaw in [true, false] {
                if isRaw { hanging.fields[262] = .short(32803) } else { hanging.fields[262] = nil }
                // The second page's place, by what the first takes.
                preview.fields[330] = .long(UInt32(preview.bytes.count))
                let bytes = HandmadeTIFF.document([preview, hanging])
                if isRaw {
                    expectUnsupported(bytes, "raw")
                } else {
                    #expect(try PaintedPhoto(bytes).distance() <= 2)
                }
            }
        }

        @Test(arguments: [
            (0xC3, 8, 64, "lossless"), (0xC5, 8, 64, "hierarchical"), (0xC1, 12, 64, "12 bits"),
            (0xC0, 8, 0, "height"),
        ])
        func `a JPEG of another kind says which`(marker: UInt8, bits: UInt8, height: UInt8, words: String)
            throws
        {
            var bytes = try TestPicture().bytes()
            let frame = try #require(bytes.indices.first { bytes[$0...].starts(with: [0xFF, 0xC0]) })
            bytes[frame + 1] = marker
            bytes[frame + 4] = bits
            bytes[frame + 5] = 0
            bytes[frame + 6] = height
            expectUnsupported(bytes, words)
        }

        /// Pixels of a TIFF: colours, then others; what kind the first of the others is; what must come out.
        @Test(
            arguments: [
                ([200, 40, 60, 0], 0, [200, 40, 60]), ([200, 40, 60, 0, 9], 0, [200, 40, 60]),
                ([200, 40, 60, 0], 2, [255, 255, 255]), ([200, 40, 60, 255, 7], 2, [200, 40, 60]),
                ([90, 0], 0, [90, 90, 90]), ([90, 0], 2, [255, 255, 255]), ([90, 255, 3], 2, [90, 90, 90]),
            ] as [([UInt8], UInt16, [Int])])
        func `what is not said to be alpha is left out`(pixel: [UInt8], kind: UInt16, wanted: [Int]) throws {
            var tiff = HandmadeTIFF(pixel: pixel)
            let colours = pixel.count < 4 && pixel[0] == 90 ? 1 : 3
            tiff.fields[262] = .short(colours == 1 ? 1 : 2)
            tiff.fields[338] = .shorts([kind] + [UInt16](repeating: 0, count: pixel.count - colours - 1))
            let photo = try PaintedPhoto(tiff.bytes)
            #expect(photo.quadrants.allSatisfy { $0 == wanted }, "\(photo.quadrants)")
        }

        @Test func `a mask beside a palette is left out`() throws {
            var tiff = HandmadeTIFF(pixel: [1, 0])
            tiff.fields[262] = .short(3)
            tiff.fields[338] = .short(0)
            // Red, green and blue of 256 colours, 16 bits each; the second is what all pixels are.
            let map = [200, 40, 60].flatMap { (level: UInt16) in
                [0, level * 257] + [UInt16](repeating: 0, count: 254)
            }
            tiff.fields[320] = .shorts(map)
            let photo = try PaintedPhoto(tiff.bytes)
            #expect(photo.quadrants.allSatisfy { $0 == [200, 40, 60] }, "\(photo.quadrants)")
        }

        @Test(arguments: [
            [258: HandmadeTIFF.Value.shorts([])], [338: .shorts([])],
            [258: .long(0xFFFF_FFFF), 277: .long(0xFFFF_FFFF)], [278: .long(0)], [277: .short(0)],
            [256: .long(0xFFFF_FFFF), 257: .long(0xFFFF_FFFF), 278: .long(0xFFFF_FFFF)], [284: .short(2)],
        ])
        func `numbers beyond reason are no trap`(fields: [Int: HandmadeTIFF.Value]) {
            var tiff = HandmadeTIFF()
            tiff.fields = fields
            for largestHeld in [0, PhotoFile.largestHeld] {
                _ = vipsError { _ = try PaintedPhoto(tiff.bytes, largestHeld: largestHeld) }
            }
        }

        @Test func `inks of 16 bits, with and without a spot colour, are converted`() throws {
            for spots in 0...2 {
                // Full magenta and yellow: red.
                let inks: [UInt8] = [0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0]
                var tiff = HandmadeTIFF(
                    pixel: inks + [UInt8](repeating: 0, count: 2 * spots), bytesPerSample: 2)
                tiff.fields[262] = .short(5)
                if spots > 0 { tiff.fields[338] = .shorts([UInt16](repeating: 0, count: spots)) }
                for crop in [nil, PixelRect(x: 3, y: 5, width: 30, height: 20)] {
                    let photo = try PaintedPhoto(tiff.bytes, crop: crop)
                    #expect(photo.quadrants.allSatisfy { $0[0] > 180 && $0[1] < 80 && $0[2] < 80 })
                }
            }
        }
    }
}
