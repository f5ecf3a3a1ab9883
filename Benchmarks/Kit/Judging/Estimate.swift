// How far a metric changed, and how sure that is.
import Glibc

/// A change of one metric of one benchmark, from base to head.
struct Estimate: Hashable, Sendable, Codable {
    /// Pairs of processes; of unpaired samples, the smaller number.
    var pairs: Int
    /// As a share of the base: 0.02 is 2 % more.
    var change: Double
    /// Of `change`: a 95 % bootstrap interval over processes.
    var interval: ClosedRange<Double>
    /// Of the logarithm of the ratio.
    var standardError: Double
    /// Two-sided, for no change at all.
    var pValue: Double
    /// Among the logarithms of the pairs' ratios; of unpaired samples, among the head's values.
    var outliers: OutlierCounts

    static let confidence = 0.95
    private static let resamples = 2000

    /// From pairs measured in turn: Hodges–Lehmann estimate of the log ratio, and the exact sign-flip test.
    ///
    /// - Parameter logRatios: of head to base, by pair; nil is the result for fewer than two.
    init?(logRatios: [Double], seed: UInt64) {
        guard let shift = HodgesLehmann.estimate(logRatios),
            let error = HodgesLehmann.standardError(logRatios),
            let interval = Bootstrap.interval(
                logRatios, confidence: Self.confidence, resamples: Self.resamples, seed: seed,
                statistic: { HodgesLehmann.estimate($0)! })
        else { return nil }
        self.init(
            pairs: logRatios.count, shift: shift, interval: interval, error: error,
            pValue: SignedRankTest.pValue(logRatios, alternative: .twoSided),
            outliers: Outliers.count(in: logRatios))
    }

    /// From two samples that were not taken in turn: shift of the logarithms, and a rank-sum permutation test.
    init?(_ head: [Double], against base: [Double], seed: UInt64) {
        let (head, base) = (head.map { log($0) }, base.map { log($0) })
        guard let shift = HodgesLehmann.shift(head, from: base), head.count > 1, base.count > 1,
            let interval = Bootstrap.interval(
                head, from: base, confidence: Self.confidence, resamples: Self.resamples, seed: seed,
                statistic: { HodgesLehmann.shift($0, from: $1)! })
        else { return nil }
        let width = interval.upperBound - interval.lowerBound
        self.init(
            pairs: min(head.count, base.count), shift: shift, interval: interval,
            error: width / 2 / NormalDistribution.quantile((1 + Self.confidence) / 2),
            pValue: RankSumTest.pValue(head, base, alternative: .twoSided, seed: seed, resamples: 20_000),
            outliers: Outliers.count(in: head))
    }

    private init(
        pairs: Int, shift: Double, interval: ClosedRange<Double>, error: Double, pValue: Double,
        outliers: OutlierCounts
    ) {
        self.pairs = pairs
        change = expm1(shift)
        self.interval = expm1(interval.lowerBound)...expm1(interval.upperBound)
        standardError = error
        self.pValue = pValue
        self.outliers = outliers
    }
}
