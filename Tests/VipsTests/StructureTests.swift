// Structure: how far a file goes is told by its own account, and what is there is shown.
import Layout
import SamplePhotos
import Testing

@testable import Vips

extension VipsTests {
    struct Structure {
        init() throws { try VipsLibrary.start(programName: "VipsTests") }

        @Test(arguments: [PhotoFormat.webp, .heif, .avif, .gif], [0.6, 0.9])
        func `a file cut short shows its upper part`(format: PhotoFormat, kept: Double) throws {
            let bytes = try grainy(format)
            let photo = try PaintedPhoto(Array(bytes[..<Int(Double(bytes.count) * kept)]))
            #expect(photo.outcome.damage?.reason == .truncated)
            #expect(photo.header.uprightSize == PixelSize(width: 800, height: 600))
            #expect(photo.quadrants[0][0] > 150 && photo.quadrants[0][1] < 90)
        }

        /// Quadrants with some noise, so that the data is spread over the picture.
        private func grainy(_ format: PhotoFormat) throws -> [UInt8] {
            let size = PixelSize(width: 800, height: 600)
            var state: UInt32 = 1
            var samples: [UInt8] = []
            for place in 0..<size.area {
                let quadrant = place / size.width * 2 / size.height * 2 + place % size.width * 2 / size.width
                let colour = TestPicture.colours[quadrant]
                for value in [colour.red, colour.green, colour.blue] {
                    state = state &* 1_664_525 &+ 1_013_904_223
                    samples.append(UInt8(Int(value) - 8 + Int(state >> 28)))
                }
            }
            let file = try ScratchFile()
            try PixelEncoding(format: format, quality: 80).encode(samples, size: size, to: file.descriptor)
            return file.contents()
        }

        @Test func `a TIFF cut short shows its upper part`() throws {
            let bytes = HandmadeTIFF().bytes
            let photo = try PaintedPhoto(Array(bytes[..<(bytes.count * 3 / 4)]))
            #expect(photo.outcome.damage?.reason == .truncated)
            #expect(photo.distance(from: Array(TestPicture.colours[..<2])) <= 2)
        }

        @Test func `a TIFF that ends before its directory is truncated`() throws {
            var bytes = HandmadeTIFF().bytes
            bytes.replaceSubrange(4..<8, with: [0, 0, 1, 0])
            #expect(vipsError { _ = try PaintedPhoto(bytes) }?.kind == .truncated)
        }

        @Test(arguments: [PhotoFormat.webp, .heif, .avif, .tiff, .gif])
        func `a whole file is sound, with or without something behind it`(format: PhotoFormat) throws {
            let bytes = try TestPicture(format: format).bytes()
            #expect(try PaintedPhoto(bytes).outcome.damage == nil)
            #expect(try PaintedPhoto(bytes + Array("a trailer of some phone".utf8)).outcome.damage == nil)
            #expect(try PaintedPhoto(bytes + [UInt8](repeating: 0, count: 999)).outcome.damage == nil)
        }

        @Test func `a GIF without its trailer shows whole`() throws {
            let photo = try PaintedPhoto(try TestPicture(format: .gif).bytes().dropLast())
            #expect(photo.outcome.damage?.reason == .truncated)
            #expect(photo.distance() <= tolerance)
        }

        @Test func `a GIF whose trailer is something else is sound`() throws {
            let bytes = try TestPicture(format: .gif).bytes().dropLast()
            #expect(try PaintedPhoto(bytes + [0, 0, 0]).outcome.damage == nil)
        }

