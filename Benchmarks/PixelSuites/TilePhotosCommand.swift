// `tile-photos`: what the suite `tile/` is measured on.
import BenchmarkKit
import FoundationEssentials

enum TilePhotosCommand {
    static let command = ToolCommand(
        "tile-photos", "writes the photos of tile/ into DIR, one in each format", words: ["DIR"],
        body: { parsed in
            guard let folder = parsed.words.first else {
                throw UsageError("tile-photos needs a folder to write to")
            }
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try PixelBench.startVips()
            print("\(try TilePhotoFolder(folder).make()) photos in \(folder)")
        })
}
