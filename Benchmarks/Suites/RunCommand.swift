// `collage-bench run`: measures the suite and shows what it found.
import BenchmarkKit
import FoundationEssentials
import Glibc

struct RunCommand {
    static let options = [
        OptionDefinition(name: "photos", value: "DIR", help: "the photos; needed"),
        OptionDefinition(name: "rounds", value: "N", help: "rounds after the warm-up (5)"),
        OptionDefinition(name: "seed", value: "N", help: "for the order in the rounds (drawn)"),
        OptionDefinition(name: "filter", value: "REGEX", help: "only benchmarks whose name it matches"),
        OptionDefinition(
            name: "collage", value: "PATH", help: "the command (beside the running collage-bench)"),
        OptionDefinition(name: "floor", value: "PATH", help: "the script (Benchmarks/floor.sh)"),
        OptionDefinition(name: "json", value: "FILE", help: "write all samples as JSON, too"),
        OptionDefinition(
            name: "allow-debug", value: nil, help: "run a debug build, whose numbers mean nothing"),
    ]

    private let photos: PhotoFolder
    private let rounds: Int
    private let seed: UInt64
    private let json: String?
    private let tools: SuiteTools
    private let chosen: [WholeCommand]
    /// Why others don't run.
    private let skipped: [SkippedBenchmark]

    init(_ parsed: ParsedOptions) throws(UsageError) {
        #if DEBUG
            guard parsed.has("allow-debug") else {
                throw UsageError("this is a debug build; build with `-c release`, or use --allow-debug")
            }
        #endif
        rounds = try parsed.integer("rounds", in: 1...10_000, default: 5)
        seed = try parsed.integer("seed", in: 0...UInt64.max, default: UInt64.random(in: 0..<1_000_000))
        json = try parsed.text("json").map(Self.writable)
        let matching = try Self.benchmarks(matching: parsed.text("filter"))
        guard let folder = parsed.text("photos") else { throw UsageError("run needs --photos DIR") }
        photos = try PhotoFolder(folder)
        tools = try SuiteTools(collage: parsed.text("collage"), floor: parsed.text("floor"))
        skipped = matching.compactMap { benchmark in
            benchmark.programs.first { ExecutableSearch.find($0) == nil }.map {
                SkippedBenchmark(name: benchmark.rawValue, reason: "\($0) is not installed")
            }
        }
        let names = Set(skipped.map(\.name))
        chosen = matching.filter { !names.contains($0.rawValue) }
        guard !chosen.isEmpty else { throw UsageError("nothing to run: \(skipped[0].reason)") }
    }

    /// The path, if a file can be put there: to be known before the run, not after it.
    private static func writable(_ path: String) throws(UsageError) -> String {
        let parent = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        guard access(parent, W_OK) == 0 else { throw UsageError("--json: nothing can be written to \(path)") }
        return path
    }

    private static func benchmarks(matching filter: String?) throws(UsageError) -> [WholeCommand] {
        guard let filter else { return WholeCommand.allCases }
        guard let regex = try? Regex(filter) else {
            throw UsageError("--filter: “\(filter)” is no regular expression")
        }
        let matching = WholeCommand.allCases.filter { $0.rawValue.contains(regex) }
        guard !matching.isEmpty else { throw UsageError("no benchmark matches “\(filter)”") }
        return matching
    }

    func run() throws {
        let output = try OutputFolder()
        defer { output.remove() }
        let commands = chosen.map { $0.command(photos, tools, output: output.path) }
        let comparison = CommandComparison(commands: commands, rounds: rounds, seed: seed)
        let result = try comparison.run { command, round in
            try output.empty()
            if StandardError.isTerminal {
                StandardError.write(
                    "\r\u{1B}[K\(round == 0 ? "warm-up" : "round \(round) of \(rounds)"): \(command.name)")
            }
        } check: { command in
            try output.check(command, tiles: photos.photos.count)
        }
        if StandardError.isTerminal { StandardError.write("\r\u{1B}[K") }
        let report = RunReport(photos: photos, rounds: rounds, result: result, skipped: skipped)
        report.lines.forEach { print($0) }
        if let json { try report.writeJSON(to: json) }
    }
}

/// A benchmark that was asked for and can't run.
struct SkippedBenchmark: Codable {
    var name: String
    var reason: String
}
