// Bootstrap intervals, drawn again elsewhere, and how often they hold the truth.
import Testing

@testable import BenchmarkKit

@Suite struct BootstrapTests {
    private func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

    /// Python 3.11 with SplitMix64 of the same seed: for each resample, for each value in turn the one at
    /// `(next() * count) >> 64`; then NumPy 2.4.6, numpy.quantile(method="linear").
    @Test func intervalsAreThoseOfTheSameDrawElsewhere() throws {
        let ofMeans = try #require(
            Bootstrap.interval(
                Samples.plants, confidence: 0.95, resamples: 999, seed: 1, statistic: mean))
        #expect(isNear(ofMeans, 1.77...38))
        let ofEstimates = try #require(
            Bootstrap.interval(Samples.plants, confidence: 0.9, resamples: 999, seed: 2) {
                HodgesLehmann.estimate($0)!
            })
        #expect(ofEstimates == 6...39)
    }

    /// The same; the first sample's resample is drawn before the other's.
    @Test func bothSamplesAreDrawn() throws {
        let interval = try #require(
            Bootstrap.interval(
                Samples.atTerm, from: Samples.earlier, confidence: 0.95, resamples: 999, seed: 3
            ) { HodgesLehmann.shift($0, from: $1)! })
        #expect(isNear(interval, -0.08...0.71))
    }

    @Test func nothingHasNoInterval() {
        #expect(Bootstrap.interval([], confidence: 0.9, resamples: 9, seed: 1, statistic: mean) == nil)
        #expect(
            Bootstrap.interval([1], from: [], confidence: 0.9, resamples: 9, seed: 1) { $0[0] + $1[0] }
                == nil)
    }

    /// 400 experiments; how often is tested with an exact interval of 99.9 %.
    @Test func nineteenOfTwentyIntervalsHoldTheTruth() {
        let experiments = 400
        let hits = (0..<experiments).count { experiment in
            let values = Samples.uniform(40, seed: UInt64(experiment))
            let interval = Bootstrap.interval(
                values, confidence: 0.95, resamples: 300, seed: UInt64(experiment), statistic: mean)
            return interval?.contains(0.5) == true
        }
        let share = Proportion.interval(successes: hits, trials: experiments, confidence: 0.999)
        #expect(share.contains(0.95))
    }
}
