// Locks, limits of time, and what a run leaves that did nothing.

import Foundation
import SamplePhotos
import Testing

@Suite struct OneAtATimeTests {
    let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        for index in 0..<3 { try sandbox.photo("photos/\(index).jpg") }
    }

    /// A run whose worker stands still in the middle of a photo.
    private func stoppedRun(_ arguments: String...) throws -> RunningCommand {
        try RunningCommand(
            ["-o", "out", "--jobs", "1"] + arguments + ["photos"], in: sandbox,
            environment: ["COLLAGE_FAULT": "stop@tile:1"])
    }

    @Test func aSecondRunOnAnOutputDirectoryEndsAtOnce() throws {
        let first = try stoppedRun()
        let worker = try #require(first.waitForStoppedWorker())
        try sandbox.expectOneLine(73, "another run is writing to (out)", ["-o", "out", "photos"])
        // Others are not concerned, and neither is who only looks.
        #expect(try CommandRun(["-o", "elsewhere", "photos"], in: sandbox).status == 0)
        #expect(try CommandRun(["check", "-o", "out", "photos"], in: sandbox).status == 4)
        kill(worker, SIGCONT)
        #expect(first.wait().status == 0)
        #expect(try CommandRun(["-o", "out", "photos"], in: sandbox).status == 0)
    }

    @Test func singleFilesInOneFolderDoNotWaitForEachOther() throws {
        let first = try RunningCommand(
            ["-o", "one.jpg", "--jobs", "1", "photos"], in: sandbox,
            environment: ["COLLAGE_FAULT": "stop@tile:1"])
        let worker = try #require(first.waitForStoppedWorker())
        #expect(try CommandRun(["-o", "two.jpg", "photos"], in: sandbox).status == 0)
        #expect(try CommandRun(["-o", "one.jpg", "photos"], in: sandbox).status == 73)
        kill(worker, SIGCONT)
        #expect(first.wait().status == 0)
    }

    @Test func aRunThatWasKilledBlocksNobodyAndLeavesNothing() throws {
        let first = try stoppedRun()
        let worker = try #require(first.waitForStoppedWorker())
        first.signal(SIGKILL)
        _ = first.wait()
        #expect(try CommandRun(["-o", "out", "photos"], in: sandbox).status == 0)
        #expect(!RunningCommand.isAlive(worker))
        #expect(sandbox.allFiles(in: "out") == [".collage/journal", ".collage/lock", "photos.jpg"])
    }

    @Test func temporaryFilesOfAKilledRunGoEvenWhereNothingIsMade() throws {
        try sandbox.photo("photos/sub/1.jpg")
        _ = try CommandRun(["-o", "out", "photos"], in: sandbox)
        try sandbox.file("out/photos/.collage-0123456789abcdef-7.tmp", [1, 2, 3])
        try sandbox.file("out/.collage/.collage-0123456789abcdef-0.tmp", [1, 2, 3])
        try sandbox.file("out/.collage/lock", Array("running\n".utf8))
        let run = try CommandRun(["-o", "out", "--report", "r", "photos"], in: sandbox)
        #expect(run.status == 0)
        #expect(try Report(sandbox.bytes("r")).summary.number("unchanged") == 2)
        #expect(sandbox.allFiles(in: "out").allSatisfy { !$0.hasSuffix(".tmp") })
    }

    @Test func aRunEndsWithItsTimeAndTheNextGoesOn() throws {
        for index in 0..<4 { try sandbox.photo("photos/\(index)/1.jpg") }
        let run = try CommandRun(
            ["-o", "out", "--jobs", "1", "--max-runtime", "1", "--report", "r", "photos"], in: sandbox,
            environment: ["COLLAGE_FAULT": "stop@tile:1*"])
        #expect(run.status == 75)
        #expect(run.error == "")
        #expect(try Report(sandbox.bytes("r")).summary.number("exit") == 75)
        let next = try CommandRun(["-o", "out", "--report", "r", "photos"], in: sandbox)
        #expect(next.status == 0)
        let summary = try Report(sandbox.bytes("r")).summary
        #expect(summary.number("built")! + summary.number("unchanged")! == 5)
        #expect(sandbox.allFiles(in: "out").allSatisfy { !$0.hasSuffix(".tmp") })
    }

    @Test func aRunWithoutPhotosLeavesNoOutputDirectory() throws {
        try sandbox.folder("empty")
        #expect(try CommandRun(["-o", "new/out", "empty"], in: sandbox).status == 1)
        #expect(!sandbox.exists("new/out"))
    }

    @Test func aJournalOfALaterVersionIsNotTouched() throws {
        _ = try CommandRun(["-o", "out", "photos"], in: sandbox)
        let later = Array("collage-journal/2\nx\n".utf8)
        try sandbox.file("out/.collage/journal", later)
        try sandbox.expectOneLine(1, "of a later version", ["-o", "out", "photos"])
        #expect(try sandbox.bytes("out/.collage/journal") == later)
    }

    @Test func damagedLinesAreSaidAndTheirCollagesMadeAnew() throws {
        try sandbox.photo("photos/sub/1.jpg")
        _ = try CommandRun(["-o", "out", "photos"], in: sandbox)
        var journal = try sandbox.bytes("out/.collage/journal")
        let line = try #require(
            journal.split(separator: 10).first { $0.starts(with: Array("o\tphotos.jpg".utf8)) })
        journal[line.endIndex - 30] ^= 1
        try sandbox.file("out/.collage/journal", journal)
        let run = try CommandRun(["-o", "out", "--report", "r", "photos"], in: sandbox)
        #expect(run.status == 0)
        #expect(run.errorLines.count == 1)
        #expect(run.error.contains("1 line of the journal can't be read"))
        #expect(try Report(sandbox.bytes("r")).summary.number("built") == 1)
        #expect(try CommandRun(["-o", "out", "photos"], in: sandbox).error == "")
    }
}
