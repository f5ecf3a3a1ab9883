// `run`: measures, and shows what it found.
import FoundationEssentials

struct RunCommand {
    static func command(_ tool: BenchmarkTool) -> ToolCommand {
        ToolCommand(
            "run", "measures, and prints a table",
            options: [
                OptionDefinition("rounds", "N", "processes of each benchmark (10)"),
                OptionDefinition("budget", "TIME", "begin no further round after it (10m)"),
                OptionDefinition("json", "FILE", "write all samples there, too"),
            ] + CommonOptions.measuring(tool),
            verdict: { parsed in try RunCommand(tool: tool, parsed: parsed).run() })
    }

    let tool: BenchmarkTool
    let parsed: ParsedOptions

    func run() throws -> ExitStatus {
        let seed = try CommonOptions.seed(parsed)
        let rounds = try parsed.integer("rounds", in: 1...100_000, default: 10)
        let budget = try parsed.duration("budget", default: 600)
        let suite = try HostedSuite(.current)
        try CommonOptions.refuseDebug(suite, parsed)
        let chosen = try Selection(parsed).choose(suite)
        let results = try CommonOptions.results(parsed)
        var sampler = Sampler(
            results: results, inputs: try CommonOptions.inputs(parsed, for: chosen, of: tool), seed: seed)
        let record = try SuiteRun(
            tool: tool.name, suite: suite, chosen: chosen, rounds: rounds, budget: budget, seed: seed,
            reproduce: CommonOptions.reproduce("run", parsed, seed: seed, tool: tool)
        ).run(&sampler, progress: Progress())
        try results.write(RecordFile.encoded(record), to: "run.json")
        if let json = parsed.text("json") {
            try RecordFile.encoded(record).write(to: URL(filePath: json), options: .atomic)
        }
        RunTable(record).lines.forEach { print($0) }
        return record.failed.isEmpty ? .success : .benchmarkFailed
    }
}

/// Records as files.
enum RecordFile {
    static func encoded(_ record: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(record)
    }

    /// - Throws: `UsageError` where there is none, or it has another version.
    static func read(_ path: String) throws(UsageError) -> RunRecord {
        guard let data = try? Data(contentsOf: URL(filePath: path)) else {
            throw UsageError("\(path) can't be read")
        }
        let decoder = JSONDecoder()
        guard let record = try? decoder.decode(RunRecord.self, from: data) else {
            throw UsageError("\(path) is no record of a run")
        }
        guard record.version == RunRecord.currentVersion else {
            throw UsageError(
                "\(path) is of version \(record.version), whose metrics mean something else than ours (\(RunRecord.currentVersion))"
            )
        }
        return record
    }
}
