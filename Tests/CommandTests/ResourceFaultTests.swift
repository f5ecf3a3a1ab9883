// What a run needs runs out, or goes away under it: it says so of the photos concerned, and goes on.

import Foundation
import Layout
import SamplePhotos
import Testing

@Suite struct ResourceFaultTests {
    let sandbox: Sandbox
    init() throws { sandbox = try Sandbox() }

    private func link(_ original: String, to copies: [String]) throws {
        for copy in copies {
            try FileManager.default.linkItem(atPath: sandbox(original), toPath: sandbox(copy))
        }
    }

    @Test func fewDescriptorsAreEnoughForManyFolders() throws {
        try sandbox.photo("one.jpg")
        for folder in 0..<6 {
            try sandbox.folder("many/\(folder)")
            try link("one.jpg", to: (0..<20).map { "many/\(folder)/\($0).jpg" })
        }
        for limit in [40, 64] {
            let run = try CommandRun(
                ["-o", "out\(limit)", "--jobs", "16", "--sort", "date", "many"], in: sandbox,
                prefix: ["sh", "-c", "ulimit -n \(limit); exec \"$@\"", "sh"])
            #expect(run.status == 0, "\(run.error)")
            #expect(sandbox.files(in: "out\(limit)").count == 6)
        }
    }

    @Test(arguments: ["name", "date"])
    func fewDescriptorsAreEnoughForManyPhotos(order: String) throws {
        try sandbox.photo("one.jpg")
        try sandbox.folder("many")
        try link("one.jpg", to: (0..<3000).map { "many/\($0).jpg" })
        let run = try CommandRun(
            ["-o", "out", "--tile", "16x16", "--sort", order, "--report", "r", "many"], in: sandbox,
            prefix: ["sh", "-c", "ulimit -n 64; exec \"$@\"", "sh"])
        #expect(run.status == 0, "\(run.error)")
        #expect(try Report(sandbox.bytes("r")).summary.number("ok") == 3000)
    }

    @Test func aPhotoThatMeetsTheMemoryLimitCostsItselfAlone() throws {
        for index in 0..<4 {
            try sandbox.photo(
                "photos/\(index).png", TestPicture(PixelSize(width: 3000, height: 2000), format: .png))
        }
        let run = try CommandRun(
            ["-o", "out", "--jobs", "1", "--tile", "200x200", "--report", "r", "photos"], in: sandbox,
            environment: ["COLLAGE_FAULT": "starve@read:0*"])
        #expect(run.status == 3, "\(run.error)")
        #expect(run.errorLines.count == 1 && run.error.hasPrefix("collage: "))
        let tiles = try Report(sandbox.bytes("r")).tiles
        #expect(tiles.map(\.verdict) == ["failed", "ok", "ok", "ok"])
        // Who asks first decides: libvips says that there is none, GLib ends the process.
        #expect(["too-large", "crashed"].contains(tiles[0].reason))
        #expect(tiles[0].fields.text("message")?.isEmpty == false)
    }

    @Test func aPhotoThatNeedsMoreThanAllLargeOnesMayIsPaintedAlone() throws {
        // Interlaced and of 16 bits: 75 MB to decode, where a quarter of the memory is 64.
        var picture = TestPicture(PixelSize(width: 4000, height: 3000), format: .png)
        picture.encoding.bitsPerSample = 16
        picture.encoding.isInterlaced = true
        try sandbox.photo("photos/1.png", picture)
        try link("photos/1.png", to: ["photos/3.png"])
        for index in [0, 2, 4] { try sandbox.photo("photos/\(index).jpg") }
        let run = try CommandRun(["-o", "out", "--memory", "256M", "--report", "r", "photos"], in: sandbox)
        #expect(run.status == 0, "\(run.error)")
        #expect(try Report(sandbox.bytes("r")).tiles.map(\.verdict) == ["ok", "ok", "ok", "ok", "ok"])
    }

