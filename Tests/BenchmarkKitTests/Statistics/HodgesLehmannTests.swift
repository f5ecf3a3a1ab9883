// Estimates of location, and how sure they are.
import Testing

@testable import BenchmarkKit

@Suite struct HodgesLehmannTests {
    @Test func nothingLiesNowhere() {
        #expect(HodgesLehmann.estimate([]) == nil)
        #expect(HodgesLehmann.shift([], from: [1]) == nil)
        #expect(HodgesLehmann.shift([1], from: []) == nil)
        #expect(HodgesLehmann.standardError([1]) == nil)
    }

    /// NumPy 2.4.6: the median of all Walsh averages, made one by one.
    @Test func estimateIsTheMedianOfWalshAverages() {
        #expect(HodgesLehmann.estimate([7]) == 7)
        #expect(HodgesLehmann.estimate([1, 2, 9]) == 3.5)
        #expect(HodgesLehmann.estimate(Samples.plants) == 25)
        #expect(isNear(HodgesLehmann.estimate(Samples.uniform(60, seed: 3)), 0.5125914880142897))
    }

    /// NumPy 2.4.6: the median of all differences, made one by one.
    @Test func shiftIsTheMedianOfDifferences() {
        #expect(HodgesLehmann.shift([5], from: [7]) == -2)
        #expect(isNear(HodgesLehmann.shift(Samples.atTerm, from: Samples.earlier), 0.305))
        let shift = HodgesLehmann.shift(Samples.uniform(60, seed: 3), from: Samples.uniform(45, seed: 4))
        #expect(isNear(shift, -0.045739658961654106))
    }

    @Test func oneWildValueMovesLittle() throws {
        let wild = try #require(HodgesLehmann.estimate([10, 11, 12, 13, 14, 1e9]))
        #expect((12...13.5).contains(wild))
    }

    /// NumPy 2.4.6 and SciPy 1.17.1: for plants, the averages number 37 and 84 of 120 are 14 and 36.
    @Test func standardErrorIsOfTheWidthOfAnInterval() {
        #expect(isNear(HodgesLehmann.standardError(Samples.plants), 8.24148874375528))
        #expect(isNear(HodgesLehmann.standardError(Samples.atTerm), 0.15282065062483022))
        #expect(isNear(HodgesLehmann.standardError([1, 2]), 0.5590169943749475))
        #expect(HodgesLehmann.standardError([3, 3, 3, 3]) == 0)
    }

    /// A uniform value over another one: so heavy are the tails that there is no mean.
    @Test(arguments: [10, 20, 40])
    func standardErrorIsThatOfRepeatsWithHeavyTails(count: Int) throws {
        let samples: [[Double]] = (0..<300).map { (seed: UInt64) in
            let heights = Samples.uniform(count, seed: 2 * seed)
            let widths = Samples.uniform(count, seed: 2 * seed + 1)
            return zip(heights, widths).map { height, width in (height - 0.5) / (1 - width) }
        }
        let estimates = samples.compactMap(HodgesLehmann.estimate)
        let errors = samples.compactMap(HodgesLehmann.standardError)
        let real = try #require(Spread.medianAbsoluteDeviation(estimates))
        let claimed = try #require(Quantile.median(errors))
        #expect((0.85...1.15).contains(claimed / real))
    }
}

@Suite struct PairwiseSumsTests {
    @Test(arguments: 0..<20)
    func everyPlaceHoldsWhatItWouldInAllSumsSorted(seed: UInt64) {
        let count = 1 + Int(seed % 7)
        // Few different values, so that many sums are equal.
        let values = Samples.uniform(count, seed: seed).map { ($0 * 5).rounded() }
        let others = Samples.uniform(9 - count, seed: seed + 100).map { ($0 * 5).rounded() }
        let sums = values.flatMap { value in others.map { value + $0 } }.sorted()
        let table = PairwiseSums(values, others)
        #expect((0..<table.count).map(table.element) == sums)

        let pairs = values.indices.flatMap { one in values[one...].map { values[one] + $0 } }.sorted()
        let triangle = PairwiseSums(ofPairsIn: values)
        #expect((0..<triangle.count).map(triangle.element) == pairs)
    }
}
