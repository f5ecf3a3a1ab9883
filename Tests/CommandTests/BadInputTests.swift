// Bad input: one clear line, the right exit status, nothing half written, no original touched.

import Foundation
import Layout
import SamplePhotos
import Testing

@Suite struct BadInputTests {
    let sandbox: Sandbox
    init() throws { sandbox = try Sandbox() }

    private func expect(
        _ status: Int32, _ text: String, _ arguments: [String], prefix: [String] = [], input: [UInt8] = [],
        location: SourceLocation = #_sourceLocation
    ) throws {
        try sandbox.expectOneLine(
            status, text, arguments, prefix: prefix, input: input, location: location)
    }

    @Test(arguments: [
        (["gone"], "can't read (gone): no such file or directory"),
        (["--colums", "3", "photos"], "unknown option --colums; did you mean --columns?"),
        (["-x", "photos"], "unknown option -x"),
        (["--columns", "many", "photos"], "--columns: “many” is not a whole number"),
        (["--jobs", "0", "photos"], "--jobs: “0” is not a whole number"),
        (["--quality", "101", "photos"], "--quality: “101” is not a whole number from 1 to 100"),
        (["--tile", "320", "photos"], "--tile: “320” is not a size in pixels"),
        (["--tile", "0x5", "photos"], "--tile: “0x5” is not a size"),
        (["--memory", "lots", "photos"], "--memory: “lots” is not a size in bytes"),
        (["--memory", "5M", "photos"], "--memory is too small"),
        (["-o", "sheet.gif", "photos"], "can't be written in that format"),
        (["--timeout", "-1", "photos"], "--timeout: “-1” is not a number of seconds"),
        (["--timeout", "nan", "photos"], "--timeout: “nan” is not a number of seconds"),
        (["--layout", "gird", "photos"], "--layout: “gird” is none of grid, neue; did you mean grid?"),
        (
            ["--fit", "smrt", "photos"],
            "--fit: “smrt” is none of contain, cover, smart; did you mean smart?"
        ),
        (["--background", "whit", "photos"], "did you mean white?"),
        (["--background", "#12345", "photos"], "“#12345” is no colour"),
        (["--sort", "size", "photos"], "--sort: “size” is none of"),
        (["--output"], "--output needs a value"),
        (["--upscale=yes", "photos"], "--upscale takes no value but"),
        (["-o", "a.png", "--format", "webp", "photos"], "--format webp contradicts --output"),
        (["--tile", "5x5", "--size", "99x99", "photos"], "--tile and --size contradict each other"),
        (["--quiet", "--verbose", "photos"], "contradict each other"),
        (["--null", "photos"], "--null goes with --files-from"),
        (["--report", "-", "-o", "-", "photos"], "can't both go to standard output"),
        (["--layout", "neue", "--columns", "2", "photos"], "--columns has no meaning"),
        (["--tile", "70000x10", "photos"], "JPEG allows 65500 a side"),
        (["--size", "17000x100", "--format", "webp", "photos"], "WEBP allows 16383 a side"),
        (["--size", "10x10", "photos"], "too small"),
        ([], "no photos were named"),
        (["watch", "photos"], "is not in this version"),
        (["help", "exits"], "did you mean exit?"),
    ])
    func wrongOptionsAreRefusedBeforeAnythingIsTouched(arguments: [String], text: String) throws {
        try sandbox.photo("photos/a.jpg")
        try expect(2, text, arguments)
        #expect(sandbox.files(in: "").filter { !$0.hasPrefix(".run") } == ["photos/a.jpg"])
    }

    @Test func severalCollagesDontFitInOneFile() throws {
        for path in ["photos/a.jpg", "photos/sub/b.jpg"] { try sandbox.photo(path) }
        try expect(2, "more than one collage", ["-o", "sheet.jpg", "photos"])
        #expect(!sandbox.exists("sheet.jpg"))
    }

