// Photos that change while a run reads them.

import Foundation
import Layout
import SamplePhotos
import Testing

@Suite struct HotFolderTests {
    let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        for index in 0..<3 {
            try sandbox.photo("photos/\(index).png", grainy(PixelSize(width: 640, height: 480)))
        }
    }

    /// Too large to be read at once with its header, if the picture is.
    private func grainy(_ size: PixelSize) -> TestPicture {
        var picture = TestPicture(size, format: .png)
        picture.encoding.bitsPerSample = 16
        return picture
    }

    private func start(fault: String) throws -> RunningCommand {
        try RunningCommand(
            ["-o", "out", "--report", "r", "--jobs", "1", "photos"], in: sandbox,
            environment: ["COLLAGE_FAULT": fault])
    }

    private func tiles() throws -> [Report.Tile] { try Report(sandbox.bytes("r")).tiles }

    /// Lets a stopped worker go on.
    private func resume(_ worker: pid_t) { kill(worker, SIGCONT) }

    @Test func aPhotoThatChangesOnceIsReadAgain() throws {
        let run = try start(fault: "stop@read:1")
        let worker = try #require(run.waitForStoppedWorker())
        try sandbox.photo("photos/1.png", grainy(PixelSize(width: 480, height: 640)))
        resume(worker)
        #expect(run.wait().status == 0)
        let tile = try tiles()[1]
        #expect(tile.verdict == "ok")
        #expect(tile.fields.number("sourceHeight") == 640)
        // It is not what was found when the page was planned: the next run looks once more, and finds the same.
        #expect(try CommandRun(["check", "-o", "out", "photos"], in: sandbox).status == 4)
        let next = try CommandRun(["-o", "out", "--report", "r", "photos"], in: sandbox)
        #expect(next.status == 0)
        #expect(try Report(sandbox.bytes("r")).collages[0]["identical"] as? Bool == true)
        #expect(try CommandRun(["check", "-o", "out", "photos"], in: sandbox).status == 0)
    }

    @Test func aPhotoThatKeepsChangingIsATransientFault() throws {
        let run = try start(fault: "stop@read:1*")
        for side in [200, 300] {
            let worker = try #require(run.waitForStoppedWorker())
            try sandbox.photo("photos/1.png", grainy(PixelSize(width: 700, height: side)))
            resume(worker)
            run.waitUntilItRuns(worker)
        }
        #expect(run.wait().status == 3)
        #expect(try tiles().map(\.verdict) == ["ok", "failed", "ok"])
        #expect(try tiles()[1].reason == "changed-while-reading")
        #expect(try CommandRun(["-o", "out", "photos"], in: sandbox).status == 0)
    }

    @Test func whatADecoderSaysOfAHalfWrittenPhotoIsNotHeldAgainstIt() throws {
        // So large that it is read while it is decoded.
        try sandbox.photo("photos/1.png", grainy(PixelSize(width: 1200, height: 900)))
        let whole = try sandbox.bytes("photos/1.png")
        let run = try start(fault: "stop@read:1")
        let worker = try #require(run.waitForStoppedWorker())
        #expect(truncate(sandbox("photos/1.png"), off_t(whole.count / 3)) == 0)
        try sandbox.file("photos/1.tmp", whole)
        // Under its name again before it is read a second time.
        rename(sandbox("photos/1.tmp"), sandbox("photos/1.png"))
        resume(worker)
        #expect(run.wait().status == 0)
        #expect(try tiles().map(\.verdict) == ["ok", "ok", "ok"])
    }
}
