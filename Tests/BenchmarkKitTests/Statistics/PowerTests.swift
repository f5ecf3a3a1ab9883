// What can be found with how many pairs.
import Testing

@testable import BenchmarkKit

@Suite struct PowerTests {
    /// SciPy 1.17.1, sums of scipy.stats.norm.ppf.
    @Test(arguments: [
        (0.05, 0.8, 2.8015852181129683), (0.01, 0.95, 4.220682930500373),
        (0.01 / 30, 0.95, 5.232768299239433),
    ])
    func smallestDetectableIsSoManyStandardErrors(alpha: Double, power: Double, expected: Double) {
        let effect = Power.smallestDetectable(standardError: 0.5, alpha: alpha, power: power)
        #expect(isNear(effect, expected / 2))
    }

    /// statsmodels 0.15.0, NormalIndPower(ddof=0).solve_power(ratio=0), rounded up; of deviations of 1.
    @Test(arguments: [
        (0.5, 0.05, 0.8, 32), (-0.2, 0.01, 0.95, 446), (0.3, 0.01 / 30, 0.9, 264), (1, 0.05, 0.9, 11),
    ])
    func pairsAreThoseOfTheFormula(effect: Double, alpha: Double, power: Double, expected: Int) {
        let pairs = Power.pairsNeeded(
            for: effect, standardErrorNow: 0.25, pairsNow: 16, alpha: alpha, power: power)
        #expect(pairs == expected)
    }

    @Test func pairsAreAtLeastOneAndNeverTooMany() {
        func pairs(for effect: Double, error: Double) -> Int {
            Power.pairsNeeded(for: effect, standardErrorNow: error, pairsNow: 20, alpha: 0.01, power: 0.95)
        }
        #expect(pairs(for: 1e9, error: 1) == 1)
        #expect(pairs(for: 1, error: 0) == 1)
        #expect(pairs(for: 1e-300, error: 1) == .max)
        #expect(pairs(for: 1, error: .infinity) == .max)
    }
}
