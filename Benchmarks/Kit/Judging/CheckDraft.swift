// A check's record while it is being made.

/// Collects what a check finds, whatever it compares with.
struct CheckDraft {
    let tool: String
    let base: String
    let settings: GateSettings
    let reproduce: String
    private let before = MachineMood.now
    let start = Seconds.rawMonotonicNow

    var findings: [Finding] = []
    var new: [String] = []
    var missing: [String] = []
    var skipped: [OmittedBenchmark] = []
    var failed: [OmittedBenchmark] = []
    var notCompared: [String] = []
    /// Whether something should have been compared, and could not.
    private var isOpen = false

    init(tool: String, base: String, settings: GateSettings, reproduce: String) {
        self.tool = tool
        self.base = base
        self.settings = settings
        self.reproduce = reproduce
    }

    /// Of a check that measures the head.
    init(_ head: ChosenSuite, base: String, settings: GateSettings) {
        self.init(tool: head.tool, base: base, settings: settings, reproduce: head.reproduce)
    }

    mutating func fail(_ name: String, _ error: any Error) {
        failed.append(OmittedBenchmark(name: name, reason: "\(error)"))
    }

    mutating func skip(_ name: String, _ reason: String) {
        skipped.append(OmittedBenchmark(name: name, reason: reason))
    }

    /// Says that there are too few samples to compare something with.
    mutating func leaveOpen(_ name: String, _ metric: Metric, fewerThanTwo samples: String) {
        notCompared.append("\(name), \(metric.name): fewer than two \(samples)")
        isOpen = true
    }

    /// Compares exact counts, and keeps what `metrics` lets through.
    mutating func compare(
        _ name: String, base: [Metric: Reading], head: [Metric: Reading], metrics: MetricChoice
    ) {
        let exact = ExactComparison.findings(name, base: base, head: head, thresholds: settings.thresholds)
        findings += exact.findings.filter { metrics.includesExact($0.metric) }
        let lost = exact.lost.filter { metrics.includesExact($0.metric) }
        notCompared += lost.map(\.text) + exact.gained.filter { metrics.includesExact($0.metric) }.map(\.text)
        if !lost.isEmpty { isOpen = true }
    }

    /// - Parameters:
    ///   - toolchain: the head's.
    ///   - hasBase: whether there was anything to compare with.
    func record(toolchain: String, hasBase: Bool = true) -> CheckRecord {
        let failedNames = Set(failed.map(\.name))
        let findings = CheckRecord.sorted(findings.filter { !failedNames.contains($0.benchmark) })
        // A gate that looked at nothing would pass for ever.
        let isOpen = isOpen || (findings.isEmpty && new.isEmpty)
        return CheckRecord(
            tool: tool,
            outcome: hasBase
                ? CheckRecord.outcome(findings, failed: failed, isOpen: isOpen) : .noBaseline,
            base: base,
            settings: settings,
            origin: RunOrigin(
                toolchain: toolchain, before: before, seed: settings.seed, reproduce: reproduce),
            findings: findings, new: new, missing: missing, skipped: skipped, failed: failed,
            notCompared: notCompared)
    }
}
