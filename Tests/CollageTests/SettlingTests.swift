// Which photos are too young, by values alone.

import Testing
import Wire

@testable import Collage

@Suite struct SettlingTests {
    private func isYoung(_ modified: Int, settle: TimeSpan? = .seconds(60)) -> Bool {
        let settings = Freshness.Settings(
            rules: PageJudgement.Rules(photoMemory: 0), verifiesContent: false, settle: settle, prunes: false,
            shown: ShownTexts(
                ShownSettings(
                    format: .jpeg, quality: 1, upscale: false, background: .white, maxPixels: 1,
                    onError: .skip)),
            plan: PlanSettings(
                target: .standardOutput, format: .jpeg, dropsBrokenHeaders: false, canvasBytes: 0))
        var identity = FileIdentity(.init())
        identity.modified = modified
        return settings.unsettledPhoto(among: [FoundPhoto(path: "a", identity: identity)]) != nil
    }

    @Test func agesThatNoClockShowsAreOld() {
        for modified in [Int.min, Int.min + 1, -1, 0, Int.max - 1, Int.max] { #expect(!isYoung(modified)) }
    }

    @Test func thoseOfThisMomentAreYoungWhereThatMatters() {
        let now = Timestamp.nanosecondsSince1970
        #expect(isYoung(now, settle: .seconds(3600)))
        #expect(!isYoung(now, settle: nil))
        #expect(!isYoung(now - 7_200_000_000_000, settle: .seconds(3600)))
        #expect(!isYoung(now + 7_200_000_000_000, settle: .seconds(3600)))
    }
}
