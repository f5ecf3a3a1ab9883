// Whether paired differences lie around 0.
import Glibc

/// Wilcoxon's signed-rank test, exact with ties too: the permutation test over all flips of signs.
///
/// Wilcoxon, “Individual Comparisons by Ranking Methods”, Biometrics Bulletin 1 (1945). What it supposes is
/// only that the difference of a pair is as likely with the other sign if there is nothing to be found.
enum SignedRankTest {
    /// The chance of ranks of the positive values as extreme as these, if all signs are down to chance.
    ///
    /// Equal magnitudes share their midrank. Zeros are dropped, as Wilcoxon did; without other values the
    /// result is 1. Two-sided is twice the smaller tail, so that n values give no less than 2¹⁻ⁿ. More than
    /// 1,074 values may give 0, for what is less than a Double can be.
    ///
    /// - Precondition: no value is NaN.
    static func pValue(_ values: [Double], alternative: Alternative) -> Double {
        precondition(!values.contains(where: \.isNaN), "what is ranked must be a number")
        let values = values.filter { $0 != 0 }
        var ranks = Midranks.doubled(values.map(\.magnitude))
        if ranks.allSatisfy({ $0.isMultiple(of: 2) }) { ranks = ranks.map { $0 / 2 } }
        let positive = zip(values, ranks).reduce(0) { $0 + ($1.0 > 0 ? $1.1 : 0) }
        // The distribution is symmetric: the upper tail from one sum is the lower one up to the other.
        let negative = ranks.reduce(0, +) - positive
        return switch alternative {
        case .less: lowerTail(upTo: positive, ranks)
        case .greater: lowerTail(upTo: negative, ranks)
        case .twoSided: min(1, 2 * lowerTail(upTo: min(positive, negative), ranks))
        }
    }

    /// All places that the values' own are not significantly away from: between two Walsh averages, those that leave
    /// 0 out exactly where `pValue` is at most `alpha`, but for ties. Nil where so few values can leave nothing out.
    ///
    /// Lehmann, “Nonparametric Confidence Intervals for a Shift Parameter”, Annals of Mathematical Statistics 34
    /// (1963); Hollander, Wolfe and Chicken, “Nonparametric Statistical Methods” (2014), section 3.3.
    ///
    /// - Parameter alpha: the two-sided chance to leave the true place out.
    static func interval(_ values: [Double], alpha: Double) -> ClosedRange<Double>? {
        var critical = CriticalRankSums(alpha: alpha)
        return interval(values, &critical)
    }

    static func interval(_ values: [Double], _ critical: inout CriticalRankSums) -> ClosedRange<Double>? {
        guard let index = critical.sum(values.count) else { return nil }
        let sums = PairwiseSums(ofPairsIn: values)
        return sums.element(at: index) / 2...sums.element(at: sums.count - 1 - index) / 2
    }

    /// The least two-sided p-value of so many values: 2¹⁻ⁿ, where all have the same sign.
    static func smallestPValue(_ count: Int) -> Double { min(1, scalbn(1, 1 - count)) }

    /// The chance that the ranks, each taken with a chance of one half, add up to at most a limit.
    private static func lowerTail(upTo limit: Int, _ ranks: [Int]) -> Double {
        // From the smallest terms on; rounding may not lift it above 1.
        min(1, chances(upTo: limit, ranks).reduce(0, +))
    }

    /// The chance of each sum up to a limit, rank by rank.
    ///
    /// Its cost is the number of ranks times the limit: for 1,000 values some 0.3 s.
    fileprivate static func chances(upTo limit: Int, _ ranks: [Int]) -> [Double] {
        var chances = [Double](repeating: 0, count: limit + 1)
        chances[0] = 1
        var next = chances
        var greatest = 0
        for rank in ranks.sorted() {
            greatest = min(greatest + rank, limit)
            take(rank, from: chances, into: &next, upTo: greatest)
            swap(&chances, &next)
        }
        return chances
    }

    /// Out of one buffer into another: with one, no sum could be computed along with its neighbours.
    private static func take(
        _ rank: Int, from chances: [Double], into next: inout [Double], upTo greatest: Int
    ) {
        chances.withUnsafeBufferPointer { chances in
            next.withUnsafeMutableBufferPointer { next in
                for sum in 0..<min(rank, greatest + 1) { next[sum] = chances[sum] / 2 }
                guard rank <= greatest else { return }
                for sum in rank...greatest { next[sum] = (chances[sum] + chances[sum - rank]) / 2 }
            }
        }
    }
}

/// Sums of ranks of one sign that are significant at a level, by number of values: each is computed once.
struct CriticalRankSums {
    /// Two-sided.
    let alpha: Double
    private var known: [Int: Int?] = [:]

    init(alpha: Double) { self.alpha = alpha }

    /// The greatest one that is significant; nil where not even 0 is.
    mutating func sum(_ count: Int) -> Int? {
        if let sum = known[count] { return sum }
        let sum = greatest(count)
        known[count] = .some(sum)
        return sum
    }

    private func greatest(_ count: Int) -> Int? {
        guard count > 0, SignedRankTest.smallestPValue(count) <= alpha else { return nil }
        let chances = SignedRankTest.chances(upTo: count * (count + 1) / 4, Array(1...count))
        var (tail, sum) = (0.0, 0)
        while sum < chances.count, 2 * (tail + chances[sum]) <= alpha {
            tail += chances[sum]
            sum += 1
        }
        return sum - 1
    }
}
