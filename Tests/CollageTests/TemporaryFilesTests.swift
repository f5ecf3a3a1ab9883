// Temporary outputs: published whole, removed when unwanted, and only when nobody writes them any more.

import Glibc
import Testing
import Wire

@testable import Collage

@Suite struct TemporaryFilesTests {
    let folder = TemporaryFolder()
    private let files = TemporaryFiles(runID: "run", protected: ProtectedPlaces(inputs: []))

    private func make(_ name: RawPath, _ number: Int = 1) throws -> TemporaryFile {
        try #require(try files.make(for: folder.path.appending(name), number: number))
    }

    @Test func aPublishedFileHasItsNameAndNoOther() throws {
        let file = try make("sheet.jpg")
        #expect(folder.names == [".collage-run-1.tmp"])
        try files.publish(file, as: folder.path.appending("sheet.jpg"))
        files.discardAll()
        #expect(folder.names == ["sheet.jpg"])
    }

    @Test func discardedFilesGo() throws {
        files.discard(try make("a.jpg", 1))
        _ = try make("b.jpg", 2)
        files.discardAll()
        #expect(folder.names.isEmpty)
    }

    @Test func nothingIsMadeOnceAllWereDiscarded() throws {
        files.discardAll()
        #expect(try files.make(for: folder.path.appending("a.jpg"), number: 1) == nil)
        #expect(folder.names.isEmpty)
    }

    @Test func aFolderThatWasRemovedMeanwhileIsMadeAgain() throws {
        let output: RawPath = "sheets/a.jpg"
        files.discard(try make(output, 1))
        _ = folder.path.appending("sheets").withCString { rmdir($0) }
        try files.publish(try make(output, 2), as: folder.path.appending(output))
        #expect(folder.names == ["sheets"])
    }

    @Test func theDeadAreRemovedAndTheLivingStay() throws {
        _ = folder.make(".collage-dead-7.tmp")
        _ = folder.make(".collage-other.txt")
        let living = TemporaryFiles(runID: "living", protected: ProtectedPlaces(inputs: []))
        let theirs = try #require(try living.make(for: folder.path.appending("x.jpg"), number: 1))
        let file = try make("y.jpg")
        #expect(folder.names == [".collage-living-1.tmp", ".collage-run-1.tmp", ".collage-other.txt"])
        withExtendedLifetime((theirs, file)) {}
    }

    @Test func aNameThatIsTakenByAFolderIsAnError() throws {
        let file = try make("a.jpg")
        let error = #expect(throws: SystemError.self) { try files.publish(file, as: folder.path) }
        #expect(error.map { [EISDIR, ENOTEMPTY, EBUSY, EINVAL, EEXIST].contains($0.code) } == true)
        #expect(throws: SystemError("mkdir", code: ENOTDIR)) {
            try files.make(for: folder.make("file").appending("x/y.jpg"), number: 2)
        }
        files.discardAll()
    }

    @Test func whatMayBeAPhotoIsNotReplaced() throws {
        let photo = folder.make("a.jpg", bytes: 10)
        for inputs in [[InputSource.folder(path: folder.path, name: "x")], [.files([photo])]] {
            let files = TemporaryFiles(runID: "run", protected: ProtectedPlaces(inputs: inputs))
            let file = try #require(try files.make(for: photo, number: 1))
            #expect(throws: SystemError("rename", code: EEXIST)) { try files.publish(file, as: photo) }
            files.discard(file)
            #expect(try stat(photo).st_size == 10)
        }
    }

    @Test func sweptFoldersAreRememberedOnTheWayDownOnly() {
        var swept = SweptFolders()
        let folders: [RawPath] = [
            "out", "out/a", "out/a/b", "out/a/b", "out/a", "out", "out/ab", "out/a", "out",
        ]
        let new = folders.map { swept.insert($0) }
        // The second `out/a` is on the way back; by the third it was left, and forgotten.
        #expect(new == [true, true, true, false, false, false, true, true, false])
    }

    @Test func aFolderContainsWhatLiesInsideIt() {
        #expect(RawPath("a").contains("a/b") && RawPath("/").contains("/a") && RawPath("").contains("a"))
        #expect(!RawPath("a").contains("a") && !RawPath("a").contains("ab") && !RawPath("a/b").contains("a"))
    }
}
