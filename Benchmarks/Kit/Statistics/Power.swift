// What a number of pairs can find.

/// The power of a two-sided test whose estimate is about normal.
///
/// The chance to take an effect for one of the other sign is left out, which matters only where the power is
/// hardly more than alpha: Chow, Shao and Wang, “Sample Size Calculations in Clinical Research” (2008), 3.1.
enum Power {
    /// The effect, in the unit of the standard error, that is found with a chance of `power`.
    ///
    /// - Parameter alpha: the two-sided error rate, for one test: divide the family's by the tests at first.
    static func smallestDetectable(standardError: Double, alpha: Double, power: Double) -> Double {
        precondition(standardError >= 0, "a standard error is not negative")
        precondition(alpha > 0 && alpha < 1, "an error rate is between 0 and 1")
        precondition(power >= alpha && power < 1, "a power is between the error rate and 1")
        // From the lower tail: 1 less next to nothing would be 1.
        return (-NormalDistribution.quantile(alpha / 2) + NormalDistribution.quantile(power))
            * standardError
    }
}
