// The normal distribution, and shares with the binomial one.
import Testing

@testable import BenchmarkKit

@Suite struct NormalDistributionTests {
    /// SciPy 1.17.1, scipy.stats.norm.ppf; each of the three ranges of AS 241 is there.
    @Test(arguments: [
        (1e-300, -37.0470962993612), (1e-20, -9.262340089798409), (1e-05, -4.264890793922825),
        (0.001, -3.090232306167813), (0.05, -1.6448536269514729), (0.075, -1.4395314709384563),
        (0.1, -1.2815515655446004), (0.3, -0.5244005127080409), (0.5, 0), (0.6, 0.2533471031357997),
        (0.924, 1.432502720825812), (0.975, 1.959963984540054), (0.995, 2.5758293035489004),
        (0, -.infinity), (1, .infinity),
    ])
    func quantilesAreExact(chance: Double, expected: Double) {
        #expect(isNear(NormalDistribution.quantile(chance), expected, relative: 2e-15))
    }

    /// SciPy 1.17.1, scipy.stats.norm.cdf.
    @Test(arguments: [
        (-10, 7.61985302416047e-24), (-3, 0.0013498980316300933), (-1, 0.15865525393145707), (0, 0.5),
        (0.5, 0.6914624612740131), (1.96, 0.9750021048517795), (9, 1),
    ])
    func cumulativeIsExactInTheLowerTailToo(value: Double, expected: Double) {
        #expect(isNear(NormalDistribution.cumulative(value), expected, relative: 1e-13))
    }
}

@Suite struct ProportionTests {
    /// SciPy 1.17.1, scipy.special.betaincinv(k, n - k + 1, …), the same limits by another way. What
    /// scipy.stats.binomtest(…).proportion_ci(method="exact") gives agrees as far as its search goes, 2e-12.
    @Test(arguments: [
        (0, 10, 0.95, 0.0, 0.3084971078187607), (1, 10, 0.95, 0.0025285785444617865, 0.4450161170281954),
        (5, 10, 0.9, 0.22244110100812936, 0.7775588989918706), (10, 10, 0.95, 0.6915028921812392, 1),
        (19, 20, 0.95, 0.7512672372279723, 0.9987349105020502), (1, 1, 0.95, 0.025, 1),
        (3, 1000, 0.99, 0.00033814452906649344, 0.01093377742040524),
        (0, 100_000, 0.95, 0, 3.68881141579242e-05),
        (1, 100_000, 0.95, 2.531780477933316e-07, 5.571516034774275e-05),
        (31_234, 100_000, 0.95, 0.3094680502548227, 0.3152228375712941),
        (99_999, 100_000, 0.95, 0.9999442848396523, 0.9999997468219523),
        (50_000, 100_000, 0.999, 0.49479237462765724, 0.5052076253723428),
    ])
    func limitsAreExact(successes: Int, trials: Int, confidence: Double, lower: Double, upper: Double) {
        let interval = Proportion.interval(successes: successes, trials: trials, confidence: confidence)
        #expect(isNear(interval, lower...upper, relative: 1e-9))
    }

    @Test func nothingTriedTellsNothing() {
        #expect(Proportion.interval(successes: 0, trials: 0, confidence: 0.95) == 0...1)
    }
}
