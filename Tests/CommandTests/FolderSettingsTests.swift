// A folder's own `.collage.json` with the real command.

import Foundation
import SamplePhotos
import Testing
import Vips

@Suite struct FolderSettingsTests {
    private let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        for name in ["a/1", "a/2", "a/3", "b/1", "b/2"] { try sandbox.photo("photos/\(name).jpg") }
    }

    private func settings(_ text: String, of folder: String) throws {
        try sandbox.file("photos/\(folder)/.collage.json", Array(text.utf8))
    }

    /// Runs, expects a status, and gives the report's collages by folder.
    private func collages(_ status: Int32 = 0, _ arguments: [String] = []) throws -> [String: [String: Any]] {
        let run = try CommandRun(["-o", "out", "--report", "r"] + arguments + ["photos"], in: sandbox)
        #expect(run.status == status, "\(run.error)")
        return try Report(sandbox.bytes("r")).collages.reduce(into: [:]) { $0[$1.text("folder") ?? ""] = $1 }
    }

    private func sources(_ collage: [String: Any]?) -> [String] {
        (collage?["tiles"] as? [[String: Any]] ?? []).map { $0.text("source") ?? "" }
    }

    @Test func theyApplyToTheFoldersCollageAlone() throws {
        try settings("{title: 'Summer', layout: 'neue', exclude: ['2.jpg'], limit: 1, /* so */}", of: "a")
        let collages = try collages()
        #expect(collages["a"]?.text("title") == "Summer")
        #expect(sources(collages["a"]) == ["a/1.jpg"])
        #expect(collages["b"]?.text("title") == nil)
        #expect(sources(collages["b"]) == ["b/1.jpg", "b/2.jpg"])
        let skipped = try Report(sandbox.bytes("r")).skipped
        #expect(skipped == ["a/2.jpg": "excluded", "a/3.jpg": "not-chosen"])
    }

    /// The test picture is wider than the cells: `cover` crops it, `contain` does not.
    @Test func theLayoutBringsItsOwnFit() throws {
        try settings("{layout: 'neue'}", of: "a")
        let options = ["--tile", "20x60"]
        func crops(_ collage: [String: Any]?) -> Bool {
            (collage?["tiles"] as? [[String: Any]] ?? []).allSatisfy { tile in
                (tile["crop"] as? [String: Any])?.number("width") != tile.number("sourceWidth")
            }
        }
        let own = try collages(0, options)
        #expect(crops(own["a"]))
        #expect(!crops(own["b"]))
        #expect(try !crops(collages(0, options + ["--fit", "contain"])["a"]))
    }

    @Test func theCommandLineGoesOverThemAndTheyGoOverTheConfiguration() throws {
        try settings("{layout: 'neue', limit: 1, sort: 'none', title: 'T'}", of: "a")
        try sandbox.file("c.json", Array("{\"limit\": 2, \"layout\": \"grid\", \"columns\": 1}".utf8))
        let own = try collages(0, ["--config", "c.json"])
        #expect(sources(own["a"]).count == 1)
        #expect(sources(own["b"]).count == 2)
        let flags = try collages(0, ["--config", "c.json", "--limit", "3", "--columns", "3"])
        #expect(sources(flags["a"]).count == 3)
        #expect(flags["a"]?.text("title") == "T")
        // Three cells of a grid in a row, with 8 pixels between and beside them.
        #expect(flags["a"]?.number("width") == 3 * 320 + 4 * 8)
    }

    @Test func theirPatternsAddToTheOthersAndReachNoDeeper() throws {
        try sandbox.photo("photos/a/in/1.jpg")
        try sandbox.photo("photos/a/out/1.jpg")
        try settings("{exclude: ['out/', '!2.jpg', '/1.jpg', 'in/1.jpg']}", of: "a")
        let collages = try collages(0, ["--exclude", "2.jpg"])
        #expect(sources(collages["a"]) == ["a/3.jpg"])
        #expect(sources(collages["a/in"]) == ["a/in/1.jpg"])
        #expect(collages["a/out"] == nil)
    }

    @Test func sortingByDateReadsTheHeadersOfThatFolder() throws {
        // Names sort the other way round.
        func taken(_ day: Int) -> TestPicture {
            var picture = TestPicture()
            picture.encoding.exif = ExifFields(dateTimeOriginal: "2024:01:0\(day) 00:00:00")
            return picture
        }
        for folder in ["a", "b"] {
            try sandbox.photo("photos/\(folder)/1.jpg", taken(3))
            try sandbox.photo("photos/\(folder)/2.jpg", taken(2))
        }
        try sandbox.photo("photos/a/3.jpg", taken(1))
        try settings("{sort: 'date'}", of: "a")
        let collages = try collages()
        #expect(sources(collages["a"]) == ["a/3.jpg", "a/2.jpg", "a/1.jpg"])
        #expect(sources(collages["b"]) == ["b/1.jpg", "b/2.jpg"])
    }

    @Test func thoseOfTheRootApplyToACollageOfAll() throws {
        try settings("{title: 'All', limit: 4}", of: ".")
        try settings("{title: 'A', limit: 1, exclude: ['1.jpg']}", of: "a")
        let all = try collages(0, ["--group", "all"])
        #expect(all.count == 1)
        #expect(all[""]?.text("title") == "All")
        #expect(sources(all[""]) == ["a/2.jpg", "a/3.jpg", "b/1.jpg", "b/2.jpg"])
    }

    @Test(arguments: [
        ("{titel: 'x'}", "unknown key \"titel\"; did you mean \"title\"?"),
        (#"{"\u001b[1mtitel": 'x'}"#, "unknown key \"?[1mtitel\""),
        ("{limit: 0}", "\"limit\": “0” is not a whole number of at least 1"),
        ("{layout: 'gird'}", "\"layout\": “gird” is none of grid, neue; did you mean grid?"),
        ("{title: ['x']}", "\"title\": a list is not a text or a number"),
        ("{", "line 1: the “{” is not closed"),
    ])
    func brokenOnesFailTheirCollageAndNoOther(_ text: String, _ message: String) throws {
        try settings(text, of: "a")
        let collages = try collages(3)
        #expect(collages["a"]?.text("status") == "failed")
        #expect(collages["a"]?.text("reason") == "bad-settings")
        let told = collages["a"]?.text("message") ?? ""
        #expect(told.hasPrefix("photos/a/.collage.json: ") && told.contains(message), "\(told)")
        #expect(collages["b"]?.text("status") == "built")
        #expect(sandbox.files(in: "out") == ["photos/b.jpg"])
        try sandbox.expectOneLine(
            3, "no collage of (photos/a): photos/a/.collage.json", ["-o", "out", "photos"])
    }

    @Test func brokenOnesFailACollageOfAll() throws {
        try settings("{exclude: 1, what: 2}", of: "a")
        #expect(try collages(3, ["--group", "all"])[""]?.text("reason") == "bad-settings")
    }

    @Test func brokenOnesAreToldWhereNoPhotoIs() throws {
        try settings("{titel: 'x'}", of: ".")
        let collages = try collages(3)
        #expect(collages[""]?.text("reason") == "bad-settings")
        #expect(collages["a"]?.text("status") == "built")
    }

    @Test func whatIsNoSmallRegularFileIsRefusedWithoutWaiting() throws {
        mkfifo(sandbox("photos/a/.collage.json"), 0o644)
        try settings(String(repeating: " ", count: 64 << 10) + "{}", of: "b")
        let collages = try collages(3)
        for folder in ["a", "b"] {
            #expect(collages[folder]?.text("message")?.contains("no regular file of at most 64 KB") == true)
        }
    }
}
