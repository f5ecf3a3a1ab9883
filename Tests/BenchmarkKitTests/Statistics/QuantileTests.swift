// Order statistics, on values small enough to check by hand.
import Testing

@testable import BenchmarkKit

@Suite struct QuantileTests {
    @Test func nothingHasNoQuantile() {
        #expect(Quantile.median([]) == nil)
        #expect(MetricSummary([]) == nil)
        #expect(CostRatio([], to: []) == nil)
    }

    @Test func medianIsTheMiddleOrBetweenTheMiddleTwo() {
        #expect(Quantile.median([7]) == 7)
        #expect(Quantile.median([9, 1, 5]) == 5)
        #expect(Quantile.median([4, 1, 3, 100]) == 3.5)
    }

    @Test func quantilesAreLinearBetweenNeighbours() {
        let values = [10.0, 0, 30, 20]
        #expect(Quantile.of(values, at: 0) == 0)
        #expect(Quantile.of(values, at: 1) == 30)
        #expect(Quantile.of(values, at: 0.25) == 7.5)
        #expect(Quantile.of(values, at: 0.5) == 15)
    }

    @Test func summaryHoldsMiddleAndExtremes() throws {
        let summary = try #require(MetricSummary([3, 1, 2, 9, 2]))
        #expect((summary.median, summary.minimum, summary.maximum) == (2, 1, 9))
    }

    /// A round in which everything was slow changes one ratio and not the other.
    @Test func ratioOfRoundsIgnoresSlowRounds() throws {
        let ratio = try #require(CostRatio([2, 20, 4], to: [1, 10, 4]))
        #expect(ratio.medianOfRounds == 2)
        #expect(ratio.ofMedians == 1)
    }

    @Test func nothingIsComparedToWhatCostsNothing() {
        #expect(CostRatio([1, 2], to: [0, 1]) == nil)
    }
}