    @Test(arguments: [PixelSize(width: 64, height: 48), PixelSize(width: 1200, height: 900)])
    func aPhotoThatIsCutWhileItIsReadIsNoDeath(size: PixelSize) throws {
        for index in 0..<3 { try sandbox.photo("photos/\(index).png", grainy(size)) }
        let running = try RunningCommand(
            ["-o", "sheet.png", "--report", "r", "--jobs", "1", "photos"], in: sandbox,
            environment: ["COLLAGE_FAULT": "stop@read:1"])
        let worker = try #require(running.waitForStoppedWorker())
        #expect(truncate(sandbox("photos/1.png"), 100) == 0)
        kill(worker, SIGCONT)
        let run = running.wait()
        #expect(run.status == 3)
        let tiles = try Report(sandbox.bytes("r")).tiles
        #expect(tiles.map(\.verdict) == ["ok", "failed", "ok"])
        // Noticed and read again, it is a file that is too short.
        #expect(tiles[1].reason == "corrupt")
    }

    /// Too large to be read at once with its header, if the picture is.
    private func grainy(_ size: PixelSize) -> TestPicture {
        var picture = TestPicture(size, format: .png)
        picture.encoding.bitsPerSample = 16
        return picture
    }

    @Test func aFolderThatLosesItsPermissionCostsTheRestOfItsPhotos() throws {
        for index in 0..<30 { try sandbox.photo("photos/a/\(100 + index).jpg") }
        for index in 0..<2 { try sandbox.photo("photos/b/\(index).jpg") }
        let running = try RunningCommand(
            ["-o", "out", "--report", "r", "--jobs", "1", "photos"], in: sandbox,
            environment: ["COLLAGE_FAULT": "stop@tile:3"], prefix: Privileges.withoutPowers)
        let worker = try #require(running.waitForStoppedWorker())
        chmod(sandbox("photos/a"), 0)
        defer { chmod(sandbox("photos/a"), 0o755) }
        kill(worker, SIGCONT)
        let run = running.wait()
        #expect(run.status == 3)
        #expect(run.errorLines.count == 1)
        let report = try Report(sandbox.bytes("r"))
        let tiles = report.tiles.sorted { $0.source < $1.source }
        #expect(tiles.count == 32)
        // Eighteen are open at most; the last ones are not yet.
        #expect(tiles[..<4].allSatisfy { $0.verdict == "ok" })
        #expect(tiles[29].source == "a/129.jpg" && tiles[29].reason == "unreadable")
        #expect(tiles[29].fields.text("message")?.contains("ermission denied") == true)
        #expect(tiles[30...].allSatisfy { $0.verdict == "ok" })
        #expect(report.collages.map { $0.text("status") } == ["built", "built"])
    }

    @Test(arguments: ["300x200", "2400x1800"])
    func theSignOfAMissingPhotoIsDrawnAtAnySize(tile: String) throws {
        for name in ["a", "b"] { try sandbox.file("photos/\(name).jpg", Array("no photo".utf8)) }
        let run = try CommandRun(
            ["-o", "sheet.png", "--tile", tile, "--columns", "1", "--gap", "0", "--margin", "0", "photos"],
            in: sandbox)
        #expect(run.status == 3)
        let picture = try sandbox.picture("sheet.png")
        let cell = PixelSize(width: picture.size.width, height: picture.size.height / 2)
        for row in 0..<2 {
            // The card, and the stroke that crosses its middle.
            let card = RGBColour(red: 0xF1, green: 0xF2, blue: 0xF4)
            #expect(picture.shows(card, x: cell.width / 10, y: row * cell.height + cell.height / 2))
            let ink = RGBColour(red: 0xA9, green: 0xAF, blue: 0xB8)
            #expect(picture.shows(ink, x: cell.width / 2, y: row * cell.height + cell.height / 2))
        }
    }

    @Test func filesFromTheFutureAndFromBeforeTimeAreSorted() throws {
        for name in ["future", "now", "early"] { try sandbox.photo("photos/\(name).jpg") }
        for (name, seconds) in [("future", 4_000_000_000), ("early", -100)] {
            var times = [timeval(tv_sec: seconds, tv_usec: 0), timeval(tv_sec: seconds, tv_usec: 0)]
            #expect(utimes(sandbox("photos/\(name).jpg"), &times) == 0)
        }
        for order in ["mtime", "date"] {
            let run = try CommandRun(
                ["-o", "out", "--force", "--sort", order, "--report", "r", "photos"], in: sandbox)
            #expect(run.status == 0)
            let tiles = try Report(sandbox.bytes("r")).tiles
            #expect(tiles.map(\.source) == ["early.jpg", "now.jpg", "future.jpg"])
        }
    }
}
