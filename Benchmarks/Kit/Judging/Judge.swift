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

    /// The smallest change, as a share, that a stage of so many hypotheses finds with the power asked for.
    func smallestDetectable(_ standardError: Double, _ metric: Metric, hypotheses: Int) -> Double {
        let alpha = stageAlpha / Double(max(1, hypotheses))
        let significant = Power.smallestDetectable(
            standardError: standardError, alpha: alpha, power: settings.stagePower)
        // It must come out beyond the threshold, too.
        let beyond =
            log1p(threshold(metric)) + NormalDistribution.quantile(settings.stagePower) * standardError
        return expm1(max(significant, beyond))
    }

    /// The change that a check should find: twice what it thinks worth saying.
    func target(_ metric: Metric) -> Double { 2 * threshold(metric) }

    /// Whether an estimate that sure finds the change that it should find.
    ///
    /// - Parameter smallestPValue: of `Estimate`; however precise, what can't be significant finds nothing.
    func isPrecise(
        _ standardError: Double, smallestPValue: Double, _ metric: Metric, hypotheses: Int
    ) -> Bool {
        canBeSignificant(smallestPValue, hypotheses: hypotheses)
            && smallestDetectable(standardError, metric, hypotheses: hypotheses) <= target(metric)
    }

    private func isPrecise(_ estimate: Estimate, _ metric: Metric, hypotheses: Int) -> Bool {
        isPrecise(
            estimate.standardError, smallestPValue: estimate.smallestPValue, metric, hypotheses: hypotheses)
    }

    private func canBeSignificant(_ smallestPValue: Double, hypotheses: Int) -> Bool {
        smallestPValue * Double(max(1, hypotheses)) <= stageAlpha
    }

    func pairsNeeded(_ estimate: Estimate, _ metric: Metric, hypotheses: Int) -> Int {
        // The error shrinks with the root of the number: the smallest number whose error would be precise.
        var (low, high) = (1, 1)
        func isEnough(_ pairs: Int) -> Bool {
            let error = estimate.standardError * (Double(estimate.pairs) / Double(pairs)).squareRoot()
            return isPrecise(
                error, smallestPValue: SignedRankTest.smallestPValue(pairs), metric, hypotheses: hypotheses)
        }
        while !isEnough(high), high < 1 << 30 { (low, high) = (high, high * 2) }
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
    func finding(_ hypothesis: Hypothesis, base: Double?, head: Double?) -> Finding? {
        let found = stages.compactMap { $0[hypothesis] }
        guard let first = stages.first?[hypothesis], let last = found.last, let base, let head else {
            return nil
        }
        let count = stages[0].count
        let detectable =
            canBeSignificant(first.estimate.smallestPValue, hypotheses: count)
            ? smallestDetectable(first.estimate.standardError, hypothesis.metric, hypotheses: count) : nil
        var finding = Finding(
            benchmark: hypothesis.benchmark, metric: hypothesis.metric, verdict: .same, gates: true,
            base: base,
            head: head, change: last.estimate.change, stages: found, threshold: threshold(hypothesis.metric),
            smallestDetectable: detectable)
        if suspects.contains(hypothesis), found.count == settings.stages {
            finding.verdict = last.estimate.change > 0 ? .regressed : .improved
        } else if firstSuspects.contains(hypothesis) {
            let isSure =
                refuted.contains(hypothesis)
                && isPrecise(last.estimate, hypothesis.metric, hypotheses: stages[found.count - 1].count)
            finding.verdict = isSure ? .same : .inconclusive
            finding.note =
                isSure
                ? "suspected, not confirmed by the repeat" : "suspected, the repeat is too short to tell"
        } else if !isPrecise(first.estimate, hypothesis.metric, hypotheses: count) {
            finding.verdict = .inconclusive
            finding.pairsNeeded = pairsNeeded(first.estimate, hypothesis.metric, hypotheses: count)
        }
        return finding
    }
}
