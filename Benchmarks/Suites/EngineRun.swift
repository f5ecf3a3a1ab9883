// `collage` beside a worker that answers at once.
import BenchmarkKit
import FoundationEssentials

/// One run of the engine, and what it must come to.
struct EngineRun {
    let tree: JobTree
    let command: BenchmarkCommand
    let output: String
    private let report: String?
    private let countsFile: String

    /// - Parameter folder: where the trees are.
    init(_ tree: JobTree, in folder: String, isReporting: Bool, scratch: String) throws {
        self.tree = tree
        output = "\(scratch)/collages"
        report = isReporting ? "\(scratch)/report.jsonl" : nil
        countsFile = "\(scratch)/counts"
        let programs = "\(scratch)/programs"
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
                    "-o", output, tree.folder(in: folder),
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
        try Data(count: 3 * MemoryLayout<UInt64>.size).write(to: URL(filePath: countsFile))
    }

    /// What the workers were asked, and what it cost them: see `RequestCounts` of the instant worker.
    var counts: (tiles: Int, all: Int, cpu: Seconds) {
        let bytes = [UInt8]((try? Data(contentsOf: URL(filePath: countsFile))) ?? Data())
        guard bytes.count == 24 else { return (0, 0, Seconds(0)) }
        let numbers = bytes.withUnsafeBytes { bytes in
            (0..<3).map { Int(bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self)) }
        }
        return (numbers[0], numbers[1], Seconds(Double(numbers[2]) / 1e9))
    }

    /// The coordinator's peak of memory, as the report's last line says.
    var peakMemory: Int? {
        guard let report, let text = try? String(contentsOfFile: report, encoding: .utf8),
            let summary = text.split(separator: "\n").last
        else { return nil }
        return summary.split(separator: #""coordinator":"#).dropFirst().first.flatMap {
            Int($0.prefix(while: \.isNumber))
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