    @Test func aFolderThatCantBeReadIsAFailedCollage() throws {
        try sandbox.photo("photos/a.jpg")
        try sandbox.photo("photos/closed/b.jpg")
        chmod(sandbox("photos/closed"), 0)
        defer { chmod(sandbox("photos/closed"), 0o755) }
        try expect(
            3, "no collage of (photos/closed): the folder can't be read: permission denied",
            ["-o", "out", "photos"],
            prefix: Privileges.withoutPowers)
        #expect(sandbox.files(in: "out") == ["photos.jpg"])
    }

    @Test func anInputThatCantBeReadEndsWithOne() throws {
        try sandbox.photo("photos/a.jpg")
        chmod(sandbox("photos"), 0)
        defer { chmod(sandbox("photos"), 0o755) }
        try expect(1, "permission denied", ["-o", "out", "photos"], prefix: Privileges.withoutPowers)
    }

    @Test func aPhotoThatCantBeReadIsAFailedTile() throws {
        try sandbox.photo("photos/a.jpg")
        chmod(sandbox("photos/a.jpg"), 0)
        try expect(3, "(a.jpg): unreadable", ["-o", "out", "photos"], prefix: Privileges.withoutPowers)
    }

    @Test func noPhotosEndsWithOneUnlessAllowed() throws {
        try sandbox.file("photos/note.txt")
        try expect(1, "no photos in (photos)", ["-o", "out", "photos"])
        try expect(1, "no photos in (the list)", ["-o", "out", "--files-from", "-"])
        #expect(try CommandRun(["--allow-empty", "-o", "out", "photos"], in: sandbox).status == 0)
        #expect(!sandbox.exists("out"))
    }

    @Test func anOutputThatCantBeWrittenEndsWithOne() throws {
        try sandbox.photo("photos/a.jpg")
        try sandbox.file("taken")
        try expect(1, "can't write (taken): not a directory", ["-o", "taken", "photos"])
        try expect(1, "can't write (taken/sheet.png)", ["-o", "taken/sheet.png", "photos"])
        try sandbox.folder("closed")
        chmod(sandbox("closed"), 0o555)
        try expect(
            1, "can't write (closed): permission denied", ["-o", "closed", "photos"],
            prefix: Privileges.withoutPowers)
        try sandbox.folder("folder.png")
        try expect(1, "can't write (folder.png): is a directory", ["-o", "folder.png", "photos"])
        try expect(1, "can't write the report (gone/r)", ["--report", "gone/r", "-o", "out", "photos"])
    }

    @Test(.enabled(if: Privileges.canMount, "mounting takes root or user namespaces"))
    func aFullDiskEndsWithOneAndLeavesTheOldOutput() throws {
        try sandbox.folder("photos")
        // Noise, which no compression makes small.
        try SamplePhotos.write(count: 4, into: sandbox("photos"), maxPixels: 200_000)
        try sandbox.folder("disk")
        let script = """
            mount -t tmpfs -o size=64k none disk && echo old > disk/sheet.tif || exit 99
            "$@"; status=$?
            ls -A disk > listing; cat disk/sheet.tif > kept
            exit $status
            """
        try expect(
            1, "can't write (disk/sheet.tif): the disk is full",
            ["-o", "disk/sheet.tif", "photos"], prefix: Privileges.inNamespace + ["sh", "-c", script, "sh"])
        #expect(String(decoding: try sandbox.bytes("listing"), as: UTF8.self) == "sheet.tif\n")
        #expect(String(decoding: try sandbox.bytes("kept"), as: UTF8.self) == "old\n")
    }

    @Test func oneSheetBeyondALimitIsRefusedWithTheLimitsName() throws {
        try sandbox.photo("one.jpg", TestPicture(PixelSize(width: 8, height: 8)))
        try sandbox.folder("photos")
        for index in 1...40 {
            try FileManager.default.linkItem(
                atPath: sandbox("one.jpg"), toPath: sandbox("photos/\(index).jpg"))
        }
        let common = ["--tile", "9x500", "--columns", "1", "-o", "out", "photos"]
        try expect(
            3, "WEBP allows 16383 a side; use --per-page", ["--format", "webp", "--per-page", "0"] + common)
        try expect(
            3, "the memory allows",
            ["--memory", "256M", "--per-page", "0", "--tile", "2000x2000", "-o", "out", "photos"])
        // Without it, pages are made.
        let run = try CommandRun(["--format", "webp"] + common, in: sandbox)
        #expect(run.status == 0)
        #expect(sandbox.files(in: "out") == ["photos-001.webp", "photos-002.webp"])
    }

