// `--prune`: outputs whose folders are gone go, and nothing else does.

import Foundation
import SamplePhotos
import Testing

@Suite struct PruneTests {
    let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        for path in ["a/1.jpg", "b/c/1.jpg", "b/d/1.jpg"] { try sandbox.photo("photos/" + path) }
        #expect(try CommandRun(["-o", "out", "photos"], in: sandbox).status == 0)
    }

    private func remove(_ path: String) throws {
        try FileManager.default.removeItem(atPath: sandbox(path))
    }

    private func prune(_ arguments: String...) throws -> (run: CommandRun, report: Report) {
        let run = try CommandRun(
            ["-o", "out", "--prune", "--report", "r"] + arguments + ["photos"], in: sandbox)
        return (run, try Report(sandbox.bytes("r")))
    }

    @Test func anOutputGoesWithItsFolder() throws {
        try remove("photos/b/c")
        let (run, report) = try prune()
        #expect(run.status == 0)
        #expect(sandbox.files(in: "out") == ["photos/a.jpg", "photos/b/d.jpg"])
        #expect(
            report.lines.compactMap { $0.text("kind") == "pruned" ? $0.text("output") : nil }
                == ["out/photos/b/c.jpg"])
        #expect(report.summary.number("pruned") == 1)
        #expect(try prune().report.summary.number("pruned") == 0)
    }

    @Test func foldersOfOutputsThatAreEmptyThenGoToo() throws {
        try remove("photos/b")
        #expect(try prune().run.status == 0)
        #expect(!sandbox.exists("out/photos/b"))
        #expect(sandbox.files(in: "out") == ["photos/a.jpg"])
    }

    @Test func withoutBeingAskedNothingGoes() throws {
        try remove("photos/b")
        #expect(try CommandRun(["-o", "out", "photos"], in: sandbox).status == 0)
        #expect(sandbox.files(in: "out").count == 3)
    }

    @Test func otherFilesAndChangedOutputsStay() throws {
        try sandbox.photo("out/photos/b/mine.jpg")
        try sandbox.file("out/photos/b/c.jpg", [1, 2, 3])
        try remove("photos/b")
        #expect(try prune().run.status == 0)
        #expect(sandbox.files(in: "out") == ["photos/a.jpg", "photos/b/c.jpg", "photos/b/mine.jpg"])
    }

    @Test func outputsOfOtherInputsStay() throws {
        try sandbox.photo("other/x/1.jpg")
        _ = try CommandRun(["-o", "out", "other"], in: sandbox)
        try remove("other/x")
        try remove("photos/b/c")
        #expect(try prune().run.status == 0)
        #expect(sandbox.files(in: "out") == ["other/x.jpg", "photos/a.jpg", "photos/b/d.jpg"])
    }

    @Test func anInputThatLooksUnmountedLosesNothing() throws {
        for name in ["a", "b"] { try remove("photos/" + name) }
        let (run, _) = try prune()
        #expect(run.status == 1)
        #expect(sandbox.files(in: "out").count == 3)
        let allowed = try prune("--allow-empty")
        #expect(allowed.run.status == 0)
        #expect(allowed.run.error.contains("nothing pruned of (photos)"))
        #expect(sandbox.files(in: "out").count == 3)
    }

    @Test func aFolderBelowThatLooksUnmountedLosesNothing() throws {
        try remove("photos/b/c")
        try remove("photos/b/d")
        let (run, _) = try prune()
        #expect(run.status == 0)
        #expect(run.errorLines.count == 1)
        #expect(run.error.contains("/photos/b): no photos are in it, and once were"))
        #expect(sandbox.files(in: "out").count == 3)
    }

    @Test func aFolderWithoutPhotosIsNotGone() throws {
        try remove("photos/b/c/1.jpg")
        try sandbox.file("photos/b/c/note.txt")
        #expect(try prune().run.status == 0)
        #expect(sandbox.exists("out/photos/b/c.jpg"))
    }

    @Test func pagesThatAreTooManyGo() throws {
        for index in 2...5 { try sandbox.photo("photos/a/\(index).jpg") }
        _ = try CommandRun(["-o", "out", "--per-page", "2", "photos"], in: sandbox)
        #expect(sandbox.exists("out/photos/a-003.jpg"))
        #expect(sandbox.exists("out/photos/a.jpg"))
        for index in 4...5 { try remove("photos/a/\(index).jpg") }
        #expect(try prune("--per-page", "2").run.status == 0)
        #expect(
            sandbox.files(in: "out") == [
                "photos/a-001.jpg", "photos/a-002.jpg", "photos/b/c.jpg", "photos/b/d.jpg",
            ])
    }

    /// Renders the folder in pages of one photo, and gives the names of these pages.
    private func paged() throws -> [String] {
        try sandbox.photo("photos/a/2.jpg")
        _ = try CommandRun(["-o", "out", "--per-page", "1", "photos"], in: sandbox)
        return ["photos/a-001.jpg", "photos/a-002.jpg"]
    }

    @Test func pagesGoInTheRunThatMakesTheirSuccessor() throws {
        let pages = try paged()
        #expect(sandbox.exists("out/" + pages[1]))
        #expect(try prune().report.summary.number("pruned") == 2)
        #expect(sandbox.files(in: "out") == ["photos/a.jpg", "photos/b/c.jpg", "photos/b/d.jpg"])
        #expect(try CommandRun(["check", "--prune", "-o", "out", "photos"], in: sandbox).status == 0)
    }

    @Test func pagesStayWhileTheirSuccessorIsNotThere() throws {
        let pages = try paged()
        try remove("out/photos/a.jpg")
        func expectAllPages() {
            for page in pages { #expect(sandbox.exists("out/" + page)) }
        }
        // Too young, then failed, then with another's name.
        #expect(try prune("--settle", "3600").report.summary.number("deferred")! > 0)
        expectAllPages()
        try sandbox.file("photos/a/3.jpg")
        #expect(try prune("--on-error", "fail").run.status == 3)
        expectAllPages()
        try remove("photos/a/3.jpg")
        try sandbox.folder("out/photos/a.jpg")
        #expect(try prune().run.status == 3)
        expectAllPages()
        try remove("out/photos/a.jpg")
        #expect(try prune().run.status == 0)
        for page in pages { #expect(!sandbox.exists("out/" + page)) }
        // Of what was removed before, nothing is believed to be there.
        #expect(try prune("--per-page", "1").run.status == 0)
        #expect(!sandbox.exists("out/photos/a.jpg"))
        #expect(try prune("--settle", "3600").run.status == 0)
        expectAllPages()
    }

    @Test(arguments: [".keep", "NOT-MOUNTED", "lost+found/"])
    func whatPeopleLeaveInMountPointsIsNoSignOfADisk(name: String) throws {
        try remove("photos/b/c")
        try remove("photos/b/d")
        name.hasSuffix("/") ? try sandbox.folder("photos/b/" + name) : try sandbox.file("photos/b/" + name)
        let (run, _) = try prune()
        #expect(run.errorLines.count == 1)
        #expect(sandbox.files(in: "out").count == 3)
    }

    @Test func aDryRunNamesWhatWouldGo() throws {
        try remove("photos/b/c")
        let run = try CommandRun(["check", "--prune", "--explain", "-o", "out", "photos"], in: sandbox)
        #expect(run.status == 4)
        #expect(run.errorLines == ["out/photos/b/c.jpg: to be removed"])
        #expect(sandbox.exists("out/photos/b/c.jpg"))
    }

    @Test func pruningASingleFileIsRefused() throws {
        try sandbox.expectOneLine(
            2, "--prune goes with an output directory", ["-o", "x.jpg", "--prune", "photos"])
    }
}
