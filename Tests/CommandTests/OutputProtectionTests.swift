// No output ever takes the place of an original, whatever way leads to it.

import Foundation
import SamplePhotos
import Testing

@Suite struct OutputProtectionTests {
    let sandbox: Sandbox
    init() throws { sandbox = try Sandbox() }

    @Test func collagesNeverTakeAPhotosPlace() throws {
        for path in ["photos/a.jpg", "photos/IMG-001.jpg", "photos/IMG-002.jpg", "photos/collage.jpg"] {
            try sandbox.photo(path)
        }
        let originals = try sandbox.files(in: "photos").map { try sandbox.bytes("photos/" + $0) }
        try sandbox.expectOneLine(2, "is the folder of photos itself", ["-o", "photos", "photos"])
        try sandbox.expectOneLine(2, "would put collages among the photos", ["-o", ".", "photos"])
        try sandbox.expectOneLine(2, "not a collage", ["-o", "photos/a.jpg", "photos"])
        try sandbox.expectOneLine(2, "not a collage", ["-o", "photos/a.jpg", "photos/a.jpg"])
        // A value forgotten: the first of the files becomes the output.
        try sandbox.expectOneLine(2, "not a collage", ["-o", "photos/a.jpg", "photos/IMG-001.jpg"])
        let taken = "is there already, and is not a collage"
        try sandbox.expectOneLine(3, taken, ["-o", "photos", "photos/a.jpg", "photos/collage.jpg"])
        let paged = try CommandRun(["--per-page", "1", "-o", "photos/IMG.jpg", "photos"], in: sandbox)
        #expect(paged.status == 3)
        #expect(paged.errorLines.count == 2)
        #expect(paged.errorLines.allSatisfy { $0.contains(taken) })
        for name in sandbox.files(in: "photos") where name.hasPrefix("IMG-003") || name.hasPrefix("IMG-004") {
            try FileManager.default.removeItem(atPath: sandbox("photos/" + name))
        }
        #expect(try sandbox.files(in: "photos").map { try sandbox.bytes("photos/" + $0) } == originals)
    }

    @Test func anOutputFolderThatIsALinkToThePhotosIsRefused() throws {
        try sandbox.photo("photos/2024/a.jpg")
        try sandbox.photo("photos/2024.jpg")
        let original = try sandbox.bytes("photos/2024.jpg")
        try sandbox.folder("out")
        try FileManager.default.createSymbolicLink(
            atPath: sandbox("out/photos"), withDestinationPath: "../photos")
        try sandbox.expectOneLine(2, "would put collages among the photos", ["-o", "out", "photos"])
        #expect(try sandbox.bytes("photos/2024.jpg") == original)
    }

    @Test func aPhotoBehindALinkIsNotReplacedEither() throws {
        try sandbox.photo("store/x.jpg")
        try sandbox.photo("far/sub/y.jpg")
        let originals = try [sandbox.bytes("store/x.jpg"), sandbox.bytes("far/sub/y.jpg")]
        try sandbox.folder("photos")
        for (name, target) in [("a.jpg", "../store/x.jpg"), ("far", "../far")] {
            try FileManager.default.createSymbolicLink(
                atPath: sandbox("photos/" + name), withDestinationPath: target)
        }
        let taken = "is there already, and is not a collage"
        try sandbox.expectOneLine(3, taken, ["-o", "store/x.jpg", "photos"])
        try sandbox.expectOneLine(3, taken, ["-o", "store/x.jpg", "photos/a.jpg"])
        try sandbox.expectOneLine(
            3, taken, ["--follow-symlinks", "--group", "all", "-o", "far/sub/y.jpg", "photos"])
        #expect(try [sandbox.bytes("store/x.jpg"), sandbox.bytes("far/sub/y.jpg")] == originals)
    }

    @Test func aReportTakesOnlyAReportsPlace() throws {
        try sandbox.photo("photos/a.jpg")
        try sandbox.file("package.json", Array("{\"name\": \"mine\"}".utf8))
        try sandbox.expectOneLine(2, "and not a report", ["--report", "package.json", "photos"])
        let original = try sandbox.bytes("photos/a.jpg")
        try sandbox.expectOneLine(2, "and not a report", ["--report", "photos/a.jpg", "photos"])
        #expect(try sandbox.bytes("photos/a.jpg") == original)
        try sandbox.expectOneLine(2, "are one file", ["--report", "out.jpg", "-o", "out.jpg", "photos"])
        for _ in 1...2 {
            #expect(try CommandRun(["--report", "r", "-o", "out", "photos"], in: sandbox).status == 0)
        }
    }
}
