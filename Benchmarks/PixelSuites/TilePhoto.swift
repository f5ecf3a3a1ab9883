// The photos that tiles are painted of: one scene in each format.
import BenchmarkKit
import CCodecs
import FoundationEssentials
import Glibc
import Layout
import SamplePhotos
import Vips

/// A photo as cameras, phones and programs leave them, by the name that benchmarks give it.
enum TilePhoto: String, CaseIterable {
    case jpeg
    case progressiveJPEG = "jpeg-progressive"
    case smallJPEG = "jpeg-small"
    case png, webp, tiff, heic, avif, gif

    var format: PhotoFormat {
        switch self {
        case .jpeg, .progressiveJPEG, .smallJPEG: .jpeg
        case .png: .png
        case .webp: .webp
        case .tiff: .tiff
        case .heic: .heif
        case .avif: .avif
        case .gif: .gif
        }
    }

    var scene: TileScene { self == .smallJPEG ? .small : .large }

    /// The codec's own library; nil where the system has none.
    var decoder: CodecDecoder? {
        switch self {
        case .jpeg, .progressiveJPEG, .smallJPEG: ccodecs_decode_jpeg
        case .png: ccodecs_decode_png
        case .webp: ccodecs_decode_webp
        case .tiff: ccodecs_decode_tiff
        case .heic, .avif: ccodecs_decode_heif
        // libvips brings one of its own.
        case .gif: nil
        }
    }

    /// Why it can't be measured here; nil where it can.
    var obstacle: String? {
        PixelBench.features?.loads.contains(format) == true
            ? nil : "libvips can't write and read \(rawValue) here"
    }

    /// Which makes files about as large as phones and cameras make them.
    private var quality: Int {
        switch format {
        case .heif: 55
        case .avif: 78
        default: 90
        }
    }

    fileprivate func write(_ pixels: UnsafeRawPointer, to descriptor: Int32) throws {
        var encoding = PixelEncoding(format: format, quality: quality)
        encoding.isInterlaced = self == .progressiveJPEG
        if format == .jpeg { encoding.exif = ExifFields(dateTimeOriginal: scene.photo.dateTimeOriginal) }
        try encoding.encode(pixels, size: scene.size, to: descriptor)
    }
}

/// Bytes of a file in, and what it looks like out.
typealias CodecDecoder =
    @Sendable (
        UnsafeRawPointer?, Int, Int32, UnsafeMutablePointer<ccodecs_picture>?
    ) -> Bool

/// What the photos show.
enum TileScene: String, CaseIterable {
    /// As a camera takes it: 12 Mpx.
    case large
    /// As a folder of thumbnails has it: about as large as its tile.
    case small

    var size: PixelSize {
        self == .large ? PixelSize(width: 4000, height: 3000) : PixelSize(width: 160, height: 107)
    }

    var photo: SamplePhoto {
        var photo = SamplePhoto(seed: 1)
        photo.uprightSize = size
        photo.orientation = .upright
        return photo
    }
}

/// The folder with all of them, and with what they should look like.
struct TilePhotoFolder {
    /// The key of the input.
    static let input = "tile-photos"

    let path: String

    init(_ path: String) { self.path = path }

    init(_ inputs: BenchmarkInputs) throws { path = try inputs(Self.input) }

    func file(_ photo: TilePhoto) -> String { "\(path)/\(photo.rawValue)" }

    /// Of the drawn pixels, before any codec had them.
    func grid(_ scene: TileScene) throws -> PictureGrid {
        let bytes = try Data(contentsOf: URL(filePath: gridFile(scene)))
        guard let grid = PictureGrid(means: Array(bytes)) else {
            throw WrongResult("\(gridFile(scene)) is no grid of colours")
        }
        return grid
    }

    private func gridFile(_ scene: TileScene) -> String { "\(path)/\(scene.rawValue).grid" }

    /// Writes what this libvips can write.
    /// - Returns: how many photos.
    func make() throws -> Int {
        var count = 0
        for scene in TileScene.allCases {
            let pixels = UnsafeMutablePointer<UInt8>.allocate(capacity: scene.size.area * 3)
            defer { pixels.deallocate() }
            scene.photo.draw(into: pixels)
            let grid = PictureGrid(pixels, size: scene.size, bytesPerRow: scene.size.width * 3)
            try Data(grid.means).write(to: URL(filePath: gridFile(scene)))
            for photo in TilePhoto.allCases where photo.scene == scene && photo.obstacle == nil {
                let file = try OpenFile(file(photo), O_RDWR | O_CREAT | O_TRUNC)
                try photo.write(pixels, to: file.descriptor)
                count += 1
            }
        }
        return count
    }
}
