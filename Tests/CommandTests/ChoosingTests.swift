// Which photos are chosen, in which order, and what is said of the others.

import Foundation
import SamplePhotos
import Testing
import Vips

@Suite struct ChoosingTests {
    let sandbox: Sandbox
    init() throws { sandbox = try Sandbox() }

    private func report(_ arguments: String...) throws -> Report {
        let run = try CommandRun(["-o", "out", "--report", "report.jsonl"] + arguments, in: sandbox)
        #expect(run.status == 0)
        return try Report(sandbox.bytes("report.jsonl"))
    }

    @Test func litterIsPassedOverAndSaidToBe() throws {
        for name in [
            "a.jpg", ".hidden.jpg", "._a.jpg", "@eaDir/a.jpg", "lost+found/a.jpg", "off/a.jpg",
            "off/sub/a.jpg",
        ] {
            try sandbox.photo("photos/" + name)
        }
        try sandbox.file("photos/Thumbs.db")
        try sandbox.file("photos/off/.nomedia")
        let report = try report("photos")
        #expect(report.tiles.map(\.source) == ["a.jpg"])
        #expect(
            report.skipped == [
                ".hidden.jpg": "hidden", "._a.jpg": "hidden", "@eaDir": "hidden", "lost+found": "hidden",
                "Thumbs.db": "not-a-photo-name",
            ])
    }

    @Test func rawFilesAreRepresentedByTheirRenderedSiblings() throws {
        for name in ["a.jpg", "a.NEF", "b.cr2", "c.dng"] { try sandbox.photo("photos/" + name) }
        let report = try report("photos")
        #expect(report.tiles.map(\.source) == ["a.jpg"])
        #expect(report.skipped == ["a.NEF": "paired", "b.cr2": "raw", "c.dng": "raw"])
    }

    @Test func whatIsNoFileIsNoPhoto() throws {
        try sandbox.photo("photos/a.jpg")
        mkfifo(sandbox("photos/fifo.jpg"), 0o644)
        try sandbox.photo("photos/folder.jpg/b.jpg")
        let socketPath = sandbox("photos/s.jpg")
        let socket = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) {
            $0.copyBytes(from: Array(socketPath.utf8).prefix($0.count - 1))
        }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        #expect(bound == 0)
        let report = try report("photos")
        #expect(Set(report.tiles.map(\.source)) == ["a.jpg", "folder.jpg/b.jpg"])
        #expect(report.skipped == ["fifo.jpg": "not-a-file", "s.jpg": "not-a-file"])
    }

    @Test func linksToFilesAreFollowedAndLinksToFoldersOnlyWhenAskedFor() throws {
        try sandbox.photo("elsewhere/a.jpg")
        try sandbox.photo("photos/own.jpg")
        for (name, target) in [
            ("link.jpg", "../elsewhere/a.jpg"), ("folder", "../elsewhere"), ("loop", "../photos"),
        ] {
            try FileManager.default.createSymbolicLink(
                atPath: sandbox("photos/" + name), withDestinationPath: target)
        }
        let kept = try report("photos")
        #expect(kept.tiles.map(\.source) == ["link.jpg", "own.jpg"])
        #expect(kept.skipped == ["folder": "not-a-file", "loop": "not-a-file"])
        let followed = try report("--follow-symlinks", "--force", "photos")
        #expect(Set(followed.tiles.map(\.source)) == ["link.jpg", "own.jpg", "folder/a.jpg"])
        #expect(followed.skipped == ["loop": "loop"])
    }

    @Test func theOutputIsNeverScanned() throws {
        try sandbox.photo("photos/a.jpg")
        for _ in 1...2 {
            let run = try CommandRun(
                ["-o", "photos/sheets", "--force", "--report", "r", "photos"], in: sandbox)
            #expect(run.status == 0)
            #expect(try Report(sandbox.bytes("r")).tiles.map(\.source) == ["a.jpg"])
        }
    }

    @Test(arguments: ["jpg", "png", "webp", "avif", "tif"])
    func anOutputAmongThePhotosIsKnownAgainAndReplaced(ending: String) throws {
        try sandbox.photo("photos/a.jpg")
        for _ in 1...2 {
            let run = try CommandRun(
                ["-o", "photos/all.\(ending)", "--force", "--report", "r", "photos"], in: sandbox)
            #expect(run.status == 0, "\(run.error)")
            #expect(try Report(sandbox.bytes("r")).tiles.map(\.source) == ["a.jpg"])
        }
    }

    @Test func namesOfEveryKindAreNamesAndNothingElse() throws {
        let names = [
            "-dash.jpg", " lead.jpg", "trail .jpg", "a[1].jpg", "%d %s.jpg", "q'uote\"s.jpg", "<b>&amp.jpg",
            "é.jpg",
            "e\u{301}.jpg", "月🔌.jpg", "new\nline.jpg", "tab\t.jpg", "a:b@c.jpg", "UPPER.JPG",
        ]
        for name in names { try sandbox.photo("photos/" + name) }
        let report = try report("photos")
        #expect(Set(report.tiles.map { Array($0.source.utf8) }) == Set(names.map { Array($0.utf8) }))
        #expect(report.tiles.allSatisfy { $0.verdict == "ok" })
    }

    @Test func aNameThatIsNotUTF8IsReportedWithItsBytes() throws {
        try sandbox.photo("photos/a.jpg")
        let name: [UInt8] = Array(sandbox("photos/").utf8) + [0xE9] + Array(".jpg".utf8) + [0]
        let source = sandbox("photos/a.jpg")
        let renamed = name.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { rename(source, $0.baseAddress!) }
        }
        #expect(renamed == 0)
        let tile = try #require(try report("photos").tiles.first)
        #expect(tile.verdict == "ok")
        #expect(tile.source == "\u{FFFD}.jpg")
        #expect(tile.fields.text("sourceBytes") == Data([0xE9] + Array(".jpg".utf8)).base64EncodedString())
    }

    @Test func photosAreSortedByDateWhereItStands() throws {
        func dated(_ name: String, _ date: String?, _ fraction: String? = nil, _ offset: String? = nil) throws
        {
            var picture = TestPicture()
            if let date {
                picture.encoding.exif = ExifFields(
                    dateTimeOriginal: date, subSecTimeOriginal: fraction, offsetTimeOriginal: offset)
            }
            try sandbox.photo("photos/" + name, picture)
            utimes(
                sandbox("photos/" + name), [timeval(tv_sec: 0, tv_usec: 0), timeval(tv_sec: 0, tv_usec: 0)])
        }
        try dated("e.jpg", "2024:07:13 10:00:00", "25")
        try dated("d.jpg", "2024:07:13 10:00:00", "7")
        try dated("c.jpg", "2024:07:13 11:30:00", nil, "+02:00")
        try dated("IMG_20240713_093100.jpg", nil)
        try dated("a.jpg", nil)
        let report = try report("--sort", "date", "photos")
        #expect(
            report.tiles.map(\.source) == ["a.jpg", "c.jpg", "IMG_20240713_093100.jpg", "e.jpg", "d.jpg"])
    }

    @Test func aFewAreChosenAndTheOthersNamed() throws {
        for index in 1...10 { try sandbox.photo("photos/p\(index).jpg") }
        #expect(try report("--limit", "3", "photos").tiles.map(\.source) == ["p1.jpg", "p2.jpg", "p3.jpg"])
        let sampled = try report("--sample", "3", "--reverse", "photos")
        #expect(sampled.tiles.map(\.source) == ["p10.jpg", "p7.jpg", "p4.jpg"])
        #expect(sampled.skipped.count == 7)
        #expect(sampled.skipped["p1.jpg"] == "not-chosen")
        let random = try report("--sort", "random", "--seed", "7", "photos").tiles.map(\.source)
        #expect(random != (1...10).map { "p\($0).jpg" })
        #expect(
            try report("--force", "--sort", "random", "--seed", "7", "photos").tiles.map(\.source) == random)
    }

    @Test func excludedAreLeftOut() throws {
        for path in ["a.jpg", "b.jpg", "private/c.jpg", "x/private.jpg"] {
            try sandbox.photo("photos/" + path)
        }
        let report = try report("--exclude", "private/", "--exclude", "b.*", "photos")
        #expect(Set(report.tiles.map(\.source)) == ["a.jpg", "x/private.jpg"])
        #expect(report.skipped == ["b.jpg": "excluded", "private": "excluded"])
    }

    @Test func severalRootsOnOneCollageAreSortedAsOne() throws {
        for path in ["one/b.jpg", "two/a.jpg"] { try sandbox.photo(path) }
        let report = try report("--group", "all", "two", "one")
        #expect(report.tiles.map(\.source) == ["one/b.jpg", "two/a.jpg"])
    }

    @Test func theOutputIsNotScannedThroughALinkEither() throws {
        try sandbox.photo("photos/a.jpg")
        try sandbox.folder("out")
        try FileManager.default.createSymbolicLink(
            atPath: sandbox("photos/link"), withDestinationPath: "../out")
        for _ in 1...2 {
            let report = try report("--follow-symlinks", "--force", "photos")
            #expect(report.tiles.map(\.source) == ["a.jpg"])
        }
    }

    @Test func oddTimesOfChangeAreTimes() throws {
        for name in ["a", "b"] { try sandbox.photo("photos/\(name).jpg") }
        utimes(
            sandbox("photos/a.jpg"),
            [timeval(tv_sec: 13_569_465_600, tv_usec: 0), timeval(tv_sec: 13_569_465_600, tv_usec: 0)])
        #expect(try report("--sort", "mtime", "photos").tiles.map(\.source) == ["b.jpg", "a.jpg"])
    }

    @Test func filesThatAreNamedHaveTimesToo() throws {
        for (name, seconds) in [("a", 3), ("b", 1), ("c", 2)] {
            try sandbox.photo("\(name).jpg")
            utimes(
                sandbox("\(name).jpg"),
                [timeval(tv_sec: seconds, tv_usec: 0), timeval(tv_sec: seconds, tv_usec: 0)])
        }
        for key in ["mtime", "date"] {
            let report = try report("--force", "--sort", key, "a.jpg", "b.jpg", "c.jpg")
            #expect(report.tiles.map(\.source) == ["b.jpg", "c.jpg", "a.jpg"])
        }
    }

    @Test func subfoldersStayOutWhenAskedFor() throws {
        for path in ["a.jpg", "sub/b.jpg"] { try sandbox.photo("photos/" + path) }
        #expect(try report("--no-recursive", "photos").tiles.map(\.source) == ["a.jpg"])
    }
}
