// Go's benchmark text, for benchstat: https://go.dev/design/14313-benchmark-format and golang.org/x/perf/benchfmt.

/// A line for each process, and one for what was counted exactly.
struct GoBenchmarkText {
    let record: RunRecord

    init(_ record: RunRecord) { self.record = record }

    var text: String {
        let results = results
        let units = Set(results.flatMap(\.values).map(\.unit)).sorted { $0.name < $1.name }
        return (remarks + configuration + units.map(\.line) + results.map(\.line)).map { $0 + "\n" }.joined()
    }

    /// Readers leave out lines like these.
    private var remarks: [String] {
        [
            "Times are the lowest decile of each process' batches. cpu-sec/op is CPU time, sec/op wall time.",
            "\(record.origin.toolchain), \(record.origin.machine.kernel)",
            "Again: \(record.origin.reproduce)",
        ].map { "# " + Self.oneLine($0) }
    }

    /// Only what makes results incomparable: benchstat has a table of its own for each value of these.
    private var configuration: [String] {
        let machine = record.origin.machine
        return [
            "goos: linux", "goarch: \(Self.architecture)", "pkg: \(Self.oneLine(record.tool))",
            "cpu: \(Self.oneLine(machine.processor))",
        ]
    }

    /// As Go calls it.
    private static var architecture: String {
        switch Toolchain.architecture {
        case "x86_64": "amd64"
        case "aarch64": "arm64"
        case let other: other
        }
    }

    private var results: [GoBenchmarkResult] {
        var names = UniqueNames()
        return record.benchmarks.flatMap { benchmark in
            let name = names.name(Self.name(benchmark.name)) + "-\(record.origin.machine.cores)"
            let processes = benchmark.samples.map { sample in
                GoBenchmarkResult(
                    name: name, iterations: benchmark.plan.iterations * benchmark.plan.batches,
                    values: Self.values(sample, of: benchmark))
            }
            let counts = benchmark.metrics.compactMap { metric in
                benchmark.counts[metric]?.value.map { (GoUnit(metric), $0) }
            }
            // One line, since counting again would tell nothing new.
            return (processes + [GoBenchmarkResult(name: name, iterations: 1, values: counts)]).filter {
                !$0.values.isEmpty
            }
        }
    }

    private static func values(_ sample: ProcessSample, of benchmark: BenchmarkRecord) -> [(GoUnit, Double)] {
        var values = Metric.general.filter { !$0.isExact }.compactMap { metric in
            sample.compared(metric).map { (GoUnit(metric), $0) }
        }
        if let work = benchmark.work, let wall = sample.compared(.wall), wall > 0 {
            values.append((GoUnit(throughputOf: work), Double(work.count) / wall))
        }
        return values
    }

    /// Without white space, which ends a name, and with a capital first, by which `BenchmarkX` is told from a word.
    static func name(_ name: String) -> String {
        let field = field(name)
        return "Benchmark" + field.prefix(1).uppercased() + field.dropFirst()
    }

    /// A word of a line: white space and what can't be printed replaced by `_`, as Go's package testing does.
    static func field(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    let isPlain =
                        !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control
                    return isPlain ? scalar : "_"
                }))
    }

    private static func oneLine(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 })
    }
}

/// A unit, and what is known of all values that have it.
struct GoUnit: Hashable, Sendable {
    let name: String
    let isBiggerBetter: Bool
    let isExact: Bool

    /// In base units: readers leave a value of 0 in units that they would have to rescale.
    init(_ metric: Metric) {
        isBiggerBetter = false
        isExact = metric.isExact
        name =
            switch metric {
            case .cpu: "cpu-sec/op"
            case .wall: "sec/op"
            case .allocations: "allocs/op"
            case .allocatedBytes: "B/op"
            case .peakMemory: "peak-B"
            // `work:tiles` is `work-tiles/op`.
            default: GoBenchmarkText.field(metric.name.replacing(":", with: "-")) + "/op"
            }
    }

    init(throughputOf work: WorkAmount) {
        name = GoBenchmarkText.field(work.unit) + "/s"
        isBiggerBetter = true
        isExact = false
    }

    var line: String {
        "Unit \(name) better=\(isBiggerBetter ? "higher" : "lower")" + (isExact ? " assume=exact" : "")
    }
}

/// A line of results.
struct GoBenchmarkResult {
    let name: String
    let iterations: Int
    let values: [(unit: GoUnit, value: Double)]

    init(name: String, iterations: Int, values: [(GoUnit, Double)]) {
        self.name = name
        self.iterations = iterations
        self.values = values.map { (unit: $0.0, value: $0.1) }
    }

    var line: String {
        "\(name) \(max(1, iterations))" + values.map { " \(Self.number($0.value)) \($0.unit.name)" }.joined()
    }

    private static func number(_ value: Double) -> String {
        value == value.rounded() && value.magnitude < 1e15 ? "\(Int(value))" : "\(value)"
    }
}