        @Test(arguments: [1.0, 0.9, 0.6, 0.45])
        func `an animated WebP shows its first frame, whatever is missing of the others`(kept: Double) throws
        {
            let bytes = try animation()
            let photo = try PaintedPhoto(Array(bytes[..<Int(Double(bytes.count) * kept)]))
            #expect(photo.outcome.damage?.reason == (kept < 1 ? .truncated : nil))
            #expect(photo.quadrants[0][0] > 150 && photo.quadrants[0][1] < 90)
            if kept > 0.5 { #expect(photo.distance() <= tolerance) }
            if kept == 1 { #expect(photo.header.frames == 2) }
        }

        @Test(arguments: [PhotoFormat.webp, .heif, .avif])
        func `a length that is not to be believed does no harm`(format: PhotoFormat) throws {
            var bytes = try TestPicture(format: format).bytes()
            if format == .webp {
                bytes.replaceSubrange(4..<8, with: [0xFE, 0xFF, 0xFF, 0xFF])
            } else {
                let name = Array("mdat".utf8)
                let place = try #require(bytes.indices.first { bytes[$0...].starts(with: name) })
                bytes.replaceSubrange(place - 4..<place, with: [0x7F, 0xFF, 0xFF, 0xFF])
            }
            let file = try ScratchFile(bytes)
            let photo = try PhotoFile(descriptor: file.descriptor)
            let error = vipsError { _ = try photo.header() }
            #expect(error == nil || error?.kind == .truncated)
            #expect(photo.memory <= bytes.count * 16)
            let painted = vipsError {
                let painted = try PaintedPhoto(bytes)
                #expect(painted.outcome.damage?.reason == .truncated)
            }
            #expect(painted == nil || painted?.kind == .truncated)
        }

        @Test(arguments: [false, true])
        func `a TIFF of either kind is read`(isBig: Bool) throws {
            var tiff = HandmadeTIFF()
            tiff.isBig = isBig
            tiff.fields[274] = .short(3)
            tiff.exif[0x9003] = .text("2024:06:01 12:34:56")
            let photo = try PaintedPhoto(tiff.bytes)
            #expect(photo.outcome.damage == nil)
            #expect(photo.header.dateTimeOriginal == "2024:06:01 12:34:56")
            #expect(photo.header.orientation.rawValue == 3)
            #expect(photo.distance(from: TestPicture.colours.reversed()) <= 2)
        }

        @Test func `of a document the first page is shown, and the pages are counted`() throws {
            let other = HandmadeTIFF(
                PixelSize(width: 10, height: 30), samples: [UInt8](repeating: 9, count: 900))
            let bytes = HandmadeTIFF.document([HandmadeTIFF(), other])
            let photo = try PaintedPhoto(bytes)
            #expect(photo.header.frames == 2)
            #expect(photo.header.uprightSize == PixelSize(width: 96, height: 64))
            #expect(photo.distance() <= 2)
            // What is missing of the second page is damage, too.
            let cut = try PaintedPhoto(Array(bytes.dropLast(100)))
            #expect(cut.outcome.damage?.reason == .truncated)
            #expect(cut.distance() <= 2)
        }

        @Test func `directories in a circle end`() throws {
            var tiff = HandmadeTIFF()
            tiff.next = 8
            let photo = try PaintedPhoto(tiff.bytes)
            #expect(photo.outcome.damage == nil)
            #expect(photo.distance() <= 2)
        }

        @Test func `a strip without compression is as long as its rows, whatever its count`() throws {
            var tiff = HandmadeTIFF()
            tiff.byteCount = 0xFFFF_FFFF
            let photo = try PaintedPhoto(tiff.bytes)
            #expect(photo.outcome.damage == nil)
            #expect(photo.distance() <= 2)
            #expect(try PaintedPhoto(tiff.bytes.dropLast()).outcome.damage?.reason == .truncated)
            // A last strip that is counted as a full one: libtiff would read beyond the end.
            var last = HandmadeTIFF()
            last.fields[257] = .long(64)
            last.fields[278] = .long(40)
            let row = 96 * 3
            let start = UInt32(last.bytes.count - 64 * row)
            last.fields[273] = .longs([start + 16, start + 16 + UInt32(40 * row)])
            last.fields[279] = .longs([UInt32(40 * row), UInt32(40 * row)])
            let full = try PaintedPhoto(last.bytes)
            #expect(full.outcome.damage == nil)
            #expect(full.distance() <= 2)
        }

        @Test func `a next page that is none is passed over, one beyond the end is missing`() throws {
            var tiff = HandmadeTIFF()
            // In the pixels.
            tiff.next = 1000
            #expect(try PaintedPhoto(tiff.bytes).outcome.damage == nil)
            tiff.next = 1 << 20
            let photo = try PaintedPhoto(tiff.bytes)
            #expect(photo.outcome.damage?.reason == .truncated)
            #expect(photo.distance() <= 2)
        }

        @Test func `a GIF that begins with something else is not called cut`() throws {
            let bytes = try TestPicture(format: .gif).bytes()
            // Behind the screen's descriptor and its colours.
            let start = 13 + (bytes[10] & 0x80 == 0 ? 0 : 3 << (Int(bytes[10]) & 7 + 1))
            let error = vipsError {
                let photo = try PaintedPhoto(bytes[..<start] + [0, 0] + bytes[start...])
                #expect(photo.outcome.damage?.reason != .truncated)
            }
            #expect(error == nil || error?.kind == .corrupt)
        }

        @Test func `many pages that share long lists of strips cost little`() throws {
            // A list of 100,000 strips of a row each, for each of 300 pages: 30 million to look at, without a budget.
            let count = 100_000
            var bytes: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0]
            func little(_ value: Int, _ length: Int) -> [UInt8] {
                (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            }
            let pages = 300
            let pageLength = 2 + 5 * 12 + 4
            let list = 8 + pages * pageLength
            for page in 0..<pages {
                bytes += little(5, 2)
                for (tag, values, value) in [
                    (256, 1, 1), (257, 1, count), (273, count, list), (278, 1, 1), (279, count, list),
                ] {
                    bytes += little(tag, 2) + little(4, 2) + little(values, 4) + little(value, 4)
                }
                bytes += little(page == pages - 1 ? 0 : 8 + (page + 1) * pageLength, 4)
            }
            bytes += [UInt8](repeating: 0, count: 4 * count)
            let structure = bytes.withUnsafeBytes { TIFFStructure(PhotoBytes($0)) }
            #expect(structure?.stripsSeen == 1 << 20)
        }

        @Test func `a streamed PNG is walked to its end, too`() throws {
            let bytes = try grainy(.png)
            // More than is read with the header.
            #expect(bytes.count > 256 << 10)
            let top = PixelRect(x: 0, y: 0, width: 800, height: 50)
            #expect(try PaintedPhoto(bytes, crop: top, largestHeld: 0).outcome.damage == nil)
            let cut = try PaintedPhoto(bytes.dropLast(20), crop: top, largestHeld: 0)
            #expect(cut.outcome.damage?.reason == .truncated)
        }

        /// Two frames that show the quadrants, made of a still picture's data: RFC 9649, 2.7.
        private func animation() throws -> [UInt8] {
            let still = try grainy(.webp)
            let place = try #require(still.indices.first { still[$0...].starts(with: Array("VP8 ".utf8)) })
            func little(_ value: Int, _ length: Int) -> [UInt8] {
                (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            }
            let length = (0..<4).map { Int(still[place + 4 + $0]) << (8 * $0) }.reduce(0, +)
            let data = still[place..<place + 8 + length + length % 2]
            func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
                Array(name.utf8) + little(body.count, 4) + body
            }
            let size = little(799, 3) + little(599, 3)
            let frame = chunk("ANMF", [0, 0, 0, 0, 0, 0] + size + [100, 0, 0, 0] + data)
            let body =
                Array("WEBP".utf8) + chunk("VP8X", [2, 0, 0, 0] + size)
                + chunk("ANIM", [0, 0, 0, 0, 0, 0]) + frame + frame
            return Array("RIFF".utf8) + little(body.count, 4) + body
        }
    }
}
