// Counts and the exit status that they come to.

import Layout
import Testing
import Wire

@testable import Collage

@Suite struct RunSummaryTests {
    private let root = InputSource.folder(path: "photos", name: "photos")

    private func outcome(_ results: [TileResult]) -> Outcome {
        let plan = PagePlan(
            number: 1, source: root, folder: "", output: "x.jpg", page: 1, pages: 1,
            sheet: Sheet(canvas: PixelSize(width: 1, height: 1), cells: []), photos: [], dropped: [],
            skipped: [])
        let tiles = results.enumerated().map { index, result in
            PaintedTile(
                index: index, photo: FoundPhoto(path: RawPath("\(index).jpg"), identity: nil),
                cell: PixelRect(x: 0, y: 0, width: 1, height: 1), result: result)
        }
        return .failedPage(plan, CollageFault(reason: .photoFailed, message: ""), tiles: tiles)
    }

    private func status(_ outcomes: [Outcome], end: RunSummary.End = .finished, allowsEmpty: Bool = false)
        -> Collage.ExitStatus
    {
        var summary = RunSummary()
        for outcome in outcomes { summary.add(outcome) }
        return summary.exitStatus(end: end, RunSummary.Strictness(allowsEmpty: allowsEmpty))
    }

    @Test func photosAreCountedByVerdict() {
        let placement = Placement(
            rect: PixelRect(x: 0, y: 0, width: 1, height: 1), crop: PixelRect(x: 0, y: 0, width: 1, height: 1)
        )
        var summary = RunSummary()
        summary.add(
            outcome([
                TileResult(placement: placement),
                TileResult(placement: placement, fault: PhotoFault(.truncated, "cut")),
                TileResult(fault: PhotoFault(.empty, "no bytes")),
            ]))
        let photos = summary.photos
        #expect([photos.ok, photos.damaged, photos.failed, photos.all, photos.known] == [1, 1, 1, 3, 0])
        #expect(photos.firstNews?.photo == "1.jpg")
    }

    @Test func theGravestStatusCounts() {
        let fault = outcome([TileResult(fault: PhotoFault(.empty, ""))])
        let empty = Outcome.aside(.nothing(in: root))
        let broken = RunSummary.End.broken(RunFault("disk full"))
        #expect(status([]) == .success)
        #expect(status([fault]) == .faults)
        #expect(status([fault], end: .stopped) == .stopped)
        #expect(status([fault, empty], end: .stopped) == .failure)
        #expect(status([empty], allowsEmpty: true) == .success)
        #expect(status([fault], end: broken) == .failure)
        #expect(status([empty], end: .broken(RunFault("two outputs", status: .usage))) == .usage)
    }

    @Test func anUnreadableInputIsGraverThanAnUnreadableFolderInIt() {
        func unreadable(_ folder: RawPath) -> Outcome {
            .aside(.unreadable(source: root, folder: folder, SystemError("opendir", code: 13)))
        }
        #expect(status([unreadable("sub")]) == .faults)
        #expect(status([unreadable("")]) == .failure)
    }
}
