// `check`: a gate. Compares with another executable that runs beside this one, or with a baseline.
import FoundationEssentials

struct CheckCommand {
    static func command(_ tool: BenchmarkTool) -> ToolCommand {
        ToolCommand(
            "check", "compares, draws a page (check.html), and fails where something is slower",
            options: [
                OptionDefinition("base-binary", "PATH", "compare with this executable, process by process"),
                OptionDefinition("against", "NAME", "compare with a baseline instead"),
            ] + GateOptions.all + ReportOptions.all + BaselineStore.options + CommonOptions.measuring(tool),
            verdict: { parsed in try CheckCommand(tool: tool, parsed: parsed).run() })
    }

    let tool: BenchmarkTool
    let parsed: ParsedOptions

    private static let verdictFile = "verdict.json"

    func run() throws -> ExitStatus {
        let settings = try GateOptions.settings(parsed)
        let metrics = try GateOptions.metrics(parsed)
        let report = try ReportOptions(parsed)
        let head = try ChosenSuite(tool, parsed, command: "check", seed: settings.seed)
        // All that can be wrong is said before inputs are made and anything is measured.
        let opponent = try Opponent(parsed)
        let sampler = try CommonOptions.sampler(parsed, for: head.members, of: tool, seed: settings.seed)
        // Whoever ends us leaves no verdict, and not that of another run.
        sampler.results.remove(Self.verdictFile)
        let record =
            switch opponent {
            case .executable(let path, let base):
                try PairedCheck(
                    base: base, baseName: path, head: head, metrics: metrics, settings: settings
                ).run(sampler, progress: Progress()).record
            case .baseline(let name, let baseline):
                try BaselineCheck(
                    name: name, baseline: baseline, head: head, metrics: metrics, settings: settings
                ).run(sampler, progress: Progress())
            case .broken(let path, let error): broken(path, error, head, settings)
            }
        try sampler.results.write(RecordFile.encoded(record), to: Self.verdictFile)
        try sampler.results.write(Data(HTMLPage.check(record).utf8), to: "check.html")
        try report.write(record)
        return Self.status(record.outcome, parsed)
    }

    /// Of a base that can't say what it holds, as one that another harness built.
    private func broken(
        _ path: String, _ error: BenchmarkError, _ head: ChosenSuite, _ settings: GateSettings
    ) -> CheckRecord {
        var draft = CheckDraft(head, base: path, settings: settings)
        draft.fail("the base", error)
        return draft.record(toolchain: head.suite.toolchainKey)
    }

    static func status(_ outcome: CheckRecord.Outcome, _ parsed: ParsedOptions) -> ExitStatus {
        switch outcome {
        case .passed: .success
        case .improved: parsed.has("fail-on-improvement") ? .improved : .success
        case .inconclusive: parsed.has("fail-on-inconclusive") ? .inconclusive : .success
        case .regressed: .regressed
        case .noBaseline: parsed.has("allow-missing-baseline") ? .success : .noBaseline
        case .failed: .benchmarkFailed
        }
    }
}

/// What the head is compared with.
private enum Opponent {
    case executable(path: String, HostedSuite)
    case broken(path: String, BenchmarkError)
    /// Nil where there is none of that name.
    case baseline(name: String, Baseline?)

    init(_ parsed: ParsedOptions) throws {
        switch (parsed.text("base-binary"), parsed.text("against")) {
        case (let path?, nil):
            let host = try BenchmarkHost(path: path)
            do throws(BenchmarkError) {
                let base = try HostedSuite(host)
                self = .executable(path: path, base)
            } catch {
                self = .broken(path: path, error)
            }
            if case .executable(_, let base) = self { try CommonOptions.refuseDebug(base, parsed) }
        case (nil, let name?): self = .baseline(name: name, try BaselineStore(parsed).read(name))
        default: throw UsageError("check needs either --base-binary PATH or --against NAME")
        }
    }
}

/// Options of a gate.
enum GateOptions {
    static let all = [
        OptionDefinition(
            "metric", "NAMES", "only these are compared, as in cpu,exact (each benchmark's own)"),
        OptionDefinition(
            "threshold", "LIST", "what is worth saying, as in cpu=2%,mallocs=0 (1 %; baseline: 10 %)"),
        OptionDefinition("alpha", "P", "chance of any false alarm in the whole suite (0.01)"),
        OptionDefinition("power", "P", "chance to find twice the threshold, time permitting (0.95)"),
        OptionDefinition("pairs", "N..M", "pairs of processes of each benchmark (20..400)"),
        OptionDefinition("confirm", "N", "independent repeats that must agree (1)"),
        OptionDefinition("budget", "TIME", "for everything (10m)"),
        OptionDefinition("fail-on-improvement", nil, "exit 4 where something is faster"),
        OptionDefinition("fail-on-inconclusive", nil, "exit 6 where something can't be told"),
        OptionDefinition("allow-missing-baseline", nil, "exit 0 where there is no baseline yet"),
    ]

    static func settings(_ parsed: ParsedOptions) throws(UsageError) -> GateSettings {
        var settings = GateSettings(seed: try CommonOptions.seed(parsed))
        settings.alpha = try parsed.number("alpha", between: 0..<0.5, default: settings.alpha)
        settings.power = try parsed.number("power", between: 0.5..<1, default: settings.power)
        settings.confirmations = try parsed.integer("confirm", in: 0...5, default: settings.confirmations)
        settings.budget = try parsed.duration("budget", default: settings.budget)
        if let text = parsed.text("threshold") { settings.thresholds = try Thresholds(text) }
        if let text = parsed.text("pairs") {
            let ends = text.split(separator: ".", omittingEmptySubsequences: true).map { Int($0) }
            guard (1...2).contains(ends.count), let fewest = ends.first ?? nil, let most = ends.last ?? nil,
                (2...1000).contains(fewest), (fewest...1000).contains(most)
            else { throw UsageError("--pairs needs N or N..M, from 2 to 1000, not “\(text)”") }
            (settings.fewestPairs, settings.mostPairs) = (fewest, most)
        }
        return settings
    }

    static func metrics(_ parsed: ParsedOptions) throws(UsageError) -> MetricChoice {
        guard let text = parsed.text("metric") else { return .standard }
        return try MetricChoice(text, countsInstructions: parsed.has(CommonOptions.callgrind.name))
    }
}
