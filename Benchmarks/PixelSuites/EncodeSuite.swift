// encode/: a finished canvas to a file, as a worker encodes it.
import BenchmarkKit
import CCodecs
import FoundationEssentials
import Glibc
import Layout
import SamplePhotos
import Vips
import Wire

enum EncodeSuite {
    static let benchmarks: [Benchmark] = Vips.OutputFormat.allCases.flatMap { format in
        [encode(format)] + (format.codec.map { [floor(format, $0)] } ?? [])
    }

    /// What `collage` takes unless it is told otherwise.
    private static let quality = 85

    private static func encode(_ format: Vips.OutputFormat) -> Benchmark {
        Benchmark(
            "encode/\(format.rawValue)", "a canvas of \(SampleCollage.tiles) tiles to \(format.rawValue)",
            work: WorkAmount(1, "canvas"), floor: format.codec.map { _ in floorName(format) },
            obstacle: {
                PixelBench.features?.saves.contains(format) == true
                    ? nil : "libvips can't write \(format.rawValue) here"
            }
        ) { _ in
            try PixelBench.startVips()
            let collage = SampleCollage()
            let encoder = PhotoEncoder(
                format: format, quality: quality, creatorTool: OutputMark.creatorTool)
            let output = try OpenFile(inMemory: "collage")
            return PreparedBenchmark(
                run: { iterations in
                    for _ in 0..<iterations {
                        try output.empty()
                        try encoder.encode(
                            collage.pixels, size: collage.size, to: output.descriptor, halfway: {})
                    }
                },
                check: { try collage.check(output, format: format.photoFormat) },
                reset: { try output.empty() })
        }
    }

    private static func floor(_ format: Vips.OutputFormat, _ codec: @escaping CodecEncoder) -> Benchmark {
        Benchmark(
            floorName(format), "the same canvas by the codec's own library", work: WorkAmount(1, "canvas")
        ) { _ in
            try PixelBench.startVips()
            ccodecs_keep_memory()
            let collage = SampleCollage()
            let output = EncodedBytes(capacity: 2 * CanvasPixel.bytes(of: collage.size))
            return PreparedBenchmark(
                run: { iterations in
                    for _ in 0..<iterations {
                        output.count = codec(
                            collage.pixels, Int32(collage.size.width), Int32(collage.size.height),
                            Int32(quality), output.bytes, output.capacity)
                    }
                },
                check: { try collage.check(try output.file(), format: format.photoFormat) },
                reset: { output.clear() })
        }
    }

    private static func floorName(_ format: Vips.OutputFormat) -> String { "encode/floor-\(format.rawValue)" }
}

/// Pixels, width, height and quality in, and the length of what is in the given memory then out.
private typealias CodecEncoder =
    @Sendable (
        UnsafeRawPointer?, Int32, Int32, Int32, UnsafeMutableRawPointer?, Int
    ) -> Int

extension Vips.OutputFormat {
    /// The codec's own library; nil where it is not called here.
    fileprivate var codec: CodecEncoder? {
        switch self {
        case .jpeg: ccodecs_encode_jpeg
        case .png: ccodecs_encode_png
        case .webp: ccodecs_encode_webp
        case .avif, .tiff: nil
        }
    }
}

/// A canvas as it is when all of its tiles are painted: scenes on a ground.
private final class SampleCollage {
    private static let tile = PixelSize(width: 320, height: 240)
    private static let side = 6
    private static let gap = 10
    static let tiles = side * side

    let size = PixelSize(
        width: SampleCollage.gap + SampleCollage.side * (SampleCollage.tile.width + SampleCollage.gap),
        height: SampleCollage.gap + SampleCollage.side * (SampleCollage.tile.height + SampleCollage.gap))
    let pixels: UnsafeMutableRawPointer
    private(set) lazy var grid = PictureGrid(
        pixels, size: size, bytesPerRow: size.width * CanvasPixel.bytes)

    init() {
        let byteCount = CanvasPixel.bytes(of: size)
        pixels = .allocate(byteCount: byteCount, alignment: 16)
        memset(pixels, 0xFF, byteCount)
        let rowLength = Self.tile.width * CanvasPixel.bytes
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.tile.area * CanvasPixel.bytes) { tile in
            for index in 0..<Self.tiles {
                var photo = SamplePhoto(seed: UInt64(index))
                photo.uprightSize = Self.tile
                photo.orientation = .upright
                photo.draw(into: tile.baseAddress!)
                let x = Self.gap + index % Self.side * (Self.tile.width + Self.gap)
                let y = Self.gap + index / Self.side * (Self.tile.height + Self.gap)
                for row in 0..<Self.tile.height {
                    memcpy(
                        pixels + ((y + row) * size.width + x) * CanvasPixel.bytes,
                        tile.baseAddress! + row * rowLength, rowLength)
                }
            }
        }
    }

    deinit { pixels.deallocate() }

    /// Throws unless the file, read as any photo, is this picture.
    func check(_ file: OpenFile, format: PhotoFormat) throws {
        let photo = try PhotoFile(descriptor: file.descriptor)
        try WrongResult.unless(photo.format, is: format, "the format")
        let header = try photo.header()
        try WrongResult.unless(header.uprightSize, is: size, "the encoded size")
        // Not to a whole canvas, which would count as memory that encoding takes.
        let small = PixelSize(width: size.width / 4, height: size.height / 4)
        let tile = TileRequest(crop: PixelRect(size), size: small)
        try withUnsafeTemporaryAllocation(byteCount: CanvasPixel.bytes(of: small), alignment: 16) {
            let outcome = try photo.paint(
                tile, header: header, into: $0.baseAddress!, bytesPerRow: small.width * CanvasPixel.bytes)
            if let damage = outcome.damage { throw WrongResult("it is damaged: \(damage.message)") }
            try PictureGrid($0.baseAddress!, size: small, bytesPerRow: small.width * CanvasPixel.bytes)
                .expect(like: grid)
        }
    }
}

/// Room for an encoded picture.
private final class EncodedBytes {
    let bytes: UnsafeMutableRawPointer
    let capacity: Int
    var count = 0

    init(capacity: Int) {
        bytes = .allocate(byteCount: capacity, alignment: 16)
        self.capacity = capacity
    }

    deinit { bytes.deallocate() }

    func file() throws -> OpenFile {
        let file = try OpenFile(inMemory: "collage")
        guard write(file.descriptor, bytes, count) == count else {
            throw FileFailure("memory for an output", errno: errno)
        }
        return file
    }

    func clear() {
        memset(bytes, 0, capacity)
        count = 0
    }
}
