// tile/: one photo into its cell as a worker paints it, beside what its codec alone takes to decode it.
import BenchmarkKit
import CCodecs
import FoundationEssentials
import Glibc
import Layout
import Vips

enum TileSuite {
    static let benchmarks: [Benchmark] = tiles.flatMap { photo, sizes in
        sizes.flatMap { size in
            [paint(photo, size)] + (photo.decoder.map { [floor(photo, size, $0)] } ?? [])
        }
    }

    /// Codecs that don't scale as they decode take the same for any size of tile: one size is enough of them.
    private static let tiles: [(TilePhoto, [PixelSize])] = [
        (.jpeg, [small, medium, large]), (.progressiveJPEG, [small, medium, large]), (.smallJPEG, [small]),
        (.webp, [small, medium]), (.png, [medium]), (.tiff, [medium]), (.heic, [medium]), (.avif, [medium]),
        (.gif, [medium]),
    ]

    private static let small = PixelSize(width: 160, height: 120)
    private static let medium = PixelSize(width: 320, height: 240)
    private static let large = PixelSize(width: 640, height: 480)

    private static func paint(_ photo: TilePhoto, _ size: PixelSize) -> Benchmark {
        Benchmark(
            "tile/\(photo.rawValue)-\(size)",
            "\(photo.rawValue) of \(photo.scene.size) pixels, into a cell of \(size)",
            work: WorkAmount(1, "tile"), floor: photo.decoder.map { _ in floorName(photo, size) },
            inputs: [TilePhotoFolder.input], obstacle: { photo.obstacle }
        ) { inputs in
            let folder = try TilePhotoFolder(inputs)
            try PixelBench.startVips()
            let cell = try PaintedCell(folder.file(photo), size: size)
            let grid = try folder.grid(photo.scene)
            return PreparedBenchmark(
                run: { iterations in for _ in 0..<iterations { try cell.paint() } },
                check: { try cell.check(photo.scene.size, grid) }, reset: { cell.clear() })
        }
    }

    private static func floor(
        _ photo: TilePhoto, _ size: PixelSize, _ decode: @escaping CodecDecoder
    ) -> Benchmark {
        Benchmark(
            floorName(photo, size),
            "the same \(photo.rawValue), decoded at the same scale by its codec's own library alone",
            work: WorkAmount(1, "tile"), inputs: [TilePhotoFolder.input], obstacle: { photo.obstacle }
        ) { inputs in
            let folder = try TilePhotoFolder(inputs)
            let shrink = try photo.shrink(in: folder, for: size)
            ccodecs_keep_memory()
            let bytes = try Data(contentsOf: URL(filePath: folder.file(photo)))
            let grid = try folder.grid(photo.scene)
            var picture = ccodecs_picture()
            return PreparedBenchmark(
                run: { iterations in
                    for _ in 0..<iterations {
                        let isDecoded = bytes.withUnsafeBytes {
                            decode($0.baseAddress, $0.count, Int32(shrink), &picture)
                        }
                        guard isDecoded else { throw WrongResult("not decoded: \(picture.reason)") }
                    }
                },
                check: {
                    let whole = photo.scene.size
                    let size = PixelSize(
                        width: (whole.width + shrink - 1) / shrink,
                        height: (whole.height + shrink - 1) / shrink)
                    try WrongResult.unless(picture.size, is: size, "the decoded size")
                    try PictureGrid(picture).expect(like: grid)
                },
                reset: { picture = ccodecs_picture() })
        }
    }

    private static func floorName(_ photo: TilePhoto, _ size: PixelSize) -> String {
        "tile/floor-\(photo.rawValue)-\(size)"
    }
}

extension TilePhoto {
    /// At which the worker has it decoded for a cell of that size.
    fileprivate func shrink(in folder: TilePhotoFolder, for cell: PixelSize) throws -> Int {
        try PixelBench.startVips()
        let file = try OpenFile(folder.file(self), O_RDONLY)
        let header = try PhotoFile(descriptor: file.descriptor).header()
        let placement = Fit.cover.placement(of: header.uprightSize, in: PixelRect(cell), upscale: false)
        return header.shrink(crop: placement.crop.size, size: placement.rect.size)
    }
}

extension ccodecs_picture {
    var size: PixelSize { PixelSize(width: Int(width), height: Int(height)) }
    var reason: String {
        withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

/// A cell with a margin around it, and the open photo that is painted into it.
private final class PaintedCell {
    private static let margin = 8
    /// No photo has a margin of this by itself.
    private static let untouched: UInt8 = 0xA5

    private let photo: OpenFile
    private let kept = KeptResources()
    private let canvas: PixelSize
    private let cell: PixelRect
    private let pixels: UnsafeMutableRawPointer
    private var header: PhotoHeader?
    private var outcome: TileOutcome?
    private var rect: PixelRect?
    private var bytesPerRow: Int { canvas.width * 3 }

    init(_ path: String, size: PixelSize) throws {
        photo = try OpenFile(path, O_RDONLY)
        canvas = PixelSize(width: size.width + 2 * Self.margin, height: size.height + 2 * Self.margin)
        cell = PixelRect(x: Self.margin, y: Self.margin, width: size.width, height: size.height)
        pixels = .allocate(byteCount: canvas.area * 3, alignment: 16)
    }

    deinit { pixels.deallocate() }

    func clear() {
        memset(pixels, Int32(Self.untouched), canvas.area * 3)
        (header, outcome, rect) = (nil, nil, nil)
    }

    /// As `TilePainting` of collage-worker does.
    func paint() throws {
        let file = try PhotoFile(descriptor: photo.descriptor, kept: kept)
        let header = try file.header()
        let placement = Fit.cover.placement(of: header.uprightSize, in: cell, upscale: false)
        let tile = TileRequest(crop: placement.crop, size: placement.rect.size)
        outcome = try file.paint(
            tile, header: header, into: address(placement.rect), bytesPerRow: bytesPerRow, halfway: {})
        self.header = header
        rect = placement.rect
    }

    /// Throws unless the cell shows all of the photo, and its surroundings nothing.
    func check(_ size: PixelSize, _ grid: PictureGrid) throws {
        guard let header, let outcome, let rect else { throw WrongResult("nothing was painted") }
        try WrongResult.unless(header.uprightSize, is: size, "the photo's size")
        if let damage = outcome.damage { throw WrongResult("a sound photo is damaged: \(damage.message)") }
        try PictureGrid(address(rect), size: rect.size, bytesPerRow: bytesPerRow).expect(like: grid)
        for y in 0..<canvas.height {
            for x in 0..<canvas.width
            where !rect.contains(PixelRect(x: x, y: y, width: 1, height: 1)) {
                for band in 0..<3
                where pixels.load(
                    fromByteOffset: y * bytesPerRow + x * 3 + band, as: UInt8.self) != Self.untouched
                {
                    throw WrongResult("the pixel \(x), \(y) beside the tile was painted")
                }
            }
        }
    }

    private func address(_ rect: PixelRect) -> UnsafeMutableRawPointer {
        pixels + rect.y * bytesPerRow + rect.x * 3
    }
}
