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

    init(pairs: Int, standardError: Double, margin: Double?) {
        self.pairs = pairs
        self.standardError = standardError
        self.margin = margin
    }

    /// Of the Hodges–Lehmann estimate of pairs' log ratios; nil for fewer than two.
    ///
    /// - Parameter alpha: the level of one test.
    init?(logRatios: [Double], alpha: Double) {
        guard let estimate = HodgesLehmann.estimate(logRatios),
            let error = HodgesLehmann.standardError(logRatios)
        else { return nil }
        let interval = SignedRankTest.interval(logRatios, alpha: alpha)
        self.init(pairs: logRatios.count, standardError: error, margin: interval?.reach(from: estimate))
    }
}

extension ClosedRange<Double> {
    /// The distance to the farther end.
    func reach(from place: Double) -> Double { Swift.max(upperBound - place, place - lowerBound) }
}
