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

    /// Says why something is not compared that should be.
    mutating func leaveOpen(_ name: String, _ metric: Metric, because reason: String) {
        notCompared.append("\(name), \(metric.name): \(reason)")
        isOpen = true
    }

    /// Says that a benchmark whose counts were exact does not promise it any more.
    mutating func loseCounts(_ name: String) {
        notCompared.append("\(name): its counts were exact, and are not said to be so any more")
        isOpen = true
    }

    /// Compares exact counts, and keeps what `metrics` lets through.
    mutating func compare(
        _ name: String, base: [Metric: Reading], head: [Metric: Reading], metrics: MetricChoice
    ) {
        let exact = ExactComparison(name, base: base, head: head, thresholds: settings.thresholds)
        findings += exact.findings.filter { metrics.includesExact($0.metric) }
        for missing in exact.oneSided where metrics.includesExact(missing.metric) {
            notCompared.append(missing.text)
            // What nobody counted is not lost, and what only the head has will be in the next base.
            let isCounted = missing.metric != .instructions || metrics.countsInstructions
            if missing.isLost, isCounted { isOpen = true }
        }
    }

    /// - Parameters:
    ///   - toolchain: the head's.
    ///   - hasBase: whether there was anything to compare with.
    func record(toolchain: String, hasBase: Bool = true) -> CheckRecord {
        let failedNames = Set(failed.map(\.name))
        let findings = CheckRecord.sorted(findings.filter { !failedNames.contains($0.benchmark) })
        // A gate that looked at nothing would pass for ever.
        let hasNothing = findings.isEmpty && new.isEmpty && failed.isEmpty
        let isOpen = isOpen || hasNothing
        let nothing = hasNothing && hasBase && notCompared.isEmpty && skipped.isEmpty
        return CheckRecord(
            tool: tool,
            outcome: hasBase
                ? CheckRecord.outcome(findings, failed: failed, isOpen: isOpen) : .noBaseline,
            base: base,
            settings: settings,
            origin: RunOrigin(
                toolchain: toolchain, before: before, seed: settings.seed, reproduce: reproduce),
            findings: findings, new: new, missing: missing, skipped: skipped, failed: failed,
            notCompared: notCompared + (nothing ? ["none of these has what is to be compared"] : []))
    }
}
