// P-values of many tests.
import Testing

@testable import BenchmarkKit

@Suite struct HolmTests {
    /// statsmodels 0.15.0, multipletests(method="holm").
    @Test func adjustedValuesAreThoseOfStatsmodels() {
        let adjusted = Holm.adjusted([0.01, 0.04, 0.03, 0.005, 0.04, 0.6, 0.0001, 0.02])
        let expected = [0.06, 0.12, 0.12, 0.035, 0.12, 0.6, 0.0008, 0.1]
        #expect(zip(adjusted, expected).allSatisfy { isNear($0, $1) })
    }

    @Test func adjustedValuesNeverExceedOneNorFall() {
        #expect(Holm.adjusted([0.5, 0.4, 0.9]) == [1, 1, 1])
        #expect(Holm.adjusted([]) == [])
        #expect(Holm.adjusted([0.3]) == [0.3])
    }
}
