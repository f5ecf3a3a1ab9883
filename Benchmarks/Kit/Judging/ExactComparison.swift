// Counts that must not change: compared as they are.

enum ExactComparison {
    /// A metric that only one side has, and why.
    struct OneSided: Hashable {
        var metric: Metric
        var text: String
    }

    /// A finding for each exact metric that both sides have.
    ///
    /// - Returns: also those that only the base has, which nobody compares any more, and those that only the head has,
    ///   which the next base will have.
    static func findings(
        _ benchmark: String, base: [Metric: Reading], head: [Metric: Reading], thresholds: Thresholds
    ) -> (findings: [Finding], lost: [OneSided], gained: [OneSided]) {
        var (findings, lost, gained): ([Finding], [OneSided], [OneSided]) = ([], [], [])
        for metric in Set(base.keys).union(head.keys).sorted(by: { $0.name < $1.name }) {
            switch (base[metric], head[metric]) {
            case (.value(let before), .value(let now)):
                findings.append(finding(benchmark, metric, before, now, thresholds.counted(metric)))
            case (.value, let other):
                lost.append(
                    OneSided(
                        metric: metric, text: "\(benchmark), \(metric.name) of the head: \(obstacle(other))"))
            case (let other, .value):
                gained.append(
                    OneSided(
                        metric: metric, text: "\(benchmark), \(metric.name) of the base: \(obstacle(other))"))
            // What neither has can't have changed.
            default: break
            }
        }
        return (findings, lost, gained)
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
