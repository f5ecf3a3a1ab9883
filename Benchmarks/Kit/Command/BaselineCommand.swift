// `baseline`: keeps runs to compare with.

struct BaselineCommand {
    static func command(_ tool: BenchmarkTool) -> ToolCommand {
        ToolCommand(
            "baseline", "save NAME, list, show NAME or rm NAME: what `check --against` compares with",
            words: ["ACTION", "NAME"],
            options: [
                OptionDefinition("rounds", "N", "processes of each benchmark (20)"),
                OptionDefinition("budget", "TIME", "begin no further round after it (10m)"),
                OptionDefinition("counts-only", nil, "keep exact counts, and no times"),
                OptionDefinition(
                    "threshold", "LIST", "what checks against it go by, as in cpu=15%,mallocs=0"),
            ] + BaselineStore.options + CommonOptions.measuring(tool),
            verdict: { parsed in try BaselineCommand(tool: tool, parsed: parsed).run() })
    }

    let tool: BenchmarkTool
    let parsed: ParsedOptions

    func run() throws -> ExitStatus {
        let store = BaselineStore(parsed)
        let words = parsed.words
        switch (words.first, words.count) {
        case ("list", 1): store.names.forEach { print($0) }
        case ("save", 2): return try save(words[1], in: store)
        case ("show", 2):
            guard let baseline = try store.read(words[1]) else {
                throw UsageError("there is no baseline “\(words[1])” in \(store.folder)")
            }
            show(baseline)
        case ("rm", 2): try store.remove(words[1])
        default: throw UsageError("baseline needs save NAME, list, show NAME or rm NAME")
        }
        return .success
    }

    private func save(_ name: String, in store: BaselineStore) throws -> ExitStatus {
        // A wrong name or file is said before anything is measured.
        var baseline = try store.read(name) ?? Baseline()
        let thresholds = try parsed.text("threshold").map { text throws(UsageError) in try Thresholds(text) }
        let countsOnly = parsed.has("counts-only")
        let run = try SuiteRun.measured(
            tool, parsed, command: "baseline",
            rounds: countsOnly ? 0 : parsed.integer("rounds", in: 1...100_000, default: 20),
            exactOnly: countsOnly)
        let record = run.record
        guard record.failed.isEmpty else {
            RunTable(record).lines.forEach { print($0) }
            return .benchmarkFailed
        }
        baseline.add(record, isWhole: run.isWhole, thresholds: thresholds ?? Thresholds())
        try store.write(baseline, name)
        print("\(record.benchmarks.count) benchmarks are in baseline “\(name)” of \(store.folder)")
        return .success
    }

    private func show(_ baseline: Baseline) {
        for (toolchain, counts) in baseline.counts.sorted(by: { $0.key < $1.key }) {
            print("Exact counts of \(toolchain)")
            var table = TextTable(heading: ["benchmark", "metric", "count"])
            for (name, metrics) in counts.sorted(by: { $0.key < $1.key }) {
                for (metric, value) in metrics.sorted(by: { $0.key.name < $1.key.name }) {
                    table.append([name, metric.name, NumberText.fixed(value, digits: 0)])
                }
            }
            table.lines.forEach { print("  " + $0) }
        }
        for (key, runs) in baseline.times.sorted(by: { $0.key < $1.key }) {
            for run in runs {
                print("Times of \(key)")
                RunTable(run).lines.forEach { print("  " + $0) }
            }
        }
        let thresholds = baseline.thresholds.given.map { "\($0.key.name)=\($0.value)" }.sorted()
        if !thresholds.isEmpty { print("Thresholds: " + thresholds.joined(separator: ",")) }
    }
}
