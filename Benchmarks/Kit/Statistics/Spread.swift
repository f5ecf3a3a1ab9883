// How far values lie apart, little moved by outliers.

/// Robust measures of spread.
enum Spread {
    /// The median distance from the median, times 1.4826; nil without values.
    ///
    /// The factor, 1 / Φ⁻¹(3/4), makes it the standard deviation of normal values: Hampel, “The Influence
    /// Curve and its Role in Robust Estimation”, Journal of the American Statistical Association 69 (1974).
    /// In the unit of the values; 0 where most of them are the same.
    static func medianAbsoluteDeviation(_ values: [Double]) -> Double? {
        guard let middle = Quantile.median(values) else { return nil }
        return Quantile.median(values.map { abs($0 - middle) }).map { $0 / NormalDistribution.quantile(0.75) }
    }
}
