// Where samples lie, little moved by outliers.

/// The Hodges–Lehmann estimates of location.
///
/// Hodges and Lehmann, “Estimates of Location Based on Rank Tests”, Annals of Mathematical Statistics 34
/// (1963). 95 % as efficient as the mean on normal samples, and safe with up to 29 % of the values spoiled.
enum HodgesLehmann {
    /// The median of all means of two values, each with itself too (Walsh averages); nil without values.
    static func estimate(_ values: [Double]) -> Double? {
        PairwiseSums(ofPairsIn: values).median.map { $0 / 2 }
    }

    /// How much greater values are than others: the median of all differences; nil where one has none.
    static func shift(_ values: [Double], from base: [Double]) -> Double? {
        PairwiseSums(values, base.map { -$0 }).median
    }

    /// The standard error of `estimate`, in the unit of the values; nil of fewer than two.
    ///
    /// The width of the distribution-free confidence interval between two Walsh averages, divided by that of
    /// a standard normal one: Lehmann, “Nonparametric Confidence Intervals for a Shift Parameter”, Annals of
    /// Mathematical Statistics 34 (1963); Hollander, Wolfe and Chicken, “Nonparametric Statistical Methods”
    /// (2014), section 3.3. It is 0 where most values are the same.
    ///
    /// The interval is that of 80 %, which uses no Walsh average near the extremes. In simulations with 10, 20
    /// and 50 values (normal, Student's t of 3 degrees, Cauchy, lognormal, one in ten spread 10 times as far)
    /// the median of the result was 0.85 to 1.06 of the true error; with 95 % it was 1.0 to 1.9 of it.
    static func standardError(_ values: [Double]) -> Double? {
        guard values.count >= 2 else { return nil }
        let sums = PairwiseSums(ofPairsIn: values)
        let count = Double(values.count)
        // Of the signed-rank statistic where the true location is 0.
        let mean = count * (count + 1) / 4
        let deviation = (count * (count + 1) * (2 * count + 1) / 24).squareRoot()
        let place = mean - 0.5 - NormalDistribution.quantile(0.9) * deviation
        let index = max(0, Int(place.rounded(.down)))
        // How far out that index really is: the rounding matters with few values.
        let halfWidth = (mean - 0.5 - Double(index)) / deviation
        // A sum is twice a Walsh average.
        let width = (sums.element(at: sums.count - 1 - index) - sums.element(at: index)) / 2
        return width / (2 * halfWidth)
    }
}
