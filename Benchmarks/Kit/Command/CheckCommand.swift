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
        let results = try CommonOptions.results(parsed)
        // Whoever ends us, or wrong options, leaves no verdict, and not that of another run.
        results.remove(Self.verdictFile)
        let settings = try GateOptions.settings(parsed)
        let report = try ReportOptions(parsed)
        let head = try ChosenSuite(tool, parsed, command: "check", seed: settings.seed)
        let opponent = try Opponent(parsed)
        let record: CheckRecord
        var trouble: (any Error)?
        do {
            record = try checked(head, against: opponent, settings, results)
        } catch let error as UsageError {
            throw error
        } catch {
            record = failed(head, against: opponent, settings, error)
            trouble = error
        }
        try results.write(RecordFile.encoded(record), to: Self.verdictFile)
        try results.write(Data(HTMLPage.check(record).utf8), to: "check.html")
        try report.write(record)
        // Readers of the verdict are told of our own trouble, too, but it is no failed measurement.
        if let trouble, !(trouble is BenchmarkError || trouble is FailureOfBase) { throw trouble }
        return Self.status(record.outcome, parsed)
    }

    private func checked(
        _ head: ChosenSuite, against opponent: Opponent, _ settings: GateSettings, _ results: ResultsFolder
    ) throws -> CheckRecord {
        let metrics = try GateOptions.metrics(
            parsed, countsInstructions: parsed.has(CommonOptions.callgrind.name))
        func sampler() throws -> Sampler {
            try CommonOptions.sampler(parsed, in: results, for: head.members, of: tool, seed: settings.seed)
        }
        switch opponent {
        case .executable(let path, let host):
            // What can be wrong with it is known before inputs are made.
            let base = try HostedSuite(host)
            try CommonOptions.refuseDebug(base, parsed)
            return try PairedCheck(
                base: base, baseName: path, head: head, metrics: metrics, settings: settings
            ).run(sampler(), progress: Progress()).record
        case .baseline(let name, let baseline):
            return try BaselineCheck(
                name: name, baseline: baseline, head: head, metrics: metrics, settings: settings
            ).run(sampler(), progress: Progress())
        }
    }

    /// Of what can't be measured at all: a base that another harness built, an executable that changed meanwhile, our
    /// own trouble.
    private func failed(
        _ head: ChosenSuite, against opponent: Opponent, _ settings: GateSettings, _ error: any Error
    ) -> CheckRecord {
        var draft = CheckDraft(head, base: opponent.name, settings: settings)
        draft.fail("everything", error)
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
    case executable(path: String, BenchmarkHost)
    /// Nil where there is none of that name.
    case baseline(name: String, Baseline?)

    init(_ parsed: ParsedOptions) throws {
        switch (parsed.text("base-binary"), parsed.text("against")) {
        case (let path?, nil): self = .executable(path: path, try BenchmarkHost(path: path))
        case (nil, let name?): self = .baseline(name: name, try BaselineStore(parsed).read(name))
        default: throw UsageError("check needs either --base-binary PATH or --against NAME")
        }
    }

    var name: String {
        switch self {
        case .executable(let path, _): path
        case .baseline(let name, _): "baseline “\(name)”"
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
                (2...GateSettings.mostPairsEver).contains(fewest),
                (fewest...GateSettings.mostPairsEver).contains(most)
            else {
                throw UsageError(
                    "--pairs needs N or N..M, from 2 to \(GateSettings.mostPairsEver), not “\(text)”")
            }
            (settings.fewestPairs, settings.mostPairs) = (fewest, most)
        }
        return settings
    }

    /// - Parameter countsInstructions: whether they are counted once rather than measured with the times.
    static func metrics(_ parsed: ParsedOptions, countsInstructions: Bool) throws(UsageError) -> MetricChoice
    {
        guard let text = parsed.text("metric") else {
            return MetricChoice(countsInstructions: countsInstructions)
        }
        return try MetricChoice(text, countsInstructions: countsInstructions)
    }
}
