// Spread, and values beyond it.
import Testing

@testable import BenchmarkKit

@Suite struct OutliersTests {
    /// NumPy 2.4.6: quartiles 11.75 and 15.25, hence fences 1.25, 6.5, 20.5 and 25.75.
    @Test func outliersAreCountedBySideAndDistance() {
        let counts = Outliers.count(in: [10, 11, 12, 12, 13, 13, 13, 14, 14, 15, 16, -2, 5, 22, 40, 41])
        #expect(counts == OutlierCounts(lowSevere: 1, lowMild: 1, highMild: 1, highSevere: 2))
        #expect(counts.total == 5)
    }

    /// Quartiles are 1 and 2: the fences are 3.5 and 5, and -0.5 and -2 below.
    @Test func whatIsOnAFenceIsInside() {
        let high = [1, 1, 1, 1.5, 1.5, 2, 2, 3.5, 5]
        #expect(Outliers.count(in: high) == OutlierCounts(highMild: 1))
        #expect(Outliers.count(in: high.map { -$0 }) == OutlierCounts(lowMild: 1))
    }

    @Test func nothingHasNoOutliers() {
        #expect(Outliers.count(in: []).total == 0)
        #expect(Outliers.count(in: [7, 7, 7]).total == 0)
    }
}

@Suite struct SpreadTests {
    /// SciPy 1.17.1, scipy.stats.median_abs_deviation(scale="normal").
    @Test func medianAbsoluteDeviationIsOnTheScaleOfTheStandardDeviation() {
        #expect(isNear(Spread.medianAbsoluteDeviation(Samples.plants), 25.204237714595234))
        #expect(isNear(Spread.medianAbsoluteDeviation(Samples.atTerm), 0.6301059428648808))
        #expect(Spread.medianAbsoluteDeviation([]) == nil)
        #expect(Spread.medianAbsoluteDeviation([4]) == 0)
    }
}
