// Whether a page is fresh, by values alone.

import Layout
import Testing
import Wire

@testable import Collage

@Suite struct PageJudgementTests {
    private let photos = ["a.jpg", "b.jpg"].map { photo($0) }
    private let file = WrittenFile(size: 100, modified: 200)

    private static func photo(_ name: String, size: Int = 10, modified: Int = 20) -> FoundPhoto {
        var identity = FileIdentity(.init())
        (identity.size, identity.modified) = (size, modified)
        return FoundPhoto(path: RawPath(name), identity: identity)
    }

    private func key(
        _ photos: [FoundPhoto], settings: String = "fit=contain quality=85", width: Int = 10
    ) -> PageKey {
        let cells = photos.indices.map { PixelRect(x: $0 * width, y: 0, width: width, height: 10) }
        return PageKey(
            settings: settings, sheet: Sheet(canvas: PixelSize(width: 100, height: 10), cells: cells),
            photos: photos)
    }

    private func record(_ change: (inout OutputRecord) -> Void = { _ in }) -> OutputRecord {
        var record = OutputRecord(
            output: "x.jpg", root: "", folder: "", page: 1, pages: 1, key: key(photos),
            photos: photos.map(PhotoPrint.init), candidates: nil,
            file: file, canvas: PixelSize(width: 100, height: 10), photoMemory: 1000, libvips: "",
            contents: [], faults: [])
        change(&record)
        return record
    }

    private func reason(
        _ record: OutputRecord?, found: PageJudgement.Found? = nil, key: PageKey? = nil,
        photos: [FoundPhoto]? = nil, contents: [UInt64]? = nil, isForced: Bool = false, memory: Int = 1000
    ) -> StaleReason? {
        let judgement = PageJudgement(
            rules: PageJudgement.Rules(isForced: isForced, photoMemory: memory), record: record,
            found: found ?? .file(file))
        let photos = photos ?? self.photos
        return judgement.staleness(of: key ?? self.key(photos), photos: photos, contents: contents)
    }

    private func fault(_ reason: PhotoFaultReason) -> RecordedFault {
        RecordedFault(
            index: 0, photo: "a.jpg", state: nil, isShown: false, fault: PhotoFault(reason, "words"))
    }

    @Test func aPageIsFreshWhenNothingDiffers() {
        #expect(reason(record()) == nil)
    }

    @Test func outputsAreWhatWasWrittenOrMadeAnew() {
        #expect(reason(nil, found: .nothing) == .neverMade)
        #expect(reason(nil) == .notRemembered)
        #expect(reason(record(), found: .nothing) == .outputMissing)
        #expect(reason(record(), found: .file(WrittenFile(size: 100, modified: 201))) == .outputChanged)
        #expect(reason(record(), found: .file(WrittenFile(size: 101, modified: 200))) == .outputChanged)
        #expect(reason(record(), isForced: true) == .forced)
    }

    @Test func anotherRevisionOfTheRendererMakesAllAnew() {
        #expect(reason(record { $0.key.revision = 0 }) == .renderer(old: 0))
    }

    @Test func changesOfPhotosAreTold() {
        func changes(_ photos: [FoundPhoto]) -> String? { reason(record(), photos: photos)?.description }
        #expect(changes(photos + [Self.photo("c.jpg")]) == "1 photo added; first c.jpg")
        #expect(changes([photos[0]]) == "1 photo removed")
        #expect(changes([photos[0], Self.photo("b.jpg", size: 11)]) == "1 photo changed; first b.jpg")
        #expect(changes([photos[0], Self.photo("b.jpg", modified: 21)]) == "1 photo changed; first b.jpg")
        #expect(
            changes([Self.photo("c.jpg"), Self.photo("d.jpg"), Self.photo("b.jpg", size: 0)])
                == "2 photos added, 1 photo changed, 1 photo removed; first c.jpg")
        #expect(changes(photos.reversed()) == "its photos are in another order, or elsewhere")
    }

    @Test func aPhotoThatCannotBeLookedAtIsAnotherThanOneThatCan() {
        let blind = [photos[0], FoundPhoto(path: "b.jpg", identity: nil)]
        #expect(reason(record(), photos: blind) != nil)
    }

    @Test func changesOfSettingsAreTold() {
        let other = key(photos, settings: "fit=cover quality=85")
        #expect(reason(record(), key: other) == .settings(["fit=cover (was contain)"]))
        let more = key(photos, settings: "fit=contain quality=85 new=1")
        #expect(reason(record(), key: more) == .settings(["new=1 (was not known)"]))
    }

    @Test func anotherPlaceOfACellIsAnotherPicture() {
        #expect(reason(record(), key: key(photos, width: 11)) == .arrangement)
    }

    @Test func transientFaultsAreNeverFreshAndPermanentOnesAre() {
        for fault in PhotoFaultReason.allCases where fault != .tooLarge {
            let expected: StaleReason? = fault.isPermanent ? nil : .transientFaults(1)
            #expect(reason(record { $0.faults = [self.fault(fault)] }) == expected)
        }
    }

    @Test func aPhotoThatWasTooLargeIsTriedWithAnotherMemory() {
        let record = record { $0.faults = [self.fault(.tooLarge)] }
        #expect(reason(record) == nil)
        #expect(reason(record, memory: 2000) == .moreMemory)
        #expect(reason(self.record(), memory: 2000) == nil)
    }

    @Test func contentsAreComparedWhereTheyAreKnown() {
        #expect(reason(record { $0.contents = [1, 2] }, contents: [1, 2]) == nil)
        #expect(reason(record { $0.contents = [1, 2] }, contents: [1, 3]) == .content("b.jpg"))
        #expect(reason(record(), contents: [1, 2]) == .contentNotRecorded)
        #expect(reason(record { $0.contents = [1, 2] }) == nil)
    }

    @Test func candidatesAloneDecideWhereAllElseIsAsItWas() {
        let digest = Digest(high: 1, low: 2)
        func isFresh(_ record: OutputRecord, found: PageJudgement.Found? = nil, isForced: Bool = false)
            -> Bool
        {
            PageJudgement(
                rules: PageJudgement.Rules(isForced: isForced, photoMemory: 1000), record: record,
                found: found ?? .file(file)
            ).isFresh(candidates: digest)
        }
        let remembered = record { $0.candidates = digest }
        #expect(isFresh(remembered))
        #expect(!isFresh(record()))
        #expect(!isFresh(remembered, found: .nothing))
        #expect(!isFresh(remembered, isForced: true))
        #expect(!isFresh(record { ($0.candidates, $0.key.revision) = (digest, 0) }))
        #expect(!isFresh(record { ($0.candidates, $0.faults) = (digest, [fault(.stalled)]) }))
    }
}
