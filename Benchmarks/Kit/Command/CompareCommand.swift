// `compare`: two records side by side. They were not measured in turn, so that this shows, and does not gate.

struct CompareCommand {
    static func command(_ tool: BenchmarkTool) -> ToolCommand {
        ToolCommand(
            "compare", "shows what differs between two records of `run`", words: ["A", "B"],
            options: Selection.options + ReportOptions.all
                + GateOptions.all.filter { ["metric", "threshold", "alpha"].contains($0.name) }
                + [CommonOptions.seed],
            verdict: { parsed in try CompareCommand(tool: tool, parsed: parsed).run() })
    }

    let tool: BenchmarkTool
    let parsed: ParsedOptions

    func run() throws -> ExitStatus {
        guard parsed.words.count == 2 else { throw UsageError("compare needs two records of `run`") }
        var settings = try GateOptions.settings(parsed)
        settings.confirmations = 0
        let report = try ReportOptions(parsed)
        let selection = try Selection(parsed)
        let (base, head) = (try RecordFile.readRun(parsed.words[0]), try RecordFile.readRun(parsed.words[1]))
        let countsInstructions = [base, head].contains { record in
            record.benchmarks.contains { $0.counts[.instructions]?.value != nil }
        }
        let record = RecordComparison(
            base: base, head: head, baseName: parsed.words[0], settings: settings,
            metrics: try GateOptions.metrics(parsed, countsInstructions: countsInstructions),
            includes: selection.includes,
            reproduce: CommonOptions.reproduce("compare", parsed, seed: settings.seed, tool: tool)
        ).record()
        try report.write(record)
        return .success
    }
}
