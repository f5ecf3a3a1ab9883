// Random numbers that others can draw too.
import Testing

@testable import BenchmarkKit

@Suite struct SplitMix64Tests {
    /// The first outputs of the authors' C code for this state; the same from the rule in Python 3.11.
    @Test func numbersAreThoseOfTheReference() {
        var random = SplitMix64(state: 1_234_567)
        #expect(
            (0..<5).map { _ in random.next() } == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ])
    }

    /// Python 3.11: `(next() * 10) >> 64`.
    @Test func indicesAreTheUpperHalfOfAProduct() {
        var random = SplitMix64(state: 42)
        #expect((0..<12).map { _ in random.index(below: 10) } == [7, 1, 2, 3, 0, 8, 2, 8, 3, 6, 2, 4])
    }
}
