// How sure an estimate is, which says nothing of where it lies.

/// How far an estimate of a log ratio may be off.
struct Precision: Hashable, Sendable, Codable {
    /// Pairs of processes; of unpaired samples, the smaller number.
    var pairs: Int
    /// Of the estimate.
    var standardError: Double
    /// From the estimate to the farther end of the test's own interval, at the level that the test has. A change is
    /// significant where it comes out greater. Nil where so few samples can't be significant, however large the change.
    ///
    /// It is not so many standard errors: where a few pairs are far off, the interval of a strict level reaches for them
    /// while the middle of the sample, which tells the standard error, knows nothing of them.
    var margin: Double?
}

extension Precision {
    /// Of the Hodges–Lehmann estimate of pairs' log ratios; nil for fewer than two.
    ///
    /// - Parameter critical: at the level of one test.
    init?(logRatios: [Double], _ critical: inout CriticalRankSums) {
        guard let estimate = HodgesLehmann.estimate(logRatios),
            let error = HodgesLehmann.standardError(logRatios)
        else { return nil }
        let interval = SignedRankTest.interval(logRatios, &critical)
        self.init(pairs: logRatios.count, standardError: error, margin: interval?.reach(from: estimate))
    }

    /// What it would be with another number of pairs like these; nil for fewer than two, or where so many can't be
    /// significant.
    ///
    /// The standard error goes with the root of the number. The margin does not: with more pairs, the test's interval ends
    /// at averages further inside, which with the pairs at hand are those at the same shares of all averages.
    init?(logRatios: [Double], asOf pairs: Int, alpha: Double) {
        guard let estimate = HodgesLehmann.estimate(logRatios),
            let error = HodgesLehmann.standardError(logRatios),
            SignedRankTest.smallestPValue(pairs) <= alpha
        else { return nil }
        let sums = PairwiseSums(ofPairsIn: logRatios)
        let many = Double(pairs)
        // Of the signed-rank statistic of so many, as a share of their averages, and about normal.
        let deviation = ((2 * many + 1) / (6 * many * (many + 1))).squareRoot()
        let share = max(0, 0.5 + NormalDistribution.quantile(alpha / 2) * deviation)
        let index = min(Int(share * Double(sums.count)), (sums.count - 1) / 2)
        let interval = sums.element(at: index) / 2...sums.element(at: sums.count - 1 - index) / 2
        self.init(
            pairs: pairs, standardError: error * (Double(logRatios.count) / many).squareRoot(),
            margin: interval.reach(from: estimate))
    }
}

extension ClosedRange<Double> {
    /// The distance to the farther end.
    func reach(from place: Double) -> Double { Swift.max(upperBound - place, place - lowerBound) }
}
