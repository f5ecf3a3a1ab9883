// Only what has changed is made: runs one after the other, over folders that change or don't.

import Foundation
import Layout
import SamplePhotos
import Testing

@Suite struct FreshnessTests {
    let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        for path in ["a/1.jpg", "a/2.jpg", "b/1.jpg", "b/2.jpg"] { try sandbox.photo("photos/" + path) }
    }

    private func render(
        _ arguments: String..., environment: [String: String] = [:]
    ) throws -> (run: CommandRun, report: Report) {
        let run = try CommandRun(
            ["-o", "out", "--report", "r"] + arguments + ["photos"], in: sandbox, environment: environment)
        return (run, try Report((try? sandbox.bytes("r")) ?? []))
    }

    private func check(_ arguments: String...) throws -> CommandRun {
        try CommandRun(["check", "-o", "out"] + arguments + ["photos"], in: sandbox)
    }

    /// Each output's status, by its path.
    private func statuses(_ report: Report) -> [String: String] {
        Dictionary(uniqueKeysWithValues: report.collages.map { ($0.text("output")!, $0.text("status")!) })
    }

    /// Everything in the output directory, with what tells whether it was written.
    private func states() -> [String: [String]] {
        Dictionary(
            uniqueKeysWithValues: sandbox.allFiles(in: "out").map { ($0, sandbox.state("out/" + $0)) })
    }

    @Test func whatIsFreshIsLeftAlone() throws {
        #expect(try render().run.status == 0)
        let before = states()
        let (run, report) = try render()
        #expect(run.status == 0)
        #expect(statuses(report) == ["out/photos/a.jpg": "unchanged", "out/photos/b.jpg": "unchanged"])
        #expect(report.summary.number("unchanged") == 2)
        #expect(report.summary.number("photos") == 4)
        // No worker was started: it would have said which libvips it has.
        #expect(report.summary["libvips"] is NSNull)
        var after = states()
        // The lock's file says for the time of the run that there is one.
        after[".collage/lock"] = before[".collage/lock"]
        #expect(after == before)
        #expect(try check().status == 0)
    }

    enum Change: CaseIterable {
        case added, removed, renamed, touched, replaced
    }

    @Test(arguments: Change.allCases)
    func aChangeOfPhotosMakesTheirCollageAlone(change: Change) throws {
        _ = try render()
        switch change {
        case .added: try sandbox.photo("photos/b/3.jpg")
        case .removed: try FileManager.default.removeItem(atPath: sandbox("photos/b/2.jpg"))
        case .renamed:
            try FileManager.default.moveItem(
                atPath: sandbox("photos/b/2.jpg"), toPath: sandbox("photos/b/0.jpg"))
        case .touched: sandbox.age("photos/b/2.jpg", seconds: 100)
        case .replaced:
            try sandbox.photo("photos/b/2.jpg", TestPicture(PixelSize(width: 90, height: 70)))
        }
        #expect(try check().status == 4)
        let (run, report) = try render()
        #expect(run.status == 0)
        #expect(statuses(report) == ["out/photos/a.jpg": "unchanged", "out/photos/b.jpg": "built"])
        #expect(try check().status == 0)
    }

    @Test(arguments: [
        (["--quality", "60"], "quality=60 (was 85)"), (["--fit", "cover"], "fit=cover (was contain)"),
        (["--background", "black"], "background=#000000 (was #ffffff)"),
        (["--tile", "64x48"], "tile:64x48"), (["--upscale"], "upscale=true (was false)"),
        (["--on-error", "fail"], "on-error=fail (was placeholder)"),
    ])
    func anotherLookMakesAllAnew(options: [String], words: String) throws {
        _ = try render()
        let run = try CommandRun(["check", "--explain", "-o", "out"] + options + ["photos"], in: sandbox)
        #expect(run.status == 4)
        let lines = String(decoding: run.output, as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { $0.contains("settings: ") && $0.contains(words) })
    }

    @Test(arguments: [["--jobs", "1"], ["--timeout", "5"], ["--quiet"], ["--memory", "1G"]])
    func howItRunsDoesNotMatter(options: [String]) throws {
        _ = try render()
        let run = try CommandRun(["check", "-o", "out"] + options + ["photos"], in: sandbox)
        #expect(run.status == 0)
    }

    @Test func anOutputThatIsGoneOrWasChangedIsMadeAnew() throws {
        _ = try render()
        let bytes = try sandbox.bytes("out/photos/a.jpg")
        try FileManager.default.removeItem(atPath: sandbox("out/photos/a.jpg"))
        try sandbox.file("out/photos/b.jpg", Array(sandbox.bytes("out/photos/b.jpg").dropLast()))
        let explained = try CommandRun(["-o", "out", "--explain", "photos"], in: sandbox)
        #expect(explained.status == 0)
        #expect(
            explained.errorLines.sorted() == [
                "out/photos/a.jpg: 2 photos; it is gone",
                "out/photos/b.jpg: 2 photos; somebody has changed it",
            ])
        #expect(try sandbox.bytes("out/photos/a.jpg") == bytes)
        #expect(try check().status == 0)
    }

    @Test func bytesThatAreTheSameAreNotWrittenAgain() throws {
        _ = try render()
        let before = sandbox.state("out/photos/a.jpg")
        let (run, report) = try render("--force")
        #expect(run.status == 0)
        #expect(
            report.collages.allSatisfy { $0.text("status") == "built" && $0["identical"] as? Bool == true })
        #expect(sandbox.state("out/photos/a.jpg") == before)
        #expect(sandbox.allFiles(in: "out").allSatisfy { !$0.hasSuffix(".tmp") })
        #expect(try check().status == 0)
    }

    @Test func withoutItsJournalEverythingIsMadeAgain() throws {
        _ = try render()
        try FileManager.default.removeItem(atPath: sandbox("out/.collage"))
        let run = try check("--explain")
        #expect(run.status == 4)
        #expect(String(decoding: run.output, as: UTF8.self).contains("nothing is known of how it was made"))
        #expect(try render().report.summary.number("built") == 2)
        #expect(try check().status == 0)
    }

    @Test func aDateOrderThatTakesHeadersIsRememberedToo() throws {
        _ = try render("--sort", "date", "--limit", "1")
        let (_, second) = try render("--sort", "date", "--limit", "1")
        #expect(second.summary.number("unchanged") == 2)
        #expect(second.summary["libvips"] is NSNull)
        // One that is not chosen changes nothing that shows, and is looked at once.
        try sandbox.photo("photos/a/9.jpg")
        sandbox.age("photos/a/9.jpg", seconds: -1000)
        let (_, third) = try render("--sort", "date", "--limit", "1")
        #expect(third.summary.number("unchanged") == 2)
        #expect(third.summary["libvips"] is String)
        let (_, fourth) = try render("--sort", "date", "--limit", "1")
        #expect(fourth.summary.number("unchanged") == 2)
        #expect(fourth.summary["libvips"] is NSNull)
    }

    @Test func aPhotoThatIsNotChosenChangesNothing() throws {
        _ = try render("--limit", "2")
        try sandbox.photo("photos/b/3.jpg")
        #expect(try render("--limit", "2").report.summary.number("unchanged") == 2)
    }

    @Test func onlyThePagesThatChangeAreMade() throws {
        for index in 1...7 { try sandbox.photo("photos/c/\(index).jpg") }
        _ = try render("--per-page", "3")
        try sandbox.photo("photos/c/8.jpg")
        let (_, report) = try render("--per-page", "3")
        #expect(statuses(report)["out/photos/c-001.jpg"] == "unchanged")
        #expect(statuses(report)["out/photos/c-002.jpg"] == "unchanged")
        #expect(statuses(report)["out/photos/c-003.jpg"] == "built")
    }

    @Test func aSingleFileIsRememberedToo() throws {
        func run() throws -> Report {
            let run = try CommandRun(["-o", "one.png", "--report", "r", "photos/a"], in: sandbox)
            #expect(run.status == 0)
            return try Report(sandbox.bytes("r"))
        }
        #expect(try run().summary.number("built") == 1)
        #expect(try run().summary.number("unchanged") == 1)
        #expect(try CommandRun(["check", "-o", "one.png", "photos/a"], in: sandbox).status == 0)
        #expect(try CommandRun(["check", "-o", "two.png", "photos/a"], in: sandbox).status == 4)
    }

    @Test func checkAndDryRunWriteNothing() throws {
        #expect(try check().status == 4)
        let dry = try CommandRun(["--dry-run", "-o", "out", "photos"], in: sandbox)
        #expect(dry.status == 0)
        #expect(!sandbox.exists("out"))
        _ = try render()
        sandbox.age("photos/b/2.jpg", seconds: 5)
        let before = states()
        #expect(try check().status == 4)
        let after = try CommandRun(["--dry-run", "-o", "out", "photos"], in: sandbox)
        #expect(String(decoding: after.output, as: UTF8.self) == "out/photos/b.jpg: 2 photos\n")
        #expect(states() == before)
    }

    @Test func contentIsComparedWhenThatIsAskedFor() throws {
        _ = try render("--verify-content")
        #expect(try check("--verify-content").status == 0)
        var bytes = try sandbox.bytes("photos/a/1.jpg")
        let modified = sandbox.modified("photos/a/1.jpg")
        bytes[bytes.count / 2] ^= 1
        try sandbox.file("photos/a/1.jpg", bytes)
        sandbox.setModified("photos/a/1.jpg", modified)
        #expect(try check().status == 0)
        let explained = try check("--verify-content", "--explain")
        #expect(explained.status == 4)
        let text = String(decoding: explained.output, as: UTF8.self)
        #expect(text == "out/photos/a.jpg: 2 photos; a/1.jpg has other content\n")
    }

    @Test func contentThatWasNotRecordedCannotBeVerified() throws {
        _ = try render()
        let explained = try check("--verify-content", "--explain")
        #expect(explained.status == 4)
        #expect(String(decoding: explained.output, as: UTF8.self).contains("was not recorded"))
    }

    @Test func aYoungCollageWaitsUntilItHasSettled() throws {
        for path in ["a/1.jpg", "a/2.jpg", "b/1.jpg"] { sandbox.age("photos/" + path, seconds: 7200) }
        sandbox.age("photos/b/2.jpg", seconds: 60)
        let (run, report) = try render("--settle", "3600")
        #expect(run.status == 0)
        #expect(statuses(report) == ["out/photos/a.jpg": "built", "out/photos/b.jpg": "deferred"])
        let deferred = report.collages.first { $0.text("status") == "deferred" }
        #expect(deferred?.text("message") == "b/2.jpg is younger than --settle")
        #expect(report.summary.number("deferred") == 1)
        sandbox.age("photos/b/2.jpg", seconds: 7200)
        #expect(statuses(try render("--settle", "3600").report)["out/photos/b.jpg"] == "built")
    }

    @Test func aPictureOfSomebodyElseIsNotReplaced() throws {
        try sandbox.photo("out/photos/a.jpg")
        let bytes = try sandbox.bytes("out/photos/a.jpg")
        for _ in 1...2 {
            let (run, report) = try render()
            #expect(run.status == 3)
            #expect(report.collages.contains { $0.text("reason") == "name-collision" })
            #expect(try sandbox.bytes("out/photos/a.jpg") == bytes)
        }
        // Who names the file wants that file.
        #expect(try CommandRun(["-o", "out/photos/a.jpg", "photos/a"], in: sandbox).status == 0)
        #expect(try sandbox.bytes("out/photos/a.jpg") != bytes)
    }

    @Test func anOutputThatHasBecomeEmptyIsMadeAnew() throws {
        _ = try render()
        let bytes = try sandbox.bytes("out/photos/a.jpg")
        try sandbox.file("out/photos/a.jpg")
        #expect(try render().run.status == 0)
        #expect(try sandbox.bytes("out/photos/a.jpg") == bytes)
    }

    @Test func aJournalThatIsNoFileStopsNobodyForEver() throws {
        try sandbox.folder("out/.collage")
        mkfifo(sandbox("out/.collage/journal"), 0o644)
        try sandbox.expectOneLine(
            1, "out/.collage/journal): it is not one", ["check", "-o", "out", "photos"])
        try sandbox.expectOneLine(1, "out/.collage/journal): it is not one", ["-o", "out", "photos"])
    }

    @Test func whatTheRunKeepsIsNoPlaceForReports() throws {
        _ = try render()
        for option in ["--report", "--metrics"] {
            try sandbox.expectOneLine(
                2, "lies where the journal is", ["-o", "out", option, "out/.collage/lock", "photos"])
        }
    }

    @Test func aPhotoFromTheFarFutureDoesNotWaitForEver() throws {
        sandbox.age("photos/b/2.jpg", seconds: -1_000_000)
        for path in ["a/1.jpg", "a/2.jpg", "b/1.jpg"] { sandbox.age("photos/" + path, seconds: 7200) }
        #expect(try render("--settle", "3600").report.summary.number("deferred") == 0)
    }
}
