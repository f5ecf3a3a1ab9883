// Intervals for a median, against tables and against what they promise.
import Testing

@testable import BenchmarkKit

@Suite struct MedianIntervalTests {
    private func values(_ count: Int) -> [Double] { (1...count).map(Double.init).reversed() }

    /// Ranks for 95 % as in tables of the sign test: 1 of 6, 2 of 10, 6 of 20, 15 of 40, 40 of 100.
    @Test(arguments: [(6, 1), (10, 2), (20, 6), (40, 14), (100, 40)])
    func ranksAreThoseOfTheBinomialDistribution(count: Int, rank: Int) {
        let interval = MedianInterval.of(values(count), confidence: 0.95)
        #expect(interval == Double(rank)...Double(count + 1 - rank))
    }

    @Test func fewValuesHaveNone() {
        #expect(MedianInterval.of([], confidence: 0.95) == nil)
        #expect(MedianInterval.of([1], confidence: 0.95) == nil)
        #expect(MedianInterval.of(values(5), confidence: 0.95) == nil)
        #expect(MedianInterval.of(values(5), confidence: 0.9) == 1...5)
        #expect(MedianInterval.of([1, 2], confidence: 0.1) == 1...2)
    }

    @Test func itHoldsTheMedianAsOftenAsItSays() {
        var random = SplitMix64(state: 3)
        var held = 0
        for _ in 0..<2000 {
            let sample = (0..<25).map { _ in Double.random(in: 0..<1, using: &random) }
            if MedianInterval.of(sample, confidence: 0.95)!.contains(0.5) { held += 1 }
        }
        // 95.7 % of 25 values by the binomial distribution; three standard errors.
        #expect(abs(Double(held) / 2000 - 0.957) < 0.014, "\(held)")
    }
}
