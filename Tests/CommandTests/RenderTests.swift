// What comes out of folders, files and lists, and where it goes.

import Foundation
import Layout
import SamplePhotos
import Testing

@Suite struct RenderTests {
    let sandbox: Sandbox
    init() throws { sandbox = try Sandbox() }

    /// Runs with a report, and gives both.
    private func render(
        _ arguments: String..., environment: [String: String] = [:], input: [UInt8] = []
    ) throws -> (run: CommandRun, report: Report) {
        let run = try CommandRun(
            arguments + ["--report", "report.jsonl"], in: sandbox, environment: environment, input: input)
        return (run, try Report((try? sandbox.bytes("report.jsonl")) ?? []))
    }

    @Test func everyFolderWithPhotosMakesOneCollageNamedAfterIt() throws {
        for path in ["photos/a.jpg", "photos/2024/07/b.jpg", "photos/2024/07/c.jpg", "photos/empty/note.txt"]
        {
            path.hasSuffix("txt") ? try sandbox.file(path) : try sandbox.photo(path)
        }
        let (run, report) = try render("-o", "out", "photos")
        #expect(run.status == 0)
        #expect(sandbox.files(in: "out") == ["photos.jpg", "photos/2024/07.jpg"])
        #expect(Set(report.collages.map { $0.text("folder") }) == ["", "2024/07"])
        #expect(Set(report.tiles.map(\.source)) == ["a.jpg", "2024/07/b.jpg", "2024/07/c.jpg"])
        #expect(report.summary.number("built") == 2)
    }

    @Test func withoutATerminalNothingIsSaidOnSuccess() throws {
        try sandbox.photo("photos/a.jpg")
        let run = try CommandRun(["photos"], in: sandbox)
        #expect(run.status == 0)
        #expect(run.output.isEmpty)
        #expect(run.error == "")
        #expect(sandbox.exists("collages/photos.jpg"))
    }

    @Test func theCoordinatorDoesNotLinkLibvips() throws {
        // The names of the libraries that an executable needs stand in it as they are (elf(5), DT_NEEDED).
        func needsLibvips(_ name: String) throws -> Bool {
            let program = try Data(contentsOf: URL(fileURLWithPath: CommandRun.folder + "/" + name))
            return program.range(of: Data("libvips.so".utf8)) != nil
        }
        #expect(try needsLibvips("collage-worker"))
        #expect(try !needsLibvips("collage"))
    }

