// A baseline: what later runs are compared with.

/// Exact counts by toolchain, and times by machine and toolchain, under a name.
struct Baseline: Hashable, Sendable, Codable {
    /// Of the meaning of metrics.
    var version = RunRecord.currentVersion
    /// Those that the gate goes by, unless it is given others.
    var thresholds = Thresholds()
    /// By toolchain and architecture, then by benchmark.
    var counts: [String: [String: [Metric: Double]]] = [:]
    /// By machine and toolchain; more than one run where some benchmarks were measured again, none of them twice.
    var times: [String: [RunRecord]] = [:]

    /// Takes in a run.
    ///
    /// - Parameter isWhole: whether it is of all benchmarks, and replaces what was there under the same keys. Otherwise
    ///   the benchmarks that it does not have stay as they are.
    mutating func add(_ run: RunRecord, isWhole: Bool = true, thresholds given: Thresholds) {
        thresholds = thresholds.overridden(by: given)
        var counted: [String: [Metric: Double]] = [:]
        for benchmark in run.benchmarks where benchmark.isExact {
            counted[benchmark.name] = benchmark.counts.compactMapValues(\.value)
        }
        let toolchain = run.origin.toolchain
        if !isWhole { counted.merge(counts[toolchain] ?? [:]) { new, _ in new } }
        if !counted.isEmpty { counts[toolchain] = counted }
        guard run.benchmarks.contains(where: { !$0.samples.isEmpty }) else { return }
        let key = Self.timesKey(run.origin)
        var others = isWhole ? [] : times[key] ?? []
        for index in others.indices {
            others[index].benchmarks.removeAll { run.benchmark($0.name) != nil }
        }
        times[key] = others.filter { !$0.benchmarks.isEmpty } + [run]
    }

    /// By name, the benchmarks whose times were measured under a key; nil where none were.
    func earlier(_ timesKey: String) -> [String: BenchmarkRecord]? {
        times[timesKey].map { runs in
            Dictionary(runs.flatMap(\.benchmarks).map { ($0.name, $0) }) { _, last in last }
        }
    }

    static func timesKey(_ origin: RunOrigin) -> String { "\(origin.machine.key); \(origin.toolchain)" }
}
