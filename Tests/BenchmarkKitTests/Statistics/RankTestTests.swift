// Tests by ranks, against others' and against all cases counted one by one.
import Testing

@testable import BenchmarkKit

@Suite struct MidranksTests {
    @Test func equalValuesShareTheMeanOfTheirRanks() {
        #expect(Midranks.doubled([30, 10, 20, 10, 10]) == [10, 4, 8, 4, 4])
        #expect(Midranks.doubled([]) == [])
    }
}

@Suite struct SignedRankTestTests {
    /// SciPy 1.17.1, scipy.stats.wilcoxon(method="exact").
    @Test(arguments: [
        (Alternative.twoSided, 0.041259765625, 0.0894381024777875, 0.005139890921394441),
        (.greater, 0.0206298828125, 0.04471905123889375, 0.0025699454606972205),
        (.less, 0.982330322265625, 0.9561996237627897, 0.9974353959300191),
    ])
    func isExactWithoutTies(alternative: Alternative, plants: Double, fifty: Double, many: Double) {
        #expect(SignedRankTest.pValue(Samples.plants, alternative: alternative) == plants)
        let fiftyValues = Samples.uniform(50, seed: 5).map { $0 - 0.42 }
        #expect(isNear(SignedRankTest.pValue(fiftyValues, alternative: alternative), fifty))
        let manyValues = Samples.uniform(300, seed: 6).map { $0 - 0.45 }
        #expect(isNear(SignedRankTest.pValue(manyValues, alternative: alternative), many))
    }

    /// SciPy 1.17.1, scipy.stats.permutation_test(permutation_type="samples", n_resamples=inf) of the sum of
    /// the positive ranks, of the values without the zeros.
    @Test(arguments: [(Alternative.twoSided, 0.25390625), (.greater, 0.126953125), (.less, 0.89453125)])
    func isExactWithTiesAndDropsZeros(alternative: Alternative, expected: Double) {
        let values: [Double] = [1, -1, 2, 2, -3, 4, 4, 4, -5, 6, 0, -0.0]
        #expect(SignedRankTest.pValue(values, alternative: alternative) == expected)
    }

    @Test(arguments: 0..<12)
    func isTheShareOfAllFlipsOfSigns(seed: UInt64) {
        let values = Samples.uniform(9, seed: seed).map { ($0 * 8 - 3).rounded() }.filter { $0 != 0 }
        func statistic(_ isPositive: (Int) -> Bool) -> Double {
            values.indices.filter(isPositive).map { index in
                let below = values.count { abs($0) < abs(values[index]) }
                let equal = values.count { abs($0) == abs(values[index]) }
                return Double(below) + Double(equal + 1) / 2
            }.reduce(0, +)
        }
        let observed = statistic { values[$0] > 0 }
        let flips = 1 << values.count
        let sums = (0..<flips).map { flip in statistic { flip >> $0 & 1 == 1 } }
        let less = Double(sums.count { $0 <= observed }) / Double(flips)
        let greater = Double(sums.count { $0 >= observed }) / Double(flips)
        #expect(SignedRankTest.pValue(values, alternative: .less) == less)
        #expect(SignedRankTest.pValue(values, alternative: .greater) == greater)
        #expect(SignedRankTest.pValue(values, alternative: .twoSided) == min(1, 2 * min(less, greater)))
    }

    /// SciPy 1.17.1: the greatest t with 2 · cdf(t) <= alpha of scipy.stats._wilcoxon.WilcoxonDistribution.
    @Test(
        arguments: [
            (5, 0.05, nil), (8, 0.05, 3), (10, 0.05, 8), (15, 0.05, 25), (20, 0.05, 52), (50, 0.05, 434),
            (200, 0.05, 8444), (400, 0.05, 35566), (9, 0.1 / 30, nil), (10, 0.1 / 30, 0), (15, 0.1 / 30, 10),
            (20, 0.1 / 30, 29), (50, 0.1 / 30, 338), (200, 0.1 / 30, 7654), (400, 0.1 / 30, 33322),
        ] as [(Int, Double, Int?)])
    func theCriticalSumIsTheLastSignificantOne(count: Int, alpha: Double, sum: Int?) {
        var critical = CriticalRankSums(alpha: alpha)
        #expect(critical.sum(count) == sum)
        #expect(critical.sum(count) == sum)
    }

    /// An interval leaves 0 out exactly where the test rejects it.
    @Test(arguments: 0..<40, [0.05, 0.1 / 30])
    func theIntervalIsOfWhatTheTestDoesNotReject(seed: UInt64, alpha: Double) throws {
        let values = Samples.uniform(12 + Int(seed), seed: seed).map { $0 - 0.3 }
        let interval = try #require(SignedRankTest.interval(values, alpha: alpha))
        func isRejected(_ place: Double) -> Bool {
            SignedRankTest.pValue(values.map { $0 - place }, alternative: .twoSided) <= alpha
        }
        let step = 1e-9
        #expect(isRejected(interval.lowerBound - step) && !isRejected(interval.lowerBound + step))
        #expect(isRejected(interval.upperBound + step) && !isRejected(interval.upperBound - step))
    }

