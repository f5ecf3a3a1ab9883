// Order statistics, as pure functions.

/// Quantiles of samples.
public enum Quantile {
    /// The quantile of some share, 0...1, of the values; nil without values.
    ///
    /// Linear between the two nearest: type 7 of Hyndman and Fan, “Sample Quantiles in Statistical
    /// Packages”, The American Statistician 50 (1996).
    public static func of(_ values: some Sequence<Double>, at share: Double) -> Double? {
        precondition((0...1).contains(share), "a quantile is of a share from 0 to 1")
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return nil }
        let place = share * Double(sorted.count - 1)
        let below = Int(place)
        let above = min(below + 1, sorted.count - 1)
        return sorted[below] + (place - Double(below)) * (sorted[above] - sorted[below])
    }

    /// The middle value, or the mean of the two middle ones; nil without values.
    public static func median(_ values: some Sequence<Double>) -> Double? { of(values, at: 0.5) }
}
