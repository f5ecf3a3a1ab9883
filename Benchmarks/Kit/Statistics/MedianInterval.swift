// How far the median of what was sampled may be from the median of all there is.
import Glibc

/// Intervals for a median that suppose nothing of how values are distributed.
enum MedianInterval {
    /// The narrowest pair of order statistics, as far from both ends, that holds the median with that confidence.
    ///
    /// The number of values below the median is binomial with a share of a half: Conover, “Practical Nonparametric
    /// Statistics” (1999), 3.2. Nil where even the smallest and the largest value don't do, as of five at 95 %.
    static func of(_ values: [Double], confidence: Double) -> ClosedRange<Double>? {
        precondition(confidence > 0 && confidence < 1, "a confidence is between 0 and 1")
        let sorted = values.sorted()
        guard let rank = rank(of: sorted.count, outside: (1 - confidence) / 2) else { return nil }
        return sorted[rank]...sorted[sorted.count - 1 - rank]
    }

    /// The largest rank from 0 below which the median lies with no more than that chance.
    private static func rank(of count: Int, outside: Double) -> Int? {
        let total = Double(count)
        var (chance, rank): (Double, Int?) = (0, nil)
        for below in 0...count / 2 {
            let number = Double(below)
            chance += exp(
                lgamma(total + 1) - lgamma(number + 1) - lgamma(total - number + 1) - total * log(2.0))
            guard chance <= outside, below < count - 1 - below else { break }
            rank = below
        }
        return rank
    }
}
