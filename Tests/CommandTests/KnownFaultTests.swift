// Faults that lie in a photo's bytes are reported once; others are tried again, and never make an output worse.

import Foundation
import Layout
import SamplePhotos
import Testing

@Suite struct KnownFaultTests {
    let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        for index in 0..<3 { try sandbox.photo("photos/\(index).jpg") }
    }

    private func render(_ arguments: String..., fault: String = "") throws -> (
        run: CommandRun, report: Report
    ) {
        let run = try CommandRun(
            ["-o", "out", "--report", "r", "--jobs", "1"] + arguments + ["photos"], in: sandbox,
            environment: ["COLLAGE_FAULT": fault])
        return (run, try Report(sandbox.bytes("r")))
    }

    private func damageOne() throws {
        try sandbox.file("photos/1.jpg", Array(sandbox.bytes("photos/1.jpg").dropLast(200)))
        try sandbox.file("photos/3.jpg")
    }

    @Test func aPermanentFaultIsReportedOnce() throws {
        try damageOne()
        let first = try render()
        #expect(first.run.status == 3)
        #expect(first.report.summary.number("known") == 0)
        let second = try render()
        #expect(second.run.status == 0)
        #expect(second.run.error == "")
        #expect(second.report.summary.number("known") == 2)
        #expect(second.report.summary.number("damaged") == 1)
        #expect(second.report.summary.number("failedPhotos") == 1)
        #expect(second.report.summary.number("ok") == 2)
        #expect(second.report.tiles.map(\.source) == ["1.jpg", "3.jpg"])
        #expect(second.report.tiles.allSatisfy { $0.fields["known"] as? Bool == true && $0.reason != nil })
        #expect(try render("--strict").run.status == 3)
    }

    @Test func aKnownFaultIsKnownWhenAnotherPhotoMakesTheCollageAnew() throws {
        try damageOne()
        _ = try render()
        try sandbox.photo("photos/0a.jpg")
        let next = try render()
        #expect(next.report.summary.number("built") == 1)
        #expect(next.report.summary.number("known") == 2)
        #expect(next.run.status == 0)
        #expect(try render("--force", "--strict").run.status == 3)
    }

    @Test func aPhotoThatIsBrokenAnewIsNews() throws {
        try damageOne()
        _ = try render()
        try sandbox.file("photos/1.jpg", Array(sandbox.bytes("photos/1.jpg").dropLast(10)))
        let next = try render()
        #expect(next.run.status == 3)
        #expect(next.report.summary.number("known") == 1)
    }

    @Test func aFaultThatMovesToAnotherPageIsKnownThere() throws {
        for index in 4..<7 { try sandbox.photo("photos/\(index).jpg") }
        try damageOne()
        _ = try render("--per-page", "4")
        try sandbox.photo("photos/00.jpg")
        let next = try render("--per-page", "4")
        #expect(next.report.summary.number("built") == 2)
        #expect(next.run.status == 0)
    }

    @Test func aTransientFaultIsTriedAgainEachTime() throws {
        let first = try render(fault: "kill@tile:1*")
        #expect(first.run.status == 3)
        #expect(first.report.tiles[1].reason == "crashed")
        #expect(try CommandRun(["check", "-o", "out", "photos"], in: sandbox).status == 4)
        let again = try render(fault: "kill@tile:1*")
        #expect(again.run.status == 3)
        #expect(again.report.summary.number("known") == 0)
        let healed = try render()
        #expect(healed.run.status == 0)
        #expect(healed.report.collages.first?.text("why") == "1 photo could not be shown, and may be now")
        #expect(try CommandRun(["check", "-o", "out", "photos"], in: sandbox).status == 0)
    }

    @Test func anOutputIsNotReplacedByOneThatShowsLess() throws {
        _ = try render()
        let bytes = try sandbox.bytes("out/photos.jpg")
        try sandbox.photo("photos/3.jpg")
        let next = try render(fault: "kill@tile:1*")
        #expect(next.run.status == 3)
        #expect(next.run.error.contains("kept as it was (out/photos.jpg)"))
        #expect(next.report.collages.first?.text("status") == "kept")
        #expect(next.report.summary.number("kept") == 1)
        #expect(try sandbox.bytes("out/photos.jpg") == bytes)
        #expect(try CommandRun(["check", "-o", "out", "photos"], in: sandbox).status == 4)
        let healed = try render()
        #expect(healed.run.status == 0)
        #expect(healed.report.summary.number("built") == 1)
    }

    @Test func anOutputOfAsManyFaultsIsReplaced() throws {
        _ = try render(fault: "kill@tile:1*")
        try sandbox.photo("photos/3.jpg")
        let next = try render(fault: "kill@tile:1*")
        #expect(next.report.summary.number("built") == 1)
        #expect(next.report.summary.number("kept") == 0)
    }

    @Test func anOutputOfOursOfWhichNothingIsKnownIsKeptToo() throws {
        _ = try render()
        try FileManager.default.removeItem(atPath: sandbox("out/.collage"))
        #expect(try render(fault: "kill@tile:1*").report.summary.number("kept") == 1)
    }

    @Test func photosLeftOutBeforeTheLayoutAreKnownToo() throws {
        try damageOne()
        #expect(try render("--on-error", "skip").run.status == 3)
        let second = try render("--on-error", "skip")
        #expect(second.run.status == 0)
        #expect(second.report.summary["libvips"] is NSNull)
        #expect(second.report.summary.number("known") == second.report.summary.number("damaged")! + 1)
    }
}
