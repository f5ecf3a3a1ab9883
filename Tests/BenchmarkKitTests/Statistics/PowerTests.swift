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
}
