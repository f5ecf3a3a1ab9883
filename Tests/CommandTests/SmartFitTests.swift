// `--fit smart`: what catches the eye is what shows, and the report says where it was.

import Foundation
import Layout
import SamplePhotos
import Testing
import Vips

@Suite struct SmartFitTests {
    let sandbox: Sandbox
    init() throws { sandbox = try Sandbox() }

    /// Its patch is at the right end, or with a quarter turn at the lower one.
    private func wide(orientation: Int = 1, scale: Int = 1) throws -> TestPicture {
        var picture = TestPicture(PixelSize(width: 1200 * scale, height: 400 * scale))
        picture.patch = PixelRect(x: 1000 * scale, y: 220 * scale, width: 128 * scale, height: 128 * scale)
        picture.orientation = try #require(Orientation(rawValue: orientation))
        return picture
    }

    private func render(
        _ arguments: String..., fault: String = ""
    ) throws -> (run: CommandRun, tiles: [[String: Any]]) {
        let run = try CommandRun(
            ["-o", "sheet.png", "--report", "r"] + arguments + ["photos"], in: sandbox,
            environment: fault.isEmpty ? [:] : ["COLLAGE_FAULT": fault])
        return (run, try Report(sandbox.bytes("r")).tiles.map(\.fields))
    }

    private func rect(_ fields: [String: Any]) throws -> PixelRect {
        PixelRect(
            x: try #require(fields.number("x")), y: try #require(fields.number("y")),
            width: try #require(fields.number("width")), height: try #require(fields.number("height")))
    }

    private func crop(_ tile: [String: Any]) throws -> PixelRect {
        try rect(try #require(tile["crop"] as? [String: Any]))
    }

    /// Whether the picture shows the patch where the report's numbers put it, and the ground around it.
    private func shows(_ patch: PixelRect, in tile: [String: Any], of picture: Picture) throws -> Bool {
        let (rect, crop) = (try rect(tile), try crop(tile))
        func place(_ x: Int, _ y: Int) -> (x: Int, y: Int) {
            (
                rect.x + (x - crop.x) * rect.width / crop.width,
                rect.y + (y - crop.y) * rect.height / crop.height
            )
        }
        let edge = 6 * crop.width / rect.width
        let inside = [patch.x + edge, patch.maxX - edge].map { place($0, patch.y + patch.height / 2) }
        let outside = [patch.x - edge, patch.maxX + edge].map { place($0, patch.y + patch.height / 2) }
        // Red and yellow have little blue, the ground has as much of it as of the others.
        return inside.allSatisfy { picture.colour(x: $0.x, y: $0.y).blue < 100 }
            && outside.allSatisfy { picture.shows(TestPicture.ground, x: $0.x, y: $0.y) }
    }

    @Test(arguments: [1, 3, 6, 8])
    func whatCatchesTheEyeShowsAndTheReportTellsWhichPartItIs(orientation: Int) throws {
        let picture = try wide(orientation: orientation)
        try sandbox.photo("photos/a.jpg", picture)
        let patch = try #require(picture.patch)
        let (run, tiles) = try render("--fit", "smart", "--tile", "200x200")
        #expect(run.status == 0)
        let tile = try #require(tiles.first)
        #expect(try rect(tile) == PixelRect(x: 8, y: 8, width: 200, height: 200))
        #expect(try crop(tile).contains(patch))
        #expect(try crop(tile).size == PixelSize(width: 400, height: 400))
        #expect(try shows(patch, in: tile, of: try sandbox.picture("sheet.png")))

        let (_, middle) = try render("--fit", "cover", "--tile", "200x200")
        #expect(try !crop(try #require(middle.first)).overlaps(patch))
    }

    /// A large cell, and a small photo that is blown up: the tile is painted after its overview.
    @Test(arguments: [(4, "900x900", []), (1, "500x500", ["--upscale"])])
    func tilesThatAreNotCutOutOfTheirOverviewShowTheSame(
        scale: Int, tile size: String, options: [String]
    ) throws {
        let picture = try wide(orientation: 6, scale: scale)
        try sandbox.photo("photos/a.jpg", picture)
        let patch = try #require(picture.patch)
        let run = try CommandRun(
            ["-o", "sheet.png", "--report", "r", "--fit", "smart", "--tile", size] + options + ["photos"],
            in: sandbox)
        #expect(run.status == 0)
        let tile = try #require(try Report(sandbox.bytes("r")).tiles.first?.fields)
        #expect(try crop(tile).contains(patch))
        #expect(try shows(patch, in: tile, of: try sandbox.picture("sheet.png")))
    }

    @Test func smallPhotosKeepTheirSize() throws {
        try sandbox.photo("photos/a.jpg", try wide())
        let (_, tiles) = try render("--fit", "smart", "--tile", "500x500")
        let tile = try #require(tiles.first)
        #expect(try rect(tile) == PixelRect(x: 8, y: 58, width: 500, height: 400))
        #expect(try crop(tile).size == PixelSize(width: 500, height: 400))
    }

    @Test func aPhotoThatNearlyFitsIsAsItIsWithCover() throws {
        try sandbox.photo("photos/a.jpg", TestPicture(PixelSize(width: 800, height: 600)))
        try sandbox.photo("photos/b.jpg", TestPicture(PixelSize(width: 800, height: 590)))
        _ = try render("--fit", "smart")
        let smart = try sandbox.bytes("sheet.png")
        _ = try render("--fit", "cover")
        #expect(try sandbox.bytes("sheet.png") == smart)
    }

    @Test func theNumberOfWorkersDoesNotShow() throws {
        for index in 0..<12 {
            var picture = try wide(orientation: index % 8 + 1)
            picture.patch?.x = index * 80
            try sandbox.photo("photos/\(index).jpg", picture)
        }
        let sheets = try ["1", "3"].map { jobs in
            #expect(
                try render("--fit", "smart", "--tile", "120x90", "--upscale", "--jobs", jobs).run.status == 0)
            return try sandbox.bytes("sheet.png")
        }
        #expect(sheets[0] == sheets[1])
    }

    @Test(arguments: ["200x200", "900x900"])
    func damageIsToldAsWithOtherFits(size: String) throws {
        var picture = try wide(scale: 4)
        picture.kept = 0.9
        try sandbox.photo("photos/a.jpg", picture)
        try sandbox.file("photos/b.jpg", Array(try TestPicture().bytes().prefix(100)))
        let verdicts = try ["contain", "cover", "smart"].map { fit in
            try render("--fit", fit, "--tile", size).tiles.map {
                [$0.text("verdict"), $0.text("reason"), $0.text("message")]
            }
        }
        #expect(verdicts[0].map { $0[0] } == ["damaged", "failed"])
        #expect(verdicts[1] == verdicts[0] && verdicts[2] == verdicts[0])
    }

    @Test(arguments: ["200x200", "900x900"])
    func aWorkerThatDiesInTheMiddleOfATileCostsNothing(size: String) throws {
        try sandbox.photo("photos/a.jpg", try wide(scale: 4))
        _ = try render("--fit", "smart", "--tile", size)
        let calm = try sandbox.bytes("sheet.png")
        #expect(try render("--force", "--fit", "smart", "--tile", size, fault: "kill@tile:0").run.status == 0)
        #expect(try sandbox.bytes("sheet.png") == calm)
        let (run, tiles) = try render("--force", "--fit", "smart", "--tile", size, fault: "kill@tile:0*")
        #expect(run.status == 3)
        #expect(tiles.first?.text("reason") == "crashed")
    }
}
