// Ordering and choosing photos.

import Testing
import Wire

@testable import Collage

@Suite struct PhotoChoiceTests {
    private func photos(_ names: [String]) -> [ProbedPhoto] {
        names.map { ProbedPhoto(photo: FoundPhoto(path: RawPath($0), identity: nil)) }
    }

    private func chosen(_ names: [String], isList: Bool = false, _ change: (inout PhotoChoice) -> Void)
        -> [String]
    {
        var choice = PhotoChoice()
        change(&choice)
        return choice.choose(from: photos(names), isList: isList).chosen.map { $0.photo.path.description }
    }

    @Test func foldersAreSortedByNameAndListsStayAsGiven() {
        #expect(chosen(["b", "a10", "a2"]) { _ in } == ["a2", "a10", "b"])
        #expect(chosen(["b", "a10", "a2"], isList: true) { _ in } == ["b", "a10", "a2"])
        #expect(chosen(["b", "a", "b"], isList: true) { $0.isReversed = true } == ["b", "a", "b"])
    }

    @Test func aSampleIsEvenOverTheOrderAndALimitTakesTheFirst() {
        let names = (0..<10).map { "\($0)" }
        #expect(chosen(names) { $0.sample = 5 } == ["0", "2", "4", "6", "8"])
        #expect(chosen(names) { $0.sample = 10 } == names)
        #expect(chosen(names) { $0.sample = 99 } == names)
        #expect(chosen(names) { ($0.sample, $0.limit) = (5, 2) } == ["0", "2"])
    }

    @Test func whatIsNotChosenIsLeftExactlyOnce() {
        var choice = PhotoChoice()
        (choice.sample, choice.limit) = (7, 3)
        let all = photos((0..<20).map { "\($0)" })
        let (chosen, others) = choice.choose(from: all, isList: false)
        #expect(Set((chosen + others).map(\.photo.path)).count == 20)
        #expect(chosen.count + others.count == 20)
    }

    // The first outputs for seed 0, as the authors' reference implementation gives them.
    @Test func theGeneratorGivesTheReferencesNumbers() {
        var generator = SplitMix64(seed: 0)
        #expect(generator.next() == 0xE220_A839_7B1D_CDAF)
        #expect(generator.next() == 0x6E78_9E6A_A1B9_65F4)
        #expect(generator.next() == 0x06C4_5D18_8009_454F)
    }

    @Test func aShuffleDependsOnTheSeedAlone() {
        let names = (0..<30).map { "\($0)" }
        let first = chosen(names) { ($0.sort, $0.seed) = (.random, 1) }
        #expect(first == chosen(names.reversed()) { ($0.sort, $0.seed) = (.random, 1) })
        #expect(first != chosen(names) { ($0.sort, $0.seed) = (.random, 2) })
        #expect(first.sorted() == names.sorted())
    }
}