    @Test func filesWithAPhotosNameThatAreNoneAreRefusedOrFail() throws {
        mkfifo(sandbox("fifo.jpg"), 0o644)
        try expect(
            2, "can't use (fifo.jpg): it is neither a folder nor a regular file", ["-o", "out", "fifo.jpg"])
        let list = Array("fifo.jpg\nfolder.jpg\n".utf8)
        try sandbox.folder("folder.jpg")
        try expect(
            3, "(fifo.jpg): unreadable, it is not a regular file", ["-o", "out", "--files-from", "-"],
            input: list)
    }

    @Test func twoRootsOfOneNameAreRefused() throws {
        for path in ["a/photos/1.jpg", "b/photos/2.jpg"] { try sandbox.photo(path) }
        try expect(2, "a/photos and b/photos have the same name", ["-o", "out", "a/photos", "b/photos"])
        #expect(!sandbox.exists("out"))
    }

    @Test func aPageThatMeetsAFoldersNameFailsAlone() throws {
        for path in ["07/1.jpg", "07/2.jpg", "07-001/3.jpg"] { try sandbox.photo("photos/" + path) }
        try expect(
            3, "no collage of (photos/07): its output would take the place of the folder 07-001",
            ["--per-page", "1", "-o", "out", "photos"])
        #expect(sandbox.files(in: "out") == ["photos/07-001.jpg"])
    }

    @Test func standardOutputThatIsClosedOrFullIsAnError() throws {
        try sandbox.photo("photos/a.jpg")
        func shell(_ redirection: String, _ arguments: [String]) throws -> CommandRun {
            try CommandRun(arguments, in: sandbox, prefix: ["sh", "-c", "exec \"$@\" \(redirection)", "sh"])
        }
        for redirection in [">&-", ">/dev/full"] {
            #expect(try shell(redirection, ["-o", "-", "photos"]).status == 1)
            #expect(try shell(redirection, ["--report", "-", "-o", "out", "photos"]).status == 1)
            #expect(try shell(redirection, ["--help"]).status == 1)
            #expect(try shell(redirection, ["--dry-run", "photos"]).status == 1)
        }
    }

    @Test func brokenPhotosAreShownAsWellAsCanBeOrAsMissing() throws {
        var cut = TestPicture(PixelSize(width: 1600, height: 1200))
        cut.kept = 0.8
        try sandbox.photo("photos/cut.jpg", cut)
        try sandbox.file("photos/empty.jpg")
        try sandbox.file("photos/text.jpg", Array("no photo".utf8))
        try sandbox.photo("photos/sound.jpg")
        try expect(
            3, "3 photos are damaged or can't be shown, first (cut.jpg): truncated",
            ["--report", "r", "-o", "out", "photos"])
        let report = try Report(sandbox.bytes("r"))
        #expect(report.tiles.map(\.verdict) == ["damaged", "failed", "ok", "failed"])
        #expect(report.tiles.map(\.reason) == ["truncated", "empty", nil, "unsupported"])
        #expect(report.summary.number("damaged") == 1)
        #expect(report.summary.number("failedPhotos") == 2)
    }

    @Test func brokenPhotosAreLeftOutOrFailTheirCollageWhereThatIsAskedFor() throws {
        try sandbox.file("photos/empty.jpg")
        try sandbox.photo("photos/sound.jpg")
        #expect(try CommandRun(["--on-error", "skip", "-o", "skip.png", "photos"], in: sandbox).status == 3)
        #expect(try sandbox.picture("skip.png").size == .init(width: 336, height: 256))
        let failed = try CommandRun(["--on-error", "fail", "-o", "fail.png", "photos"], in: sandbox)
        #expect(failed.status == 3)
        #expect(failed.error.contains("no collage of (photos): empty.jpg can't be shown: the file is empty"))
        #expect(!sandbox.exists("fail.png"))
    }
}
