// From estimates to verdicts: significance over the whole suite, size, and agreement of independent repeats.
import Glibc

/// A metric of a benchmark, as a hypothesis: nothing changed.
struct Hypothesis: Hashable, Sendable {
    var benchmark: String
    var metric: Metric
}

/// Goes through the stages of a check: the first over the whole suite, each repeat over what is still suspected.
///
/// A false alarm needs a wrong rejection in every stage. Holm's method bounds the chance that a stage rejects any true
/// hypothesis by `stageAlpha`, whatever was tested, and the stages' samples are independent, so that the chances
/// multiply to `alpha`.
struct Judge {
    let settings: GateSettings
    /// By metric, as a share.
    let threshold: (Metric) -> Double
    /// The chance of a false alarm that each stage may have.
    private let stageAlpha: Double
    private(set) var stages: [[Hypothesis: StageFinding]] = []
    /// What the stages so far agree on; everything before the first.
    private(set) var suspects: Set<Hypothesis> = []
    /// What the first stage alone said.
    private var firstSuspects: Set<Hypothesis> = []
    /// What a repeat looked at and did not find.
    private var refuted: Set<Hypothesis> = []

    /// - Parameter areStagesIndependent: false where stages have samples in common. Their chances don't multiply then,
    ///   and each stage keeps the promise alone.
    init(
        _ settings: GateSettings, areStagesIndependent: Bool = true, threshold: @escaping (Metric) -> Double
    ) {
        self.settings = settings
        self.threshold = threshold
        stageAlpha = areStagesIndependent ? settings.stageAlpha : settings.alpha
    }

    /// Takes the estimates of a stage: of all in the first, of suspects in later ones.
    mutating func judge(_ estimates: [Hypothesis: Estimate]) {
        let order = estimates.keys.sorted { ($0.benchmark, $0.metric.name) < ($1.benchmark, $1.metric.name) }
        let adjusted = Holm.adjusted(order.map { estimates[$0]!.pValue })
        let found = Dictionary(
            uniqueKeysWithValues: zip(order, adjusted).map {
                ($0, StageFinding(estimate: estimates[$0]!, adjustedPValue: $1))
            })
        let agreeing = found.filter { hypothesis, stage in
            let first = stages.first?[hypothesis]?.estimate.change ?? stage.estimate.change
            return stage.adjustedPValue <= stageAlpha
                && (stage.estimate.change > 0) == (first > 0)
                && isBeyond(stage.estimate.change, hypothesis.metric)
        }.map(\.key)
        if stages.isEmpty {
            suspects = Set(agreeing)
            firstSuspects = suspects
        } else {
            refuted.formUnion(suspects.intersection(found.keys).subtracting(agreeing))
            suspects.formIntersection(agreeing)
        }
        stages.append(found)
    }

    /// On the scale of logarithms, so that half and twice are as far.
    private func isBeyond(_ change: Double, _ metric: Metric) -> Bool {
        log1p(change).magnitude >= log1p(threshold(metric))
    }

    /// The level at which one of so many hypotheses is tested, where all are true: Holm's first step.
    func alpha(hypotheses: Int) -> Double { stageAlpha / Double(max(1, hypotheses)) }

    /// The smallest change, as a share, that is found with the power asked for; nil where none can be.
    ///
    /// It must come out significant, and beyond the threshold.
    func smallestDetectable(_ precision: Precision, _ metric: Metric) -> Double? {
        precision.margin.map { margin in
            let power = NormalDistribution.quantile(settings.stagePower) * precision.standardError
            return expm1(max(margin, log1p(threshold(metric))) + power)
        }
    }

    /// The change that a check should find: twice what it thinks worth saying.
    func target(_ metric: Metric) -> Double { 2 * threshold(metric) }

    /// Whether an estimate that sure finds the change that it should find.
    func isPrecise(_ precision: Precision, _ metric: Metric) -> Bool {
        smallestDetectable(precision, metric).map { $0 <= target(metric) } ?? false
    }

    /// About how many pairs like these it takes to find the change that should be found; nil where more than can be
    /// asked for.
    func pairsNeeded(_ logRatios: [Double], _ metric: Metric, hypotheses: Int) -> Int? {
        let alpha = alpha(hypotheses: hypotheses)
        func isEnough(_ pairs: Int) -> Bool {
            Precision(logRatios: logRatios, asOf: pairs, alpha: alpha).map { isPrecise($0, metric) } ?? false
        }
        var (low, high) = (1, GateSettings.mostPairsEver)
        guard isEnough(high) else { return nil }
        while low < high {
            let middle = (low + high) / 2
            if isEnough(middle) { high = middle } else { low = middle + 1 }
        }
        return high
    }

    /// What all stages together say of a hypothesis; nil where the first stage has no estimate of it.
    ///
    /// - Parameters:
    ///   - base: median of the first stage.
    ///   - head: the same.
    ///   - logRatios: of the first stage's pairs; empty where samples are not in pairs.
    func finding(
        _ hypothesis: Hypothesis, base: Double?, head: Double?, logRatios: [Double] = []
    ) -> Finding? {
        let found = stages.compactMap { $0[hypothesis] }
        guard let first = stages.first?[hypothesis], let last = found.last, let base, let head else {
            return nil
        }
        var finding = Finding(
            benchmark: hypothesis.benchmark, metric: hypothesis.metric, verdict: .same, gates: true,
            base: base,
            head: head, change: last.estimate.change, stages: found, threshold: threshold(hypothesis.metric),
            smallestDetectable: smallestDetectable(first.estimate.precision, hypothesis.metric))
        if suspects.contains(hypothesis), found.count == settings.stages {
            finding.verdict = last.estimate.change > 0 ? .regressed : .improved
        } else if firstSuspects.contains(hypothesis) {
            let isSure =
                refuted.contains(hypothesis) && isPrecise(last.estimate.precision, hypothesis.metric)
            finding.verdict = isSure ? .same : .inconclusive
            finding.note =
                isSure
                ? "suspected, not confirmed by the repeat" : "suspected, the repeat is too short to tell"
        } else if !isPrecise(first.estimate.precision, hypothesis.metric) {
            finding.verdict = .inconclusive
            guard !logRatios.isEmpty else { return finding }
            finding.pairsNeeded = pairsNeeded(logRatios, hypothesis.metric, hypotheses: stages[0].count)
            if finding.pairsNeeded == nil {
                finding.note = "needs more than \(GateSettings.mostPairsEver) pairs"
            }
        }
        return finding
    }
}
