// Workers that die, hang or run over their limits cost one tile; a run that is stopped leaves nothing.

import Foundation
import Layout
import SamplePhotos
import Testing

@Suite struct WorkerFaultTests {
    let sandbox: Sandbox
    init() throws {
        sandbox = try Sandbox()
        for index in 0..<5 {
            try sandbox.photo("photos/\(index).jpg", TestPicture(PixelSize(width: 400, height: 300)))
        }
    }

    private func render(_ arguments: String..., fault: String) throws -> (run: CommandRun, report: Report) {
        let run = try CommandRun(
            ["-o", "sheet.png", "--report", "r", "--jobs", "2"] + arguments + ["photos"], in: sandbox,
            environment: ["COLLAGE_FAULT": fault])
        return (run, try Report(sandbox.bytes("r")))
    }

    private func undisturbed() throws -> [UInt8] {
        #expect(try CommandRun(["-o", "calm.png", "photos"], in: sandbox).status == 0)
        return try sandbox.bytes("calm.png")
    }

    @Test(arguments: ["kill@tile:2", "abort@tile:2", "exit@tile:2", "kill@encode", "abort@encode"])
    func aWorkerThatDiesOnceCostsNothing(fault: String) throws {
        let (run, report) = try render(fault: fault)
        #expect(run.status == 0, "\(run.error)")
        #expect(run.error == "")
        #expect(report.tiles.allSatisfy { $0.verdict == "ok" })
        #expect(try sandbox.bytes("sheet.png") == undisturbed())
    }

    /// The disk is slow, and the only worker stands still on the first photo: the next ones are opened meanwhile.
    @Test func photosAreOpenedAheadOfABusyWorker() throws {
        let running = try RunningCommand(
            ["-o", "sheet.png", "--jobs", "1", "--stall", "60", "photos"], in: sandbox,
            environment: ["COLLAGE_FAULT": "delay@open:20,stop@read:0"])
        let worker = try #require(running.waitForStoppedWorker())
        let all = (0..<5).map { sandbox("photos/\($0).jpg") }
        // It has answered nothing yet, and does not before it is told to go on.
        running.waitUntil { process in all.filter(process.openFiles.contains).count >= 3 }
        #expect(running.isRunning)
        kill(worker, SIGCONT)
        #expect(running.wait().status == 0)
    }

    @Test(arguments: ["stop@tile:2", "stop@encode"])
    func aWorkerThatStandsStillOnceCostsNothing(fault: String) throws {
        let (run, report) = try render("--stall", "0.5", fault: fault)
        #expect(run.status == 0, "\(run.error)")
        #expect(report.tiles.allSatisfy { $0.verdict == "ok" })
        #expect(try sandbox.bytes("sheet.png") == undisturbed())
    }

