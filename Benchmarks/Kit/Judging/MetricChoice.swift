// Which metrics are compared: those that benchmarks name, or those that the user does.

/// A choice of metrics.
struct MetricChoice: Hashable, Sendable {
    /// Stands for every metric that must not vary.
    static let exactName = "exact"

    private var named: Set<Metric>?
    private var hasAllExact = true
    /// Whether instructions are counted once rather than measured with the times.
    private(set) var countsInstructions = false

    /// Everything that gates by itself.
    init(countsInstructions: Bool = false) { self.countsInstructions = countsInstructions }

    /// - Parameters:
    ///   - text: names with commas between, as in `cpu,exact`.
    ///   - countsInstructions: whether they are counted once rather than measured with the times.
    init(_ text: String, countsInstructions: Bool = false) throws(UsageError) {
        var metrics: Set<Metric> = []
        hasAllExact = false
        self.countsInstructions = countsInstructions
        for name in text.split(separator: ",") {
            if name == Self.exactName {
                hasAllExact = true
            } else if let metric = Metric(named: String(name)) {
                metrics.insert(metric)
            } else {
                let names = Metric.general.map(\.name).joined(separator: ", ")
                throw UsageError(
                    "--metric: there is no metric “\(name)”, but \(names), work:NAME and \(Self.exactName)")
            }
        }
        named = metrics
    }

    /// Whether an exact metric is compared.
    func includesExact(_ metric: Metric) -> Bool { hasAllExact || named?.contains(metric) ?? true }

    /// Whether any exact metric is.
    var hasExact: Bool { hasAllExact || named?.contains(where: isExact) ?? true }

    /// Whether any metric that varies may be.
    var hasVarying: Bool { named?.contains { !isExact($0) } ?? true }

    /// The metrics that vary and are compared, of a benchmark that gates by some of its own.
    func varying(_ gates: [Metric]) -> [Metric] {
        guard let named else { return gates }
        return Metric.general.filter { named.contains($0) && !isExact($0) }
    }

    private func isExact(_ metric: Metric) -> Bool {
        metric.isExact || (countsInstructions && metric == .instructions)
    }
}
