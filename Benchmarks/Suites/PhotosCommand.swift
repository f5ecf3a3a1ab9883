// `collage-bench photos`: a folder of sample photos.
import FoundationEssentials
import Glibc
import SamplePhotos
import Vips

struct PhotosCommand {
    static let options = [
        OptionDefinition(name: "count", value: "N", help: "how many (24)"),
        OptionDefinition(name: "seed", value: "N", help: "what they show follows from it (1)"),
        OptionDefinition(name: "max-pixels", value: "N", help: "pixels of the largest (12000000)"),
        OptionDefinition(name: "mixed", value: nil, help: "small ones of every format instead"),
        OptionDefinition(name: "hostile", value: nil, help: "the same as with --mixed, damaged at random"),
    ]

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
        try VipsLibrary.start(programName: "collage-bench")
        let paths =
            if let ofEveryFormat {
                try HostilePhotos.write(count: count, seed: seed, into: folder, kind: ofEveryFormat)
            } else {
                try SamplePhotos.write(count: count, seed: seed, into: folder, maxPixels: maxPixels)
            }
        print("\(paths.count) photos in \(folder)")
    }
}
