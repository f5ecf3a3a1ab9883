// `photos`: a folder of sample photos.
import BenchmarkKit
import FoundationEssentials
import Glibc
import SamplePhotos
import Vips

struct PhotosCommand {
    static let command = ToolCommand(
        "photos", "writes synthetic photos into DIR, the same for the same options", words: ["DIR"],
        options: [
            OptionDefinition("count", "N", "how many (24)"),
            OptionDefinition("seed", "N", "what they show follows from it (1)"),
            OptionDefinition("max-pixels", "N", "pixels of the largest (12000000)"),
            OptionDefinition("mixed", nil, "small ones of every format instead"),
            OptionDefinition("hostile", nil, "the same as with --mixed, damaged at random"),
        ],
        body: { parsed in try PhotosCommand(parsed).run() })

    private let folder: String
    private let count: Int
    private let seed: UInt64
    private let maxPixels: Int
    private let ofEveryFormat: HostilePhotos.Kind?

    init(_ parsed: ParsedOptions) throws(UsageError) {
        guard let folder = parsed.words.first else { throw UsageError("photos needs a folder to write to") }
        self.folder = folder
        count = try parsed.integer("count", in: 1...100_000, default: 24)
        seed = try parsed.integer("seed", in: 0...UInt64.max, default: 1)
        ofEveryFormat = parsed.has("hostile") ? .damaged : parsed.has("mixed") ? .sound : nil
        maxPixels = try parsed.integer("max-pixels", in: 1000...100_000_000, default: 12_000_000)
    }

    func run() throws {
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        guard access(folder, W_OK) == 0 else {
            throw FileFailure("there is no folder \(folder) to write to", errno: errno)
        }
        try PixelBench.startVips()
        let paths =
            if let ofEveryFormat {
                try HostilePhotos.write(count: count, seed: seed, into: folder, kind: ofEveryFormat)
            } else {
                try SamplePhotos.write(count: count, seed: seed, into: folder, maxPixels: maxPixels)
            }
        print("\(paths.count) photos in \(folder)")
    }
}
