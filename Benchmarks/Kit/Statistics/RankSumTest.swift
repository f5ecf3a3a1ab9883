// Whether two samples lie at the same place.

/// The rank-sum test of Wilcoxon, Mann and Whitney, as a permutation test: right with ties too.
///
/// Mann and Whitney, “On a Test of Whether one of Two Random Variables is Stochastically Larger than the
/// Other”, Annals of Mathematical Statistics 18 (1947).
enum RankSumTest {
    /// The chance of ranks of the first sample as extreme as these, if all values were dealt out at random.
    ///
    /// Exact where there are no more ways to deal them out than `resamples`. Otherwise of so many ways drawn
    /// at random, and theirs counted with them: never 0, and never too small on average; see Phipson and
    /// Smyth, “Permutation P-values Should Never Be Zero”, Statistical Applications in Genetics and Molecular
    /// Biology 9 (2010). Two-sided is twice the smaller tail. Without values in one sample the result is 1.
    ///
    /// - Precondition: no value is NaN, and `resamples` is positive.
    static func pValue(
        _ values: [Double], _ others: [Double], alternative: Alternative, seed: UInt64, resamples: Int
    ) -> Double {
        precondition(resamples > 0, "a test needs resamples")
        let ranks = Midranks.doubled(checked(values + others))
        guard !values.isEmpty, !others.isEmpty else { return 1 }
        var tails = Tails(observed: ranks[..<values.count].reduce(0, +))
        if let splits = splits(of: ranks.count, taking: values.count, upTo: resamples) {
            enumerate(ranks[...], taking: values.count, sum: 0, into: &tails)
            return tails.pValue(alternative, of: splits)
        }
        tails.count(tails.observed)
        draw(ranks, taking: values.count, seed: seed, resamples: resamples, into: &tails)
        return tails.pValue(alternative, of: resamples + 1)
    }

    /// The least two-sided p-value of samples of so many values, where all of one are above all of the other.
    static func smallestPValue(_ count: Int, _ others: Int, resamples: Int) -> Double {
        min(1, 2 / Double(splits(of: count + others, taking: count, upTo: resamples) ?? resamples + 1))
    }

    /// All shifts of the first sample that it is not significantly away from: between two differences of a value of each.
    /// Nil where so few values can leave nothing out.
    ///
    /// Hollander, Wolfe and Chicken, “Nonparametric Statistical Methods” (2014), section 4.3, with the normal
    /// approximation of the statistic, which with 10 values each and a chance of 0.3 % is wider by one or two steps.
    ///
    /// - Parameter alpha: the two-sided chance to leave the true shift out.
    static func interval(
        _ values: [Double], _ others: [Double], alpha: Double, resamples: Int
    ) -> ClosedRange<Double>? {
        guard smallestPValue(values.count, others.count, resamples: resamples) <= alpha else { return nil }
        let differences = PairwiseSums(values, others.map { -$0 })
        let (count, total) = (Double(differences.count), Double(values.count + others.count))
        let deviation = (count * (total + 1) / 12).squareRoot()
        let place = count / 2 - 0.5 + NormalDistribution.quantile(alpha / 2) * deviation
        let index = min(max(0, Int(place.rounded(.down))), (differences.count - 1) / 2)
        return differences.element(at: index)...differences.element(at: differences.count - 1 - index)
    }

    private static func checked(_ values: [Double]) -> [Double] {
        precondition(!values.contains(where: \.isNaN), "what is ranked must be a number")
        return values
    }

    /// How many ways there are to take some of all; nil where more than the limit.
    private static func splits(of count: Int, taking taken: Int, upTo limit: Int) -> Int? {
        var splits = 1
        for step in 0..<min(taken, count - taken) {
            let (product, overflow) = splits.multipliedReportingOverflow(by: count - step)
            splits = product / (step + 1)
            if overflow || splits > limit { return nil }
        }
        return splits
    }

    private static func enumerate(
        _ ranks: ArraySlice<Int>, taking taken: Int, sum: Int, into tails: inout Tails
    ) {
        guard taken > 0 else { return tails.count(sum) }
        for index in ranks.startIndex...ranks.endIndex - taken {
            enumerate(ranks[(index + 1)...], taking: taken - 1, sum: sum + ranks[index], into: &tails)
        }
    }

    /// Draws without putting back: the first places of a Fisher–Yates shuffle.
    private static func draw(
        _ ranks: [Int], taking taken: Int, seed: UInt64, resamples: Int, into tails: inout Tails
    ) {
        var random = SplitMix64(state: seed)
        var ranks = ranks
        for _ in 0..<resamples {
            var sum = 0
            for place in 0..<taken {
                ranks.swapAt(place, place + random.index(below: ranks.count - place))
                sum += ranks[place]
            }
            tails.count(sum)
        }
    }
}

/// How many sums of ranks were as small and as great as what was observed.
private struct Tails {
    let observed: Int
    private var notAbove = 0
    private var notBelow = 0

    init(observed: Int) { self.observed = observed }

    mutating func count(_ sum: Int) {
        if sum <= observed { notAbove += 1 }
        if sum >= observed { notBelow += 1 }
    }

    func pValue(_ alternative: Alternative, of total: Int) -> Double {
        return switch alternative {
        case .less: Double(notAbove) / Double(total)
        case .greater: Double(notBelow) / Double(total)
        case .twoSided: min(1, 2 * Double(min(notAbove, notBelow)) / Double(total))
        }
    }
}