    @Test func theReportTellsWherePhotosAreAndTheyAreThere() throws {
        for index in 1...24 {
            try sandbox.photo("photos/\(index).jpg", TestPicture(PixelSize(width: 360, height: 480)))
        }
        let (run, report) = try render("-o", "sheet.png", "photos")
        #expect(run.status == 0)
        let collage = try #require(report.collages.first)
        // The example of the report's documentation: five columns of 320x240, gaps and margins of 8.
        #expect(collage.number("width") == 1648)
        #expect(collage.number("height") == 1248)
        let first = try #require(report.tiles.first).fields
        #expect(
            [first.number("x"), first.number("y"), first.number("width"), first.number("height")] == [
                78, 8, 180, 240,
            ])
        let picture = try sandbox.picture("sheet.png")
        #expect(picture.size == PixelSize(width: 1648, height: 1248))
        for tile in report.tiles.map(\.fields) {
            let rect = PixelRect(
                x: tile.number("x")!, y: tile.number("y")!, width: tile.number("width")!,
                height: tile.number("height")!)
            #expect(picture.showsTestPicture(in: rect))
        }
        #expect(picture.shows(.white, x: 4, y: 4))
    }

    @Test func aCollageThatIsTooLargeContinuesOnPages() throws {
        for index in 1...5 { try sandbox.photo("photos/\(index).jpg") }
        let (run, report) = try render("-o", "out", "--per-page", "2", "photos")
        #expect(run.status == 0)
        #expect(sandbox.files(in: "out") == ["photos-001.jpg", "photos-002.jpg", "photos-003.jpg"])
        // Pages are reported as they are finished.
        let pages = report.collages.sorted { $0.number("page")! < $1.number("page")! }
        #expect(pages.map { $0.number("page") } == [1, 2, 3])
        #expect(pages.allSatisfy { $0.number("pages") == 3 })
        let sources = pages.map { ($0["tiles"] as? [[String: Any]] ?? []).map { $0.text("source") } }
        #expect(sources == [["1.jpg", "2.jpg"], ["3.jpg", "4.jpg"], ["5.jpg"]])
    }

    @Test func moreThan200PhotosMakeTwoPages() throws {
        try sandbox.photo("one.jpg", TestPicture(PixelSize(width: 8, height: 8)))
        try sandbox.folder("photos")
        for index in 1...201 {
            try FileManager.default.linkItem(
                atPath: sandbox("one.jpg"), toPath: sandbox("photos/\(index).jpg"))
        }
        let (run, report) = try render("-o", "out", "--tile", "8x8", "photos")
        #expect(run.status == 0)
        #expect(Set(report.collages.map { ($0["tiles"] as? [Any])?.count }) == [200, 1])
    }

    @Test func filesMakeOneCollageInTheOrderGiven() throws {
        for name in ["c", "a", "b"] { try sandbox.photo("photos/\(name).jpg") }
        let (run, report) = try render("-o", "out", "photos/c.jpg", "photos/a.jpg", "photos/a.jpg")
        #expect(run.status == 0)
        #expect(sandbox.files(in: "out") == ["collage.jpg"])
        #expect(report.tiles.map(\.source) == ["photos/c.jpg", "photos/a.jpg", "photos/a.jpg"])
    }

    @Test func aListMayNameAnyFileAndMissingOnesAreFailedTiles() throws {
        try sandbox.photo("a\nb.dat")
        let (run, report) = try render(
            "-o", "out", "--files-from", "-", "--null", input: Array("a\nb.dat\0gone.jpg\0".utf8))
        #expect(run.status == 3)
        #expect(report.tiles.map(\.verdict) == ["ok", "failed"])
        #expect(report.tiles.map(\.reason) == [nil, "unreadable"])
        #expect(run.errorLines.count == 1)
        #expect(
            run.error.hasPrefix("collage: 1 photo is damaged or can't be shown, first (gone.jpg): unreadable")
        )
    }

    @Test func aListOfLinesWorksToo() throws {
        try sandbox.photo("a.jpg")
        try sandbox.file("list", Array("a.jpg\n\na.jpg\n".utf8))
        let (run, report) = try render("-o", "out", "--files-from", "list")
        #expect(run.status == 0)
        #expect(report.tiles.count == 2)
    }

    @Test(arguments: ["jpg", "png", "webp", "avif", "tif"])
    func theOutputsEndingSetsTheFormat(ending: String) throws {
        try sandbox.photo("photos/a.png", TestPicture(format: .png))
        let (run, _) = try render("-o", "deep/er/sheet.\(ending)", "--gap", "0", "--margin", "0", "photos")
        #expect(run.status == 0)
        let picture = try sandbox.picture("deep/er/sheet.\(ending)")
        #expect(picture.showsTestPicture(in: PixelRect(x: 112, y: 88, width: 96, height: 64)))
    }

    @Test func standardOutputGetsAWholePictureAndNothingElse() throws {
        try sandbox.photo("photos/a.jpg")
        let run = try CommandRun(["-o", "-", "--format", "png", "photos"], in: sandbox)
        #expect(run.status == 0)
        try sandbox.file("got.png", run.output)
        #expect(try sandbox.picture("got.png").size == PixelSize(width: 336, height: 256))
    }

    @Test func anyNumberOfWorkersGivesTheSameBytes() throws {
        for index in 1...9 {
            var picture = TestPicture(PixelSize(width: 400 + index * 37, height: 300))
            picture.orientation = .init(rawValue: index % 8 + 1)!
            try sandbox.photo("photos/\(index).jpg", picture)
        }
        let sheets = try [1, 2, 5].map { jobs in
            let (run, _) = try render("--jobs", "\(jobs)", "-o", "\(jobs).jpg", "photos")
            #expect(run.status == 0)
            return try sandbox.bytes("\(jobs).jpg")
        }
        #expect(sheets[0] == sheets[1])
        #expect(sheets[0] == sheets[2])
    }

    @Test func originalsStayAsTheyAre() throws {
        for name in ["a.jpg", "sub/b.jpg"] { try sandbox.photo("photos/" + name) }
        try sandbox.file("photos/broken.jpg", [0xFF, 0xD8])
        let before = try sandbox.files(in: "photos").map { try sandbox.bytes("photos/" + $0) }
        let modified = try sandbox.files(in: "photos").map {
            try FileManager.default.attributesOfItem(atPath: sandbox("photos/" + $0))[.modificationDate]
                as? Date
        }
        _ = try render("-o", "out", "photos")
        #expect(try sandbox.files(in: "photos").map { try sandbox.bytes("photos/" + $0) } == before)
        #expect(
            try sandbox.files(in: "photos").map {
                try FileManager.default.attributesOfItem(atPath: sandbox("photos/" + $0))[.modificationDate]
                    as? Date
            } == modified)
    }

    @Test func anExactCanvasIsExact() throws {
        for index in 1...7 {
            try sandbox.photo("photos/\(index).jpg", TestPicture(PixelSize(width: 500, height: 400)))
        }
        let (run, report) = try render("-o", "sheet.png", "--size", "1001x777", "--fit", "cover", "photos")
        #expect(run.status == 0)
        #expect(try sandbox.picture("sheet.png").size == PixelSize(width: 1001, height: 777))
        let rects = report.tiles.map(\.fields).map { tile in
            PixelRect(
                x: tile.number("x")!, y: tile.number("y")!, width: tile.number("width")!,
                height: tile.number("height")!)
        }
        // The last column ends at the margin, to the pixel.
        #expect(rects.map(\.maxX).max() == 1001 - 8)
        #expect(rects.map(\.maxY).max() == 777 - 8)
    }

    @Test func neueCoversItsCellsAndTakesSixPhotosAPage() throws {
        for index in 1...7 {
            try sandbox.photo("photos/\(index).jpg", TestPicture(PixelSize(width: 640, height: 640)))
        }
        let (run, report) = try render("-o", "out", "--layout", "neue", "photos")
        #expect(run.status == 0)
        let pages = report.collages.sorted { $0.number("page")! < $1.number("page")! }
        #expect(pages.map { ($0["tiles"] as? [Any])?.count } == [6, 1])
        #expect(
            report.tiles.allSatisfy { $0.fields.number("width") == 320 && $0.fields.number("height") == 240 })
        #expect(pages[0].number("width") == 3 * 320 + 4 * 8)
        #expect(pages[0].number("height") == 2 * 240 + 3 * 8)
    }

    @Test func theGroundHasTheColourThatIsAskedFor() throws {
        try sandbox.photo("photos/a.jpg")
        _ = try render("-o", "sheet.png", "--background", "rebeccapurple", "photos")
        #expect(
            try sandbox.picture("sheet.png").colour(x: 2, y: 2)
                == RGBColour(red: 0x66, green: 0x33, blue: 0x99))
    }

    @Test func smallPhotosAreBlownUpOnlyWhenAskedFor() throws {
        try sandbox.photo("photos/a.jpg", TestPicture(PixelSize(width: 32, height: 24)))
        let (_, kept) = try render("-o", "a.png", "photos")
        #expect(kept.tiles.first?.fields.number("width") == 32)
        let (_, blownUp) = try render("-o", "b.png", "--upscale", "photos")
        #expect(blownUp.tiles.first?.fields.number("width") == 320)
    }

    @Test func newFilesFollowTheUmaskAndReplacedOnesKeepTheirMode() throws {
        try sandbox.photo("photos/a.jpg")
        _ = try CommandRun(
            ["-o", "out/a.jpg", "photos"], in: sandbox, prefix: ["sh", "-c", "umask 027; exec \"$@\"", "sh"])
        func mode() throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: sandbox("out/a.jpg"))[.posixPermissions] as? Int
        }
        #expect(try mode() == 0o640)
        chmod(sandbox("out/a.jpg"), 0o604)
        _ = try render("-o", "out/a.jpg", "photos")
        #expect(try mode() == 0o604)
    }

    @Test func aDryRunWritesNothing() throws {
        try sandbox.photo("photos/a.jpg")
        let run = try CommandRun(["--dry-run", "-o", "out", "photos"], in: sandbox)
        #expect(run.status == 0)
        #expect(String(decoding: run.output, as: UTF8.self) == "out/photos.jpg: 1 photo\n")
        #expect(run.error == "")
        #expect(!sandbox.exists("out"))
    }

    @Test func aDryRunTellsOfPhotosThatWouldBeLeftOut() throws {
        try sandbox.photo("photos/a.jpg")
        try sandbox.file("photos/broken.jpg", Array("no photo".utf8))
        let run = try CommandRun(
            ["--dry-run", "--on-error", "skip", "--report", "-", "-o", "out", "photos"], in: sandbox)
        #expect(run.status == 3)
        // The report alone is on standard output.
        let report = try Report(run.output)
        #expect(report.collages.map { $0.text("status") } == ["planned"])
        #expect(report.tiles.map(\.source) == ["broken.jpg"])
    }

    @Test func lessMemoryMeansFewerWorkersAndTheRunLineSaysSo() throws {
        try sandbox.photo("photos/a.jpg")
        let (run, report) = try render("-o", "out", "--jobs", "8", "--memory", "450M", "photos")
        #expect(run.status == 0)
        #expect(report.lines.first?.number("jobs") == 2)
        #expect(report.lines.first?.number("jobsWanted") == 8)
    }

    @Test func oneCollageOfAllHoldsThePhotosOfEveryFolder() throws {
        for path in ["photos/a.jpg", "photos/sub/b.jpg"] { try sandbox.photo(path) }
        let (run, report) = try render("-o", "out", "--group", "all", "photos")
        #expect(run.status == 0)
        #expect(sandbox.files(in: "out") == ["photos.jpg"])
        #expect(report.tiles.map(\.source) == ["a.jpg", "sub/b.jpg"])
    }

    @Test func outputsCarryNothingOfTheirPhotosMetadata() throws {
        var picture = TestPicture()
        picture.encoding.exif = .init(dateTimeOriginal: "2024:07:13 10:11:12")
        try sandbox.photo("photos/a.jpg", picture)
        for ending in ["jpg", "png", "webp", "tif"] {
            _ = try render("-o", "sheet.\(ending)", "photos")
            let text = String(decoding: try sandbox.bytes("sheet.\(ending)"), as: UTF8.self)
            #expect(!text.contains("2024:07:13"))
        }
    }
}
