// Pages, names and limits: planning touches no file.

import Layout
import Testing
import Wire

@testable import Collage

@Suite struct PlanningTests {
    private let root = InputSource.folder(path: "/srv/photos", name: "photos")

    private func settings(_ change: (inout PlanSettings) -> Void = { _ in }) -> PlanSettings {
        var settings = PlanSettings(
            perPage: nil, target: .directory("out"),
            format: .jpeg, dropsBrokenHeaders: false, canvasBytes: 1 << 30)
        change(&settings)
        return settings
    }

    private func plan(
        _ count: Int, folder: RawPath = "2024/07", rivals: [RawPath] = [],
        of collage: CollageSettings = CollageSettings(), _ settings: PlanSettings
    ) -> [Planned] {
        let photos = (0..<count).map { FoundPhoto(path: RawPath("\(folder)/\($0).jpg"), identity: nil) }
        let found = FoundCollage(
            source: root, folder: folder, photos: photos, skipped: [], settings: collage, rivals: rivals)
        return CollagePlanner(settings: settings)
            .pages(of: .collage(found, photos.map { ProbedPhoto(photo: $0) }))
    }

    private func pages(_ planned: [Planned]) -> [PagePlan] {
        planned.compactMap { if case .page(let page) = $0 { page } else { nil } }
    }

    private func fault(_ planned: [Planned]) -> CollageFault? {
        planned.lazy.compactMap { if case .failed(let failed) = $0 { failed.fault } else { nil } }.first
    }

    @Test func outputsAreNamedAfterRootAndFolder() {
        #expect(pages(plan(1, settings())).map(\.output) == ["out/photos/2024/07.jpg"])
        #expect(pages(plan(1, folder: "", settings())).map(\.output) == ["out/photos.jpg"])
        #expect(pages(plan(1, settings { $0.format = .tiff })).map(\.output) == ["out/photos/2024/07.tif"])
        let file = settings { $0.target = .file("a/b.c.JPEG") }
        #expect(pages(plan(1, file)).map(\.output) == ["a/b.c.JPEG"])
        #expect(pages(plan(201, file)).map(\.output) == ["a/b.c-001.JPEG", "a/b.c-002.JPEG"])
        #expect(pages(plan(1, settings { $0.target = .standardOutput })).map(\.output) == [nil])
    }

    @Test func pagesAreFilledOneAfterTheOther() {
        let pages = pages(plan(5, settings { $0.perPage = 2 }))
        #expect(pages.map { $0.photos.count } == [2, 2, 1])
        #expect(pages.map(\.number) == [1, 2, 3])
        #expect(pages.map(\.page) == [1, 2, 3])
        #expect(pages.allSatisfy { $0.pages == 3 })
    }

    @Test func manyPagesHaveAsManyDigitsAsTheyNeed() {
        let outputs = pages(plan(1001, settings { $0.perPage = 1 })).map(\.output)
        #expect(outputs.first == "out/photos/2024/07-0001.jpg")
        #expect(outputs.last == "out/photos/2024/07-1001.jpg")
    }

    @Test func limitsOfFormatAndMemoryMakePages() {
        let tall = CollageSettings(
            layout: .grid(GridLayout(measure: .tile(PixelSize(width: 10, height: 1000)), columns: 1)))
        let webp = settings { $0.format = .webp }
        // 16 tiles of 1000 and their gaps and margins are 16136 pixels high, 17 are too high.
        #expect(pages(plan(40, of: tall, webp)).map { $0.photos.count } == [16, 16, 8])
        let little = pages(plan(200, settings { $0.canvasBytes = 20 << 20 }))
        #expect(little.count > 1)
        #expect(little.allSatisfy { CanvasPixel.bytes(of: $0.sheet.canvas) <= 20 << 20 })
    }

    @Test func oneSheetThatCantBeIsRefused() {
        let fault = fault(plan(40_000, settings { $0.perPage = 0 }))
        #expect(fault?.reason == .sheetTooLarge)
        #expect(fault?.message.contains("use --per-page or smaller tiles") == true)
    }

    @Test func pagesThatMeetAFoldersNameFail() {
        let paged = settings { $0.perPage = 1 }
        #expect(fault(plan(2, rivals: ["07-002"], paged))?.reason == .nameCollision)
        #expect(fault(plan(2, rivals: ["07-003"], paged)) == nil)
        #expect(fault(plan(2, rivals: ["07.jpg"], settings()))?.reason == .nameCollision)
        #expect(fault(plan(2, rivals: ["07.png"], settings())) == nil)
    }

    @Test func rivalsAreFoundByTheirNames() {
        let folders: [RawPath] = [
            "07", "07-001", "07-1", "07.jpg", "a-b", "2024-001", "07-001.jpg", "2024", "2025-001",
        ]
        let rivals = OutputName.rivals(among: folders, isThere: folders.contains)
        #expect(rivals["07"] == ["07-001", "07.jpg", "07-001.jpg"])
        #expect(rivals["2024"] == ["2024-001"])
        #expect(rivals["a"] == nil)
        #expect(rivals["2025"] == nil, "nobody has that name")
    }

    @Test func brokenHeadersAreDroppedBeforeTheLayoutWhereAskedFor() {
        let photos = (0..<3).map { FoundPhoto(path: RawPath("\($0).jpg"), identity: nil) }
        let probed = photos.enumerated().map { index, photo in
            ProbedPhoto(photo: photo, header: index == 1 ? .fault(PhotoFault(.corrupt, "bad")) : nil)
        }
        let found = FoundCollage(source: root, folder: "", photos: photos, skipped: [])
        let planner = CollagePlanner(settings: settings { $0.dropsBrokenHeaders = true })
        let page = pages(planner.pages(of: .collage(found, probed))).first
        #expect(page?.photos.map(\.photo.path) == ["0.jpg", "2.jpg"])
        #expect(page?.dropped.map(\.photo.path) == ["1.jpg"])
        let none = planner.pages(of: .collage(found, [probed[1]]))
        #expect(fault(none)?.reason == .noPhotoLeft)
        guard case .failed(let failed)? = none.first else { return }
        #expect(failed.dropped.map(\.photo.path) == ["1.jpg"])
    }
}
