// The suite that all tests of Vips are in, one after the other, and what they share.
import Glibc
import Layout
import SamplePhotos
import Testing
import Vips

/// libvips' messages belong to the process: so no two tests run at once.
@Suite(.serialized)
struct VipsTests {}

/// A file without a name that holds the bytes, open for reading and writing.
final class ScratchFile {
    private let stream: UnsafeMutablePointer<FILE>
    var descriptor: Int32 { fileno(stream) }

    init(_ bytes: [UInt8] = []) throws {
        stream = try #require(tmpfile())
        let count = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        #expect(count == bytes.count)
    }

    deinit {
        fclose(stream)
    }

    func contents() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Int(lseek(descriptor, 0, SEEK_END)))
        let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
        return Array(bytes.prefix(count))
    }
}

/// A photo's header, and a tile painted of it.
struct PaintedPhoto {
    let header: PhotoHeader
    let outcome: TileOutcome
    let size: PixelSize
    private let pixels: [UInt8]

    /// Paints the crop (nil: all) of the file with these bytes.
    init(
        _ bytes: [UInt8], crop: PixelRect? = nil, size: PixelSize = PixelSize(width: 48, height: 32),
        ground: RGBColour = .white, largestHeld: Int = PhotoFile.largestHeld, halfway: (() -> Void)? = nil
    ) throws {
        let file = try ScratchFile(bytes)
        let photo = try PhotoFile(descriptor: file.descriptor, largestHeld: largestHeld)
        let header = try photo.header()
        let tile = TileRequest(crop: crop ?? PixelRect(header.uprightSize), size: size, ground: ground)
        var pixels = [UInt8](repeating: 1, count: size.area * 3)
        outcome = try pixels.withUnsafeMutableBytes { bytes throws(VipsError) in
            try photo.paint(
                tile, header: header, into: bytes.baseAddress!, bytesPerRow: size.width * 3, halfway: halfway)
        }
        self.header = header
        self.size = size
        self.pixels = pixels
    }

    func pixel(_ x: Int, _ y: Int) -> [Int] {
        let start = (y * size.width + x) * 3
        return pixels[start..<start + 3].map { Int($0) }
    }

    /// The middles of the quadrants: top left, top right, bottom left, bottom right.
    var quadrants: [[Int]] {
        [(1, 1), (3, 1), (1, 3), (3, 3)].map { pixel(size.width * $0.0 / 4, size.height * $0.1 / 4) }
    }

    /// Whether every pixel is the same.
    func looksLike(_ other: PaintedPhoto) -> Bool { pixels == other.pixels }

    /// The largest difference of any band from what a test picture shows.
    func distance(from colours: [RGBColour] = TestPicture.colours) -> Int {
        zip(quadrants, colours).map { pixel, colour in
            let wanted = [Int(colour.red), Int(colour.green), Int(colour.blue)]
            return zip(pixel, wanted).map { abs($0 - $1) }.max()!
        }.max()!
    }
}

/// The error that the body throws, if it is one of Vips'.
func vipsError(_ body: () throws -> Void) -> VipsError? {
    do {
        try body()
        return nil
    } catch {
        return error as? VipsError
    }
}

/// How far a colour may be off: lossy formats at high quality stay well within.
let tolerance = 14
