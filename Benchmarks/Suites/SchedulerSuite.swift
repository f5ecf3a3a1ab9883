// scheduler/: the whole engine with workers that answer at once: what is left is its own cost.
import BenchmarkKit
import FoundationEssentials

enum SchedulerSuite {
    static let benchmarks: [Benchmark] = JobTree.all.flatMap { tree in
        [
            engine(
                "scheduler/\(tree.name)", "\(tree.explanation), with workers that answer at once", on: tree),
            engine("scheduler/\(tree.name)-report", "the same, with a report", on: tree, isReporting: true),
            Benchmark(
                "scheduler/floor-\(tree.name)",
                "open, fstat, posix_fadvise, a byte to one `cat` and back, and close, for each photo of a list",
                work: WorkAmount(tree.photos, "photo"), scope: .processAndChildren, inputs: ["jobs"]
            ) { inputs in
                let photos = try tree.paths(in: inputs("jobs"))
                var echoes = 0
                return PreparedBenchmark(
                    run: { iterations in
                        for _ in 0..<iterations { echoes = try EchoedFiles.run(photos) }
                    },
                    check: { try WrongResult.unless(echoes, is: tree.photos, "bytes that came back") })
            },
        ]
    }

    private static func engine(
        _ name: String, _ explanation: String, on tree: JobTree, isReporting: Bool = false
    ) -> Benchmark {
        Benchmark(
            name, explanation, work: WorkAmount(tree.photos, "photo"), scope: .processAndChildren,
            isExact: true, floor: "scheduler/floor-\(tree.name)", inputs: ["jobs"]
        ) { inputs in
            let run = try EngineRun(tree, isReporting: isReporting, inputs)
            return PreparedBenchmark(
                run: { iterations in for _ in 0..<iterations { try run.command.run() } },
                check: { try run.check() }, reset: { try run.reset() },
                counts: { ["requests": run.counts.all] })
        }
    }
}

/// `collage` beside a worker that answers at once.
private struct EngineRun {
    let tree: JobTree
    let command: BenchmarkCommand
    private let output: String
    private let report: String?
    private let countsFile: String

    init(_ tree: JobTree, isReporting: Bool, _ inputs: BenchmarkInputs) throws {
        self.tree = tree
        output = "\(inputs.scratch)/collages"
        report = isReporting ? "\(inputs.scratch)/report.jsonl" : nil
        countsFile = "\(inputs.scratch)/counts"
        let programs = "\(inputs.scratch)/programs"
        try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
        try Self.link(Executables.collage, to: "\(programs)/collage")
        // It takes the worker that is beside it.
        try Self.link(Executables.instantWorker, to: "\(programs)/collage-worker")
        // Cells of few pixels, since memory for them is not what is measured.
        let look = ["--tile", "4x3", "--gap", "0", "--margin", "0", "--per-page", "0"]
        command = BenchmarkCommand(
            name: "collage", executable: "\(programs)/collage",
            arguments: ["--quiet", "--jobs", "2", "--memory", "1G"] + look
                + (report.map { ["--report", $0] } ?? []) + [
                    "-o", output, try tree.folder(in: inputs("jobs")),
                ],
            environment: ["COLLAGE_INSTANT_COUNTS": countsFile])
    }

    private static func link(_ executable: String, to path: String) throws {
        let files = FileManager.default
        do { try files.linkItem(atPath: executable, toPath: path) } catch {
            // Another file system, for one.
            try files.copyItem(atPath: executable, toPath: path)
        }
    }

    func reset() throws {
        try emptyFolder(output)
        try Data(count: 2 * MemoryLayout<UInt64>.size).write(to: URL(filePath: countsFile))
    }

    /// What the workers were asked: see `RequestCounts` of the instant worker.
    var counts: (tiles: Int, all: Int) {
        let bytes = [UInt8]((try? Data(contentsOf: URL(filePath: countsFile))) ?? Data())
        guard bytes.count == 16 else { return (0, 0) }
        return bytes.withUnsafeBytes {
            (
                Int($0.loadUnaligned(as: UInt64.self)),
                Int($0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
    }

    func check() throws {
        try WrongResult.unless(counts.tiles, is: tree.photos, "tiles that the workers were asked for")
        let made = try FileManager.default.subpathsOfDirectory(atPath: output).filter { $0.hasSuffix(".jpg") }
        try WrongResult.unless(made.count, is: tree.folders, "outputs")
        guard let report else { return }
        let lines = String(decoding: try Data(contentsOf: URL(filePath: report)), as: UTF8.self)
        let verdicts = lines.split(separator: #""verdict":"ok""#, omittingEmptySubsequences: false).count - 1
        try WrongResult.unless(verdicts, is: tree.photos, "tiles that the report calls ok")
    }
}
