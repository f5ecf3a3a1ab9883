// Counts that must not change: compared as they are.

/// The exact metrics of a benchmark, base and head.
struct ExactComparison {
    /// A metric that only one side has.
    struct OneSided: Hashable {
        var metric: Metric
        /// Whether it is the base that has it: nobody would look at it any more.
        var isLost: Bool
        /// Which, of what, and why.
        var text: String
    }

    /// Of each metric that both sides have.
    private(set) var findings: [Finding] = []
    private(set) var oneSided: [OneSided] = []

    init(_ benchmark: String, base: [Metric: Reading], head: [Metric: Reading], thresholds: Thresholds) {
        for metric in Set(base.keys).union(head.keys).sorted(by: { $0.name < $1.name }) {
            switch (base[metric], head[metric]) {
            case (.value(let before), .value(let now)):
                findings.append(Self.finding(benchmark, metric, before, now, thresholds.counted(metric)))
            case (.value, let other):
                let text = "\(benchmark), \(metric.name) of the head: \(Self.obstacle(other))"
                oneSided.append(OneSided(metric: metric, isLost: true, text: text))
            case (let other, .value):
                let text = "\(benchmark), \(metric.name) of the base: \(Self.obstacle(other))"
                oneSided.append(OneSided(metric: metric, isLost: false, text: text))
            // What neither has can't have changed.
            default: break
            }
        }
    }

    private static func obstacle(_ reading: Reading?) -> String {
        if case .unavailable(let reason) = reading { reason } else { "not counted" }
    }

    private static func finding(
        _ benchmark: String, _ metric: Metric, _ base: Double, _ head: Double, _ threshold: Threshold
    ) -> Finding {
        let verdict: Finding.Verdict =
            threshold.isExceeded(by: head, over: base)
            ? .regressed : threshold.isExceeded(by: base, over: head) ? .improved : .same
        return Finding(
            benchmark: benchmark, metric: metric, verdict: verdict, gates: true, base: base, head: head,
            change: base == 0 ? nil : (head - base) / base)
    }
}
