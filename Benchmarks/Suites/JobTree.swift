// Trees of files that are named like photos, for workers that don't look into them.
import BenchmarkKit
import FoundationEssentials

/// A number of folders with as many files in each.
struct JobTree {
    static let all = [
        JobTree(name: "1000-jobs", folders: 100, photosInFolder: 10),
        JobTree(name: "10000-jobs", folders: 1000, photosInFolder: 10),
        JobTree(name: "one-folder-5000", folders: 1, photosInFolder: 5000),
    ]

    /// What a night's run finds.
    static let night = JobTree(name: "10000-photos", folders: 100, photosInFolder: 100)

    let name: String
    let folders: Int
    let photosInFolder: Int

    var photos: Int { folders * photosInFolder }

    var explanation: String {
        folders == 1 ? "one folder of \(photos) photos" : "\(folders) folders of \(photosInFolder) photos"
    }

    /// Folders beside each other, so many that what is kept of each would show.
    static let memory = [
        JobTree(name: "1000-folders", folders: 1000, photosInFolder: 1),
        JobTree(name: "100000-folders", folders: 100_000, photosInFolder: 1),
    ]

    func folder(in jobs: String) -> String { "\(jobs)/\(name)" }

    /// Of all photos.
    func paths(in jobs: String) throws -> [String] {
        let root = folder(in: jobs)
        return try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.hasSuffix(".jpg") }
            .map { "\(root)/\($0)" }.sorted()
    }

    func isWhole(in jobs: String) -> Bool { (try? paths(in: jobs).count) == photos }

    /// - Parameter original: what all photos are hard links to, but for a copy in every thousandth folder: file
    ///   systems allow some ten thousand links.
    func make(in jobs: String, of original: String) throws {
        let files = FileManager.default
        var source = original
        for index in 0..<folders {
            let path = "\(folder(in: jobs))/\(index)"
            try files.createDirectory(atPath: path, withIntermediateDirectories: true)
            for photo in 0..<photosInFolder {
                let place = "\(path)/\(photo).jpg"
                if photo == 0, index > 0, index % 1000 == 0 {
                    try files.copyItem(atPath: original, toPath: place)
                    source = place
                } else {
                    try files.linkItem(atPath: source, toPath: place)
                }
            }
        }
    }
}

extension SuiteInputs {
    /// The trees of `JobTree.all` and that of a night, by their names.
    static let jobs = trees(
        JobTree.all + [JobTree.night], version: 2,
        OptionDefinition(
            "jobs", "DIR", "measure the scheduler on these trees, as they were made before (made)"))

    /// The trees of `JobTree.memory`, by their names.
    static let folders = trees(
        JobTree.memory, version: 1,
        OptionDefinition(
            "folders", "DIR", "measure memory on these trees, as they were made before (made)"))

    private static func trees(
        _ trees: [JobTree], version: Int, _ option: OptionDefinition
    ) -> BenchmarkInput {
        BenchmarkInput(
            option, version: version,
            check: { path in
                guard trees.allSatisfy({ $0.isWhole(in: path) }) else {
                    throw UsageError("in “\(path)” are not the trees that are made for this")
                }
                return path
            },
            make: { folder in
                let original = "\(folder)/original"
                try Data("no picture".utf8).write(to: URL(filePath: original))
                for tree in trees { try tree.make(in: folder, of: original) }
            })
    }
}
