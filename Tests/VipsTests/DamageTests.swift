// Damage: shown as far as it goes, told apart from failure, and never printed.
import Glibc
import Layout
import SamplePhotos
import Testing
import Vips

extension VipsTests {
    struct Damage {
        init() throws { try VipsLibrary.start(programName: "VipsTests") }

        private let large = PixelSize(width: 640, height: 480)

        @Test(arguments: [false, true])
        func `a JPEG without its end marker shows whole`(progressive: Bool) throws {
            var picture = TestPicture(large)
            picture.encoding.isInterlaced = progressive
            let photo = try PaintedPhoto(try picture.bytes().dropLast(2))
            #expect(photo.outcome.damage?.reason == .truncated)
            #expect(photo.distance() <= tolerance)
        }

        @Test(arguments: [PhotoFormat.jpeg, .png])
        func `a file cut short shows its upper part`(format: PhotoFormat) throws {
            // Large enough for the decoder, which reads 4 KB at once, to meet the end late.
            var picture = TestPicture(PixelSize(width: 2000, height: 1500), format: format)
            picture.encoding.attachesProfile = false
            picture.kept = 0.8
            let photo = try PaintedPhoto(try picture.bytes())
            #expect(photo.outcome.damage?.reason == .truncated)
            #expect(photo.outcome.damage?.message.isEmpty == false)
            #expect(photo.quadrants[0][0] > 170 && photo.quadrants[1][1] > 140)
        }

        @Test func `the verdict does not hang on the crop`() throws {
            var picture = TestPicture(large)
            picture.kept = 0.9
            let top = PixelRect(x: 0, y: 0, width: 640, height: 40)
            let photo = try PaintedPhoto(
                try picture.bytes(), crop: top, size: PixelSize(width: 64, height: 4))
            #expect(photo.outcome.damage?.reason == .truncated)
        }

        @Test func `a thumbnail after the end does not hide a missing end`() throws {
            let whole = try TestPicture(large).bytes()
            let thumbnail = try TestPicture().bytes()
            // Bytes after the end are no damage: phones append videos there.
            #expect(try PaintedPhoto(whole + thumbnail).outcome.damage == nil)
        }

        @Test(arguments: [PhotoFormat.jpeg, .png])
        func `a header without pixels is corrupt`(format: PhotoFormat) throws {
            let bytes = try TestPicture(large, format: format).bytes()
            let start: [UInt8] = format == .jpeg ? [0xFF, 0xDA] : Array("IDAT".utf8)
            let place = try #require(bytes.indices.first { bytes[$0...].starts(with: start) })
            // A scan's own header is 14 bytes long with three components, its marker counted.
            let kept = format == .jpeg ? place + 14 : place - 4
            #expect(vipsError { _ = try PaintedPhoto(Array(bytes[..<kept])) }?.kind == .corrupt)
            #expect(vipsError { _ = try PaintedPhoto(Array(bytes[..<(place - 4)])) }?.kind == .corrupt)
        }

        @Test func `an empty file is empty`() {
            #expect(vipsError { _ = try PaintedPhoto([]) }?.kind == .empty)
        }

        @Test(arguments: PhotoFormat.allCases)
        func `no prefix of a file does harm`(format: PhotoFormat) throws {
            let bytes = try TestPicture(format: format).bytes()
            for length in stride(from: 1, to: bytes.count - 4, by: max(1, bytes.count / 23)) {
                let error = vipsError {
                    let photo = try PaintedPhoto(Array(bytes[..<length]))
                    #expect(photo.outcome.damage?.reason == .truncated)
                }
                let expected: [VipsError.Kind] = [.corrupt, .truncated, .unsupported]
                if let error {
                    #expect(expected.contains(error.kind), "\(length) of \(bytes.count): \(error)")
                }
            }
        }

        @Test func `a bomb is known by its header`() throws {
            // 100000 x 100000, 8 bits, RGB, and nothing else; the check sum is not looked at.
            let size: [UInt8] = [0, 1, 0x86, 0xA0]
            let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
            let bytes = head + Array("IHDR".utf8) + size + size + [8, 2, 0, 0, 0] + [0, 0, 0, 0]
            let file = try ScratchFile(bytes)
            let header = try PhotoFile(descriptor: file.descriptor).header()
            #expect(header.storedSize == PixelSize(width: 100_000, height: 100_000))
            #expect(vipsError { _ = try PaintedPhoto(bytes) }?.kind == .corrupt)
        }

