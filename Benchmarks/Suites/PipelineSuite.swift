// pipeline/: the whole command, from folders to collages.
import BenchmarkKit
import FoundationEssentials

enum PipelineSuite {
    static let benchmarks: [Benchmark] = [
        command(
            "pipeline/cold", "a collage of the photos, with nothing made before; files are in the cache",
            input: "photos", floor: "peers/djpeg",
            arguments: { photos, output in ["-o", output, photos] },
            expect: { photos, output in try Sheets.check(output, tiles: PhotoFolder(photos).photos.count) }),
        command(
            "pipeline/many-folders",
            "\(PhotoTree.folders) folders of \(PhotoTree.photosInFolder) small photos",
            input: "tree", work: WorkAmount(PhotoTree.photos, "photo"),
            arguments: { tree, output in ["-o", output, PhotoTree(tree).many] },
            expect: { _, output in
                try Sheets.check(output, tiles: PhotoTree.photos, sheets: PhotoTree.folders)
            }),
        command(
            "pipeline/one-folder", "one folder of \(PhotoTree.photos) small photos",
            input: "tree", work: WorkAmount(PhotoTree.photos, "photo"),
            arguments: { tree, output in ["-o", output, PhotoTree(tree).one] },
            expect: { _, output in try Sheets.check(output, tiles: PhotoTree.photos) }),
        command(
            "pipeline/plan", "the plan for \(PhotoTree.folders) folders, without a collage made",
            input: "tree", work: WorkAmount(PhotoTree.photos, "photo"), floor: "peers/find",
            arguments: { tree, output in ["--dry-run", "-o", output, PhotoTree(tree).many] },
            expect: { _, output in
                let made = try FileManager.default.contentsOfDirectory(atPath: output)
                try WrongResult.unless(made, is: [], "files that a dry run made")
            }),
    ]

    /// `collage` on an input, with an output folder that is empty before each run.
    static func command(
        _ name: String, _ explanation: String, input: String, work: WorkAmount? = nil, floor: String? = nil,
        arguments: @escaping @Sendable (_ input: String, _ output: String) -> [String],
        expect: @escaping @Sendable (_ input: String, _ output: String) throws -> Void
    ) -> Benchmark {
        Benchmark(
            name, explanation, work: work, scope: .processAndChildren, gates: [.cpu, .wall], floor: floor,
            inputs: [input]
        ) { inputs in
            let given = try inputs(input)
            let output = "\(inputs.scratch)/collages"
            let command = BenchmarkCommand(
                name: name, executable: Executables.collage, arguments: ["--quiet"] + arguments(given, output)
            )
            return PreparedBenchmark(
                run: { iterations in for _ in 0..<iterations { try command.run() } },
                check: { try expect(given, output) }, reset: { try emptyFolder(output) })
        }
    }
}

/// Makes a folder where there is none, and removes what is in it.
func emptyFolder(_ path: String) throws {
    let files = FileManager.default
    try? files.removeItem(atPath: path)
    try files.createDirectory(atPath: path, withIntermediateDirectories: true)
}