    @Test func tooFewValuesHaveNoInterval() {
        #expect(SignedRankTest.interval([1, 2, 3, 4, 5], alpha: 0.05) == nil)
        #expect(SignedRankTest.interval([1, 2, 3, 4, 5, 6], alpha: 0.05) == 1...6)
        #expect(SignedRankTest.interval([], alpha: 0.05) == nil)
    }

    @Test func nothingButZerosProvesNothing() {
        for alternative in Alternative.allCases {
            #expect(SignedRankTest.pValue([], alternative: alternative) == 1)
            #expect(SignedRankTest.pValue([0, 0, 0], alternative: alternative) == 1)
        }
    }

    @Test func aThousandValuesNeitherOverflowNorVanish() {
        let values = (1...1000).map(Double.init)
        #expect(SignedRankTest.pValue(values, alternative: .greater) == 0x1p-1000)
        #expect(SignedRankTest.pValue(values, alternative: .twoSided) == 0x1p-999)
    }
}

@Suite struct RankSumTestTests {
    /// SciPy 1.17.1, scipy.stats.mannwhitneyu(method="exact").
    @Test(arguments: [
        (Alternative.twoSided, 0.2544122544122544), (.greater, 0.1272061272061272),
        (.less, 0.8967698967698967),
    ])
    func isExactWhereAllSplitsCanBeCounted(alternative: Alternative, expected: Double) {
        let splits = 3003
        for seed: UInt64 in [1, 2] {
            let value = RankSumTest.pValue(
                Samples.atTerm, Samples.earlier, alternative: alternative, seed: seed, resamples: splits)
            #expect(isNear(value, expected))
        }
        let drawn = [1, 2, 3].map { seed in
            RankSumTest.pValue(
                Samples.atTerm, Samples.earlier, alternative: alternative, seed: seed, resamples: splits - 1)
        }
        #expect(Set(drawn).count > 1)
    }

    /// SciPy 1.17.1, scipy.stats.permutation_test(permutation_type="independent", n_resamples=inf) of the sum
    /// of ranks of the first sample.
    @Test(arguments: [
        (Alternative.twoSided, 0.18181818181818182), (.greater, 0.9271561771561772),
        (.less, 0.09090909090909091),
    ])
    func isExactWithTies(alternative: Alternative, expected: Double) {
        let value = RankSumTest.pValue(
            [1, 2, 2, 3, 5, 5, 7], [2, 4, 5, 6, 8, 8], alternative: alternative, seed: 1, resamples: 10_000)
        #expect(isNear(value, expected))
    }

    /// SciPy 1.17.1, scipy.stats.mannwhitneyu(method="exact"); within four standard errors of the drawing.
    @Test(arguments: [
        (Alternative.twoSided, 0.0345834501324777), (.greater, 0.01729172506623885),
        (.less, 0.9834399807588177),
    ])
    func isNearTheExactValueWhereDrawn(alternative: Alternative, exact: Double) {
        let values = Samples.uniform(25, seed: 7).map { $0 + 0.12 }
        let others = Samples.uniform(30, seed: 8)
        let resamples = 9_999
        let value = RankSumTest.pValue(
            values, others, alternative: alternative, seed: 1, resamples: resamples)
        let sides = alternative == .twoSided ? 2.0 : 1
        let tail = exact / sides
        let error = sides * (tail * (1 - tail) / Double(resamples)).squareRoot()
        #expect(abs(value - exact) < 4 * error)
    }

    /// An interval leaves 0 out about where the test rejects it: within two of the steps that a p-value can take.
    @Test(arguments: 0..<10)
    func theIntervalIsOfWhatTheTestDoesNotReject(seed: UInt64) throws {
        let alpha = 0.02
        let (values, others) = (Samples.uniform(7, seed: seed), Samples.uniform(7, seed: seed + 100))
        let interval = try #require(RankSumTest.interval(values, others, alpha: alpha, resamples: 10_000))
        func pValue(_ shift: Double) -> Double {
            RankSumTest.pValue(
                values.map { $0 - shift }, others, alternative: .twoSided, seed: 1, resamples: 10_000)
        }
        for (end, outward) in [(interval.lowerBound, -1e-9), (interval.upperBound, 1e-9)] {
            #expect(pValue(end + outward) <= alpha && pValue(end - outward) >= alpha / 2)
        }
        #expect(RankSumTest.interval([1, 2], [3, 4], alpha: 0.05, resamples: 10_000) == nil)
    }

    @Test func whatIsDrawnIsNeverZero() {
        let low = (0..<50).map(Double.init)
        let high = low.map { $0 + 100 }
        for (alternative, expected) in [(Alternative.less, 0.001), (.greater, 1), (.twoSided, 0.002)] {
            let value = RankSumTest.pValue(low, high, alternative: alternative, seed: 1, resamples: 999)
            #expect(value == expected)
        }
    }

    @Test func nothingProvesNothing() {
        #expect(RankSumTest.pValue([], [1, 2], alternative: .twoSided, seed: 1, resamples: 9) == 1)
        #expect(RankSumTest.pValue([1, 2], [], alternative: .greater, seed: 1, resamples: 9) == 1)
    }
}
