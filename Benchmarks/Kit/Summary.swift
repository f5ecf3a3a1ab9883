// What many samples come to.

/// The middle and the extremes of one metric.
public struct MetricSummary: Hashable, Sendable, Codable {
    public var median: Double
    public var minimum: Double
    public var maximum: Double

    /// Nil without values.
    public init?(_ values: [Double]) {
        guard let median = Quantile.median(values), let minimum = values.min(), let maximum = values.max()
        else { return nil }
        self.median = median
        self.minimum = minimum
        self.maximum = maximum
    }
}

/// One command's cost in multiples of another's, of the same rounds.
public struct CostRatio: Hashable, Sendable, Codable {
    /// The ratio of the two medians.
    public var ofMedians: Double
    /// The median over the rounds of each round's ratio: what slows a whole round cancels out.
    public var medianOfRounds: Double

    /// - Parameters:
    ///   - values: of the one command, by round.
    ///   - base: of the other, of the same rounds; nil is the result where one of these is 0.
    public init?(_ values: [Double], to base: [Double]) {
        precondition(values.count == base.count, "ratios are of the same rounds")
        guard base.allSatisfy({ $0 > 0 }), let above = Quantile.median(values),
            let below = Quantile.median(base),
            let median = Quantile.median(zip(values, base).map { $0 / $1 })
        else { return nil }
        ofMedians = above / below
        medianOfRounds = median
    }
}
