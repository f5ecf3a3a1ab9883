// Order statistics, on values small enough to check by hand.
import Testing

@testable import BenchmarkKit

@Suite struct QuantileTests {
    @Test func nothingHasNoQuantile() {
        #expect(Quantile.median([]) == nil)
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
}
