// Samples and comparisons that the tests of statistics share.
@testable import BenchmarkKit

enum Samples {
    /// How much higher the cross-fertilised plant of each pair was, in eighths of an inch: Darwin (1876), as
    /// analysed by Fisher, “The Design of Experiments” (1935), section 17.
    static let plants: [Double] = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]

    /// Permeability of a membrane at term, and earlier: Hollander and Wolfe, “Nonparametric Statistical
    /// Methods” (1973), page 69; the example of R's wilcox.test.
    static let atTerm = [0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46]
    static let earlier = [1.15, 0.88, 0.90, 0.74, 1.21]

    /// Values from 0 up to 1: the upper 53 bits of `SplitMix64.next()`, times 2⁻⁵³.
    static func uniform(_ count: Int, seed: UInt64) -> [Double] {
        var random = SplitMix64(state: seed)
        return (0..<count).map { _ in Double(random.next() >> 11) * 0x1p-53 }
    }
}

/// Whether a value is the expected one but for rounding.
func isNear(_ value: Double?, _ expected: Double, relative: Double = 1e-12) -> Bool {
    guard let value else { return false }
    return value == expected || (expected.isFinite && abs(value - expected) <= relative * abs(expected))
}

/// Whether both ends of an interval are the expected ones but for rounding.
func isNear(
    _ interval: ClosedRange<Double>?, _ expected: ClosedRange<Double>, relative: Double = 1e-12
) -> Bool {
    isNear(interval?.lowerBound, expected.lowerBound, relative: relative)
        && isNear(interval?.upperBound, expected.upperBound, relative: relative)
}
