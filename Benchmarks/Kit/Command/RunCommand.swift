// `run`: measures, and shows what it found.
import FoundationEssentials

struct RunCommand {
    static func command(_ tool: BenchmarkTool) -> ToolCommand {
        ToolCommand(
            "run", "measures, prints a table, and draws a page (index.html among the results)",
            options: [
                OptionDefinition("rounds", "N", "processes of each benchmark (10)"),
                OptionDefinition("budget", "TIME", "begin no further round after it (10m)"),
                RunHistory.option,
            ] + RunReport.options + CommonOptions.measuring(tool),
            verdict: { parsed in try RunCommand(tool: tool, parsed: parsed).run() })
    }

    let tool: BenchmarkTool
    let parsed: ParsedOptions

    func run() throws -> ExitStatus {
        let rounds = try parsed.integer("rounds", in: 1...100_000, default: 10)
        let report = try RunReport(parsed)
        // A wrong folder is said before anything is measured.
        let history = try RunHistory(parsed)
        let run = try SuiteRun.measured(tool, parsed, command: "run", rounds: rounds)
        let (record, results) = (run.record, run.results)
        try results.write(RecordFile.encoded(record), to: "run.json")
        try results.write(Data(HTMLPage.run(record, history: history).utf8), to: "index.html")
        try report.write(record)
        return record.failed.isEmpty ? .success : .benchmarkFailed
    }
}