        @Test func `a header that claims more than can be counted needs more memory than there is`() throws {
            // Interlaced, so that all of it would be held: of (2^31 - 1) x (2^32 - 1) pixels only the number fits.
            let size: [UInt8] = [0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
            let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
            let file = try ScratchFile(head + Array("IHDR".utf8) + size + [16, 6, 0, 0, 1] + [0, 0, 0, 0])
            let header = try PhotoFile(descriptor: file.descriptor).header()
            #expect(header.storedSize == PixelSize(width: 0x7FFF_FFFF, height: 0xFFFF_FFFF))
            #expect(header.decodeMemory() >= 1 << 47)
            // Room is left for adding the file's own.
            #expect(header.decodeMemory() < Int.max / 4)
        }

        /// A file without a name that is nearly all a hole; nil where the file system does not allow it: only those
        /// in memory and a few others do.
        private static func fileWithHole() -> Int32? {
            var path = Array("/dev/shm/collage-test-XXXXXX".utf8CString)
            let descriptor = mkstemp(&path)
            guard descriptor >= 0 else { return nil }
            unlink(path)
            if ftruncate(descriptor, off_t.max) == 0 { return descriptor }
            close(descriptor)
            return nil
        }

        private static let allowsHoles = fileWithHole().map { close($0) } != nil

        @Test(.enabled(if: allowsHoles, "/dev/shm takes no file of that size"))
        func `a hole that makes a file larger than any memory is no trap`() throws {
            let descriptor = try #require(Self.fileWithHole())
            defer { close(descriptor) }
            // A header whose scans would come behind the hole, so that all of it is wanted.
            let head: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0]
            #expect(pwrite(descriptor, head, head.count, 0) == head.count)
            let photo = try PhotoFile(descriptor: descriptor)
            #expect(2 * photo.memory < Int.max / 4)
            #expect(vipsError { _ = try photo.header() }?.kind == .tooLarge)
        }

        @Test func `a file that shrinks after its header is damage, not death`() throws {
            var picture = TestPicture(PixelSize(width: 1200, height: 900))
            picture.encoding.quality = 100
            let file = try ScratchFile(noisy(picture))
            let photo = try PhotoFile(descriptor: file.descriptor)
            let header = try photo.header()
            ftruncate(file.descriptor, 200_000)
            var pixels = [UInt8](repeating: 0, count: 48 * 32 * 3)
            let tile = TileRequest(
                crop: PixelRect(header.uprightSize), size: PixelSize(width: 48, height: 32))
            let outcome = try pixels.withUnsafeMutableBytes { bytes throws(VipsError) in
                try photo.paint(tile, header: header, into: bytes.baseAddress!, bytesPerRow: 144)
            }
            #expect(outcome.damage?.reason == .truncated)
        }

        /// A sample photo's bytes: more than are read at once for a header.
        private func noisy(_ picture: TestPicture) throws -> [UInt8] {
            let file = try ScratchFile()
            try SamplePhoto(seed: 1, maxPixels: picture.uprightSize.area * 2).write(to: file.descriptor)
            let bytes = file.contents()
            #expect(bytes.count > 250_000)
            return bytes
        }

        @Test func `messages are caught, bounded, and told once`() throws {
            let error = dup(2)
            let file = try ScratchFile()
            dup2(file.descriptor, 2)
            defer {
                dup2(error, 2)
                close(error)
            }
            var picture = TestPicture(large)
            picture.kept = 0.9
            let photo = try PaintedPhoto(try picture.bytes())
            #expect(photo.outcome.messages.contains("Premature end"))
            #expect(!photo.outcome.messages.contains("\n"))
            #expect(photo.outcome.messages.utf8.count < 2048)
            #expect(VipsLibrary.takeMessages() == "")
            // What other tests say meanwhile may be there.
            let said = String(decoding: file.contents(), as: UTF8.self)
            #expect(!said.contains("Premature end") && !said.contains("VIPS"))
        }

        @Test func `halfway is told once, with half of the tile there`() throws {
            var count = 0
            _ = try PaintedPhoto(try TestPicture(large).bytes(), size: PixelSize(width: 320, height: 240)) {
                count += 1
            }
            #expect(count == 1)
        }
    }
}
