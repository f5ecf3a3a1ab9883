// `selftest`: measures the gate itself.
import FoundationEssentials

struct SelfTestCommand {
    static func command(_ tool: BenchmarkTool) -> ToolCommand {
        ToolCommand(
            "selftest", "runs the gate on this executable against itself, sometimes made slower on purpose",
            options: [
                OptionDefinition("runs", "N", "real runs; something is made worse in every second (20)"),
                OptionDefinition("inject", "PERCENT", "CPU time more (2)"),
                OptionDefinition("burners", "N", "processes that keep the cores busy meanwhile (0)"),
                OptionDefinition("resamples", "N", "suites drawn from the recorded pairs (1000)"),
                OptionDefinition("from", "FILES", "resample the runs of these records, measure nothing"),
                OptionDefinition("json", "FILE", "the record (selftest.json among the results)"),
            ] + GateOptions.all.filter { !$0.name.contains("fail-on") && $0.name != "allow-missing-baseline" }
                + CommonOptions.measuring(tool),
            verdict: { parsed in try SelfTestCommand(tool: tool, parsed: parsed).run() })
    }

    let tool: BenchmarkTool
    let parsed: ParsedOptions

    func run() throws -> ExitStatus {
        let settings = try GateOptions.settings(parsed)
        let resamples = try parsed.integer("resamples", in: 1...1_000_000, default: 1000)
        let record = try parsed.text("from").map(recorded) ?? measured(settings)
        let progress = Progress()
        let odds = ResampledOdds(
            ResampledSuite(record, settings: settings), suites: resamples,
            ratios: [1.01, 1.015, 1.02, 1.03, 1.05],
            seed: settings.seed, progress: progress.show)
        progress.clear()
        let report = SelfTestReport(record: record, odds: odds)
        report.lines.forEach { print($0) }
        if record.runs.contains(where: { !$0.failed.isEmpty }) { return .benchmarkFailed }
        return report.isKept ? .success : .regressed
    }

    private func measured(_ settings: GateSettings) throws -> SelfTestRecord {
        let runs = try parsed.integer("runs", in: 1...1000, default: 20)
        let cpu = try parsed.number("inject", between: 0..<1000, default: 2) / 100
        let burners = try parsed.integer("burners", in: 0...1000, default: 0)
        let chosen = try ChosenSuite(tool, parsed, command: "selftest", seed: settings.seed)
        let sampler = try CommonOptions.sampler(parsed, for: chosen.members, of: tool, seed: settings.seed)
        return try SelfTest(
            chosen: chosen,
            metrics: GateOptions.metrics(parsed, countsInstructions: sampler.countsInstructions),
            settings: settings,
            injection: Injection(cpu: cpu, allocations: 1), runs: runs, burners: burners
        ).run(sampler) { record in
            let data = try RecordFile.encoded(record)
            if let json = parsed.text("json") {
                try data.write(to: URL(filePath: json), options: .atomic)
            } else {
                try sampler.results.write(data, to: "selftest.json")
            }
        }
    }

    /// The runs of all records, under the settings of the first.
    private func recorded(_ files: String) throws -> SelfTestRecord {
        let records = try files.split(separator: ",").map {
            try RecordFile.read(String($0), as: SelfTestRecord.self, "record of a self-test")
        }
        guard var all = records.first else { throw UsageError("--from needs files") }
        all.runs = records.flatMap(\.runs)
        return all
    }
}