    @Test(arguments: [
        ("kill@tile:2*", "crashed", "ended by signal 9 (killed)"),
        ("abort@tile:2*", "crashed", "ended by signal 6"),
        ("stop@tile:2*", "stalled", "nothing moved"), ("spin@tile:2*", "timeout", "of CPU time"),
    ])
    func aPhotoThatFailsTwiceIsMissingAndTheOthersAreThere(fault: String, reason: String, message: String)
        throws
    {
        let (run, report) = try render("--stall", "1", "--timeout", "0.5", fault: fault)
        #expect(run.status == 3)
        #expect(report.tiles.map(\.verdict) == ["ok", "ok", "failed", "ok", "ok"])
        #expect(report.tiles[2].reason == reason)
        #expect(report.tiles[2].fields.text("message")?.contains(message) == true)
        let picture = try sandbox.picture("sheet.png")
        for tile in report.tiles.map(\.fields) {
            let rect = PixelRect(
                x: tile.number("x")!, y: tile.number("y")!, width: tile.number("width")!,
                height: tile.number("height")!)
            #expect(picture.showsTestPicture(in: rect) == (tile.text("verdict") == "ok"))
        }
        // Nothing of the half-painted photo is left under the sign.
        let missing = report.tiles[2].fields
        #expect(
            picture.shows(
                .init(red: 0xF1, green: 0xF2, blue: 0xF4), x: missing.number("x")! + 20,
                y: missing.number("y")! + 20))
    }

    @Test(arguments: ["kill@encode*", "abort@encode*", "stop@encode*"])
    func anEncoderThatFailsTwiceFailsTheCollageAndKeepsTheOldOne(fault: String) throws {
        try sandbox.file("sheet.png", Array("old".utf8))
        let (run, report) = try render("--stall", "0.5", fault: fault)
        #expect(run.status == 3)
        #expect(run.errorLines.count == 1)
        #expect(report.collages.map { $0.text("status") } == ["failed"])
        #expect(report.collages.first?.text("reason") == "worker-lost")
        #expect(try sandbox.bytes("sheet.png") == Array("old".utf8))
        #expect(sandbox.files(in: "").allSatisfy { !$0.hasSuffix(".tmp") })
    }

    @Test func aPageThatCantBePaintedLeavesOthersAlone() throws {
        try sandbox.photo("more/02/a.jpg")
        try sandbox.photo("more/02/b.jpg")
        let calm = try CommandRun(["-o", "calm", "--format", "png", "more"], in: sandbox)
        #expect(calm.status == 0)
        try sandbox.file("more/01/a.jpg", Array("no photo".utf8))
        for index in 0..<4 {
            try sandbox.photo("more/01/b\(index).jpg", TestPicture(PixelSize(width: 2000, height: 1500)))
        }
        let run = try CommandRun(
            ["-o", "out", "--format", "png", "--report", "r", "more"], in: sandbox,
            environment: ["COLLAGE_FAULT": "kill@sign*"])
        #expect(run.status == 3)
        let failed = try Report(sandbox.bytes("r")).collages.filter { $0.text("status") == "failed" }
        #expect(failed.map { $0.text("reason") } == ["worker-lost"])
        #expect(sandbox.files(in: "out") == ["more/02.png"])
        #expect(try sandbox.bytes("out/more/02.png") == sandbox.bytes("calm/more/02.png"))
    }

    @Test func aPhotoThatIsTriedAgainDoesNotMakeItsPageLast() throws {
        for folder in 1...8 {
            for index in 0..<3 { try sandbox.photo("many/\(folder)/\(index).jpg") }
        }
        let run = try CommandRun(
            ["-o", "out", "--jobs", "1", "--report", "r", "many"], in: sandbox,
            environment: ["COLLAGE_FAULT": "kill@tile:0"])
        #expect(run.status == 0, "\(run.error)")
        let folders = try Report(sandbox.bytes("r")).collages.compactMap { $0.text("folder") }
        #expect(folders == (1...8).map { "\($0)" })
    }

    @Test func aWorkerThatCantBeStartedEndsTheRun() throws {
        try sandbox.folder("bin")
        for name in ["collage", "collage-worker"] {
            try FileManager.default.copyItem(
                atPath: CommandRun.folder + "/collage", toPath: sandbox("bin/" + name))
        }
        try FileManager.default.removeItem(atPath: sandbox("bin/collage-worker"))
        func run() throws -> CommandRun {
            try CommandRun(
                ["-o", "out", "photos"], in: sandbox,
                prefix: ["sh", "-c", "shift; exec bin/collage \"$@\"", "sh"])
        }
        let missing = try run()
        #expect(missing.status == 1)
        #expect(missing.error.contains("can't start a worker: there is no collage-worker in"))
        // It starts, and is no worker: the breaker ends the run.
        try sandbox.file("bin/collage-worker", Array("#!/bin/sh\necho stranger >&2; exit 7\n".utf8))
        chmod(sandbox("bin/collage-worker"), 0o755)
        let stranger = try run()
        #expect(stranger.status == 1)
        #expect(stranger.errorLines.count == 1)
        #expect(stranger.error.contains("the worker ended with status 7: stranger"))
        #expect(sandbox.files(in: "out").isEmpty)
    }

    @Test func aRunGoesOnWithTheWorkersThatItHasWhereNoneCanBeStarted() throws {
        try sandbox.folder("bin")
        for name in ["collage", "collage-worker"] {
            try FileManager.default.copyItem(
                atPath: CommandRun.folder + "/" + name, toPath: sandbox("bin/" + name))
        }
        let running = try RunningCommand(
            ["-o", "out", "--jobs", "2", "photos"], in: sandbox,
            environment: ["COLLAGE_FAULT": "stop@tile:1"],
            prefix: ["sh", "-c", "shift; exec bin/collage \"$@\"", "sh"])
        let worker = try #require(running.waitForStoppedWorker())
        try FileManager.default.removeItem(atPath: sandbox("bin/collage-worker"))
        kill(worker, SIGKILL)
        let run = running.wait()
        #expect(run.status == 0, "\(run.error)")
        #expect(sandbox.files(in: "out") == ["photos.jpg"])
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP], ["stop@tile:1", "stop@encode"])
    func aStoppedRunLeavesNothingBehind(signal: Int32, fault: String) throws {
        let running = try RunningCommand(
            ["-o", "out", "--report", "r", "photos"], in: sandbox, environment: ["COLLAGE_FAULT": fault])
        let worker = try #require(running.waitForStoppedWorker())
        let isEncoding = fault.contains("encode")
        #expect(sandbox.files(in: "out").contains { $0.hasSuffix(".tmp") } == isEncoding)
        running.signal(signal)
        let run = running.wait()
        #expect(run.status == 75)
        #expect(sandbox.files(in: "out").isEmpty)
        #expect(kill(worker, 0) == -1 && errno == ESRCH)
        #expect(running.workers.isEmpty)
        #expect(try Report(sandbox.bytes("r")).summary.number("exit") == 75)
    }

    @Test func aSignalEndsARunThatWaitsForItsList() throws {
        let running = try RunningCommand(
            ["--files-from", "fifo", "-o", "out"], in: sandbox, makingFIFO: "fifo")
        running.waitUntilItSleeps()
        running.signal(SIGTERM)
        #expect(running.wait().status == 75)
    }

    @Test func aSignalEndsARunWhoseReportNobodyReads() throws {
        mkfifo(sandbox("report"), 0o644)
        let reader = open(sandbox("report"), O_RDWR | O_NONBLOCK)
        defer { close(reader) }
        // Full but for less than a line.
        while write(reader, [UInt8](repeating: 0, count: 4096), 4096) > 0 {}
        let running = try RunningCommand(["--report", "report", "-o", "out", "photos"], in: sandbox)
        running.waitUntilItSleeps()
        running.signal(SIGTERM)
        #expect(running.wait().status == 75)
        #expect(!sandbox.exists("out"))
    }

    @Test func workersDieWithTheirCoordinator() throws {
        let running = try RunningCommand(
            ["-o", "out", "photos"], in: sandbox, environment: ["COLLAGE_FAULT": "stop@encode"])
        _ = try #require(running.waitForStoppedWorker())
        let workers = running.workers
        #expect(!workers.isEmpty)
        running.signal(SIGKILL)
        _ = running.wait()
        // Their parent's death kills them; a process that nobody has reaped yet is dead all the same.
        while workers.contains(where: RunningCommand.isAlive) { usleep(2000) }
        #expect(sandbox.files(in: "out").count == 1)
        // The next run removes what the dead one left.
        #expect(try CommandRun(["-o", "out", "photos"], in: sandbox).status == 0)
        #expect(sandbox.files(in: "out") == ["photos.jpg"])
    }

    @Test func ofPhotosThatGoOrChangeBeforeTheyAreReadOnlyTheFormerFail() throws {
        for index in 5..<20 { try sandbox.photo("photos/\(index).jpg") }
        let running = try RunningCommand(
            ["-o", "sheet.png", "--report", "r", "--jobs", "1", "photos"], in: sandbox,
            environment: ["COLLAGE_FAULT": "stop@tile:0"])
        let worker = try #require(running.waitForStoppedWorker())
        // Three are opened ahead at most; these are not yet.
        try FileManager.default.removeItem(atPath: sandbox("photos/18.jpg"))
        try sandbox.photo("photos/19.jpg", TestPicture(PixelSize(width: 64, height: 64)))
        kill(worker, SIGKILL)
        let run = running.wait()
        #expect(run.status == 3)
        let report = try Report(sandbox.bytes("r"))
        let failed = report.tiles.filter { $0.verdict != "ok" }
        #expect(failed.map(\.source) == ["18.jpg"])
        #expect(failed.map(\.reason) == ["unreadable"])
        #expect(report.tiles.first { $0.source == "19.jpg" }?.fields.number("sourceHeight") == 64)
    }
}
