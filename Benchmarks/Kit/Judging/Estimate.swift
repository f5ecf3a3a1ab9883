// How far a metric changed, and how sure that is.
import Glibc

/// A change of one metric of one benchmark, from base to head.
struct Estimate: Hashable, Sendable, Codable {
    /// As a share of the base: 0.02 is 2 % more.
    var change: Double
    /// Two-sided, for no change at all.
    var pValue: Double
    var precision: Precision
}

extension Estimate {
    /// From pairs measured in turn: Hodges–Lehmann estimate of the log ratio, and the exact sign-flip test.
    ///
    /// - Parameters:
    ///   - logRatios: of head to base, by pair; nil is the result for fewer than two.
    ///   - critical: at the level of one test.
    init?(logRatios: [Double], _ critical: inout CriticalRankSums) {
        guard let shift = HodgesLehmann.estimate(logRatios),
            let precision = Precision(logRatios: logRatios, &critical)
        else { return nil }
        self.init(
            change: expm1(shift), pValue: SignedRankTest.pValue(logRatios, alternative: .twoSided),
            precision: precision)
    }

    /// From two samples that were not taken in turn: shift of the logarithms, and a rank-sum permutation test.
    ///
    /// - Parameters:
    ///   - head: the logarithms of what was measured; nil is the result for fewer than two of either.
    ///   - spread: an interval of the shift at `SpreadOfRatio.confidence`.
    ///   - alpha: the level of one test.
    init?(_ head: [Double], against base: [Double], spread: SpreadOfRatio, alpha: Double, seed: UInt64) {
        guard let shift = HodgesLehmann.shift(head, from: base), head.count > 1, base.count > 1 else {
            return nil
        }
        let width = log1p(spread.interval.upperBound) - log1p(spread.interval.lowerBound)
        let interval = RankSumTest.interval(head, base, alpha: alpha, resamples: Self.draws)
        self.init(
            change: expm1(shift),
            pValue: RankSumTest.pValue(
                head, base, alternative: .twoSided, seed: seed, resamples: Self.draws),
            precision: Precision(
                pairs: min(head.count, base.count),
                standardError: width / 2
                    / NormalDistribution.quantile((1 + SpreadOfRatio.confidence) / 2),
                margin: interval?.reach(from: shift)))
    }

    /// So many that the smallest p-value they can give is far below what a suite of hundreds needs.
    private static let draws = 200_000
}

/// What else there is to say of measured ratios: no verdict rests on it.
struct SpreadOfRatio: Hashable, Sendable, Codable {
    /// Of the change, as a share: a 95 % bootstrap interval over processes.
    var interval: ClosedRange<Double>
    /// Among the logarithms of the pairs' ratios; of unpaired samples, among the head's.
    var outliers: OutlierCounts

    static let confidence = 0.95
    private static let resamples = 2000

    /// Nil without values.
    init?(logRatios: [Double], seed: UInt64) {
        guard
            let interval = Bootstrap.interval(
                logRatios, confidence: Self.confidence, resamples: Self.resamples, seed: seed,
                statistic: { HodgesLehmann.estimate($0)! })
        else { return nil }
        self.init(logarithms: interval, outliers: Outliers.count(in: logRatios))
    }

    /// Of two samples' logarithms; nil where either is empty.
    init?(_ head: [Double], against base: [Double], seed: UInt64) {
        guard
            let interval = Bootstrap.interval(
                head, from: base, confidence: Self.confidence, resamples: Self.resamples, seed: seed,
                statistic: { HodgesLehmann.shift($0, from: $1)! })
        else { return nil }
        self.init(logarithms: interval, outliers: Outliers.count(in: head))
    }

    private init(logarithms interval: ClosedRange<Double>, outliers: OutlierCounts) {
        self.interval = expm1(interval.lowerBound)...expm1(interval.upperBound)
        self.outliers = outliers
    }
}
