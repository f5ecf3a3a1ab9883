// A baseline: what later runs are compared with.

/// Exact counts by toolchain, and times by machine and toolchain, under a name.
struct Baseline: Hashable, Sendable, Codable {
    /// Of the meaning of metrics.
    var version = RunRecord.currentVersion
    /// Those that the gate goes by, unless it is given others.
    var thresholds = Thresholds()
    /// By toolchain and architecture, then by benchmark.
    var counts: [String: [String: [Metric: Double]]] = [:]
    /// By machine and toolchain.
    var times: [String: RunRecord] = [:]

    /// Takes in a run: what it has replaces what was there under the same key.
    mutating func add(_ run: RunRecord, thresholds given: Thresholds) {
        thresholds = thresholds.overridden(by: given)
        var counted: [String: [Metric: Double]] = [:]
        for benchmark in run.benchmarks where benchmark.isExact {
            counted[benchmark.name] = benchmark.counts.compactMapValues(\.value)
        }
        if !counted.isEmpty { counts[run.origin.toolchain] = counted }
        if run.benchmarks.contains(where: { !$0.samples.isEmpty }) { times[Self.timesKey(run.origin)] = run }
    }

    static func timesKey(_ origin: RunOrigin) -> String { "\(origin.machine.key); \(origin.toolchain)" }
}
