// How far an estimate would go if the same number of values were drawn again.

/// Percentile bootstrap intervals.
///
/// Efron, “Bootstrap Methods: Another Look at the Jackknife”, Annals of Statistics 7 (1979). With few values
/// they are somewhat too narrow: those of 95 % for the mean of 20 normal values hold it 93 % of the time.
enum Bootstrap {
    /// The middle share, `confidence`, of the statistic's values on resamples; nil without values.
    ///
    /// A resample is as many values as there are, each drawn from all by `SplitMix64.index(below:)`, in order,
    /// resample by resample. The ends of the interval are quantiles of type 7.
    ///
    /// - Parameter statistic: of as many values as there are; finite.
    static func interval(
        _ values: [Double], confidence: Double, resamples: Int, seed: UInt64,
        statistic: ([Double]) -> Double
    ) -> ClosedRange<Double>? {
        check(confidence: confidence, resamples: resamples)
        guard !values.isEmpty else { return nil }
        var random = SplitMix64(state: seed)
        var resample = values
        let estimates = (0..<resamples).map { _ in
            draw(from: values, into: &resample, &random)
            return statistic(resample)
        }
        return middle(confidence, of: estimates)
    }

    /// The same for a statistic of two samples, each drawn from on its own; nil where one has no values.
    ///
    /// A resample of the first one is drawn before that of the other.
    static func interval(
        _ values: [Double], from base: [Double], confidence: Double, resamples: Int, seed: UInt64,
        statistic: ([Double], [Double]) -> Double
    ) -> ClosedRange<Double>? {
        check(confidence: confidence, resamples: resamples)
        guard !values.isEmpty, !base.isEmpty else { return nil }
        var random = SplitMix64(state: seed)
        var resample = values
        var baseResample = base
        let estimates = (0..<resamples).map { _ in
            draw(from: values, into: &resample, &random)
            draw(from: base, into: &baseResample, &random)
            return statistic(resample, baseResample)
        }
        return middle(confidence, of: estimates)
    }

    private static func check(confidence: Double, resamples: Int) {
        precondition(confidence > 0 && confidence < 1, "a confidence is between 0 and 1")
        precondition(resamples > 0, "a bootstrap needs resamples")
    }

    private static func draw(
        from values: [Double], into resample: inout [Double], _ random: inout SplitMix64
    ) {
        for place in resample.indices { resample[place] = values[random.index(below: values.count)] }
    }

    private static func middle(_ confidence: Double, of estimates: [Double]) -> ClosedRange<Double>? {
        precondition(estimates.allSatisfy(\.isFinite), "a statistic must be finite")
        let outside = (1 - confidence) / 2
        let sorted = estimates.sorted()
        guard let lower = Quantile.of(sorted, at: outside),
            let upper = Quantile.of(sorted, at: 1 - outside)
        else { return nil }
        return lower...upper
    }
}
