// What the suites of whole commands are given: photos, and trees of them.
import BenchmarkKit
import FoundationEssentials
import Glibc

enum SuiteInputs {
    /// A folder of JPEGs as cameras make them.
    static let photos = BenchmarkInput(
        OptionDefinition("photos", "DIR", "measure on these JPEGs (sample photos)"), version: 1,
        check: { try PhotoFolder($0).path },
        make: { folder in try samplePhotos(into: folder, ["--count", "24"]) })

    /// Two trees of small photos: `many` of 200 folders with 8 each, and `one` folder with all 1,600.
    ///
    /// They are hard links to 40 different ones, so that the tree is large and its making is not.
    static let tree = BenchmarkInput(
        OptionDefinition("tree", "DIR", "measure folders on this tree, as it was made before (made)"),
        version: 1,
        check: { path in
            guard PhotoTree(path).isWhole else {
                throw UsageError("“\(path)” is no tree as it is made for this")
            }
            return path
        },
        make: { folder in try PhotoTree(folder).make() })

    /// A scene in every format, and what it looks like.
    static let tilePhotos = BenchmarkInput(
        OptionDefinition(
            "tile-photos", "DIR", "measure tiles on these photos, as they were made before (made)"),
        version: 1,
        check: { path in
            guard FileManager.default.fileExists(atPath: "\(path)/large.grid") else {
                throw UsageError("“\(path)” holds no photos as they are made for tile/")
            }
            return path
        },
        make: { folder in
            try BenchmarkCommand(
                name: "tile photos", executable: Executables.pixels, arguments: ["tile-photos", folder]
            ).run()
        })

    static func samplePhotos(into folder: String, _ arguments: [String]) throws {
        try BenchmarkCommand(
            name: "sample photos", executable: Executables.pixels, arguments: ["photos", folder] + arguments
        ).run()
    }
}

/// The trees for benchmarks of folders.
struct PhotoTree {
    static let folders = 200
    static let photosInFolder = 8
    static var photos: Int { folders * photosInFolder }
    private static let different = 40

    let path: String

    init(_ path: String) { self.path = path }

    var many: String { "\(path)/many" }
    var one: String { "\(path)/one" }
    private var originals: String { "\(path)/originals" }

    var isWhole: Bool {
        let files = FileManager.default
        return (try? files.contentsOfDirectory(atPath: many).count) == Self.folders
            && (try? files.contentsOfDirectory(atPath: one).count) == Self.photos
    }

    func make() throws {
        let files = FileManager.default
        try files.createDirectory(atPath: originals, withIntermediateDirectories: true)
        try SuiteInputs.samplePhotos(
            into: originals, ["--count", "\(Self.different)", "--max-pixels", "300000"])
        let names = try files.contentsOfDirectory(atPath: originals).sorted()
        try files.createDirectory(atPath: one, withIntermediateDirectories: true)
        for folder in 0..<Self.folders {
            let path = "\(many)/\(number(folder, digits: 3))"
            try files.createDirectory(atPath: path, withIntermediateDirectories: true)
            for photo in 0..<Self.photosInFolder {
                let place = folder * Self.photosInFolder + photo
                let original = "\(originals)/\(names[place % names.count])"
                try files.linkItem(atPath: original, toPath: "\(path)/\(photo).jpg")
                try files.linkItem(atPath: original, toPath: "\(one)/\(number(place, digits: 4)).jpg")
            }
        }
    }

    private func number(_ value: Int, digits: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: digits - text.count) + text
    }
}
