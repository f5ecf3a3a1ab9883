// Listing folders: what is in them, in which order, and how far ahead.

import Glibc
import Streams
import Testing
import Wire

@testable import Collage

@Suite struct ScanTests {
    let folder = TemporaryFolder()

    @Test func namesWaitInTheirOrder() {
        let names: [RawPath] = ["", "a", "a1", "a10", "a2", "b", RawPath(bytes: [0xFF, 0x61]), "é", "a"]
        var queue = NameQueue(names)
        let all = names.map { _ in queue.popFirst() }
        #expect(all == names)
        #expect(queue.isEmpty)
        queue.append("x".utf8)
        let last = queue.popFirst()
        #expect(last == "x")
    }

    private func entries() throws -> FolderEntries {
        let directory = try #require(folder.path.withCString { opendir($0) })
        defer { closedir(directory) }
        return try FolderEntries(of: directory)
    }

    @Test func aFoldersEntriesComeInNaturalOrderAndAreFoundByName() throws {
        let names = (1...300).map { RawPath("photo-\($0).jpg") }
        for name in names.reversed() { _ = folder.make(name) }
        let entries = try entries()
        var seen: [RawPath] = []
        entries.forEach { entry in
            seen.append(RawPath(bytes: entry.name))
            #expect(entry.withCString { RawPath(cString: $0) } == seen.last)
        }
        #expect(seen == names)
        #expect(names.allSatisfy(entries.contains))
        #expect(!entries.contains("photo-0.jpg") && !entries.contains("photo-301.jpg"))
        #expect(!entries.contains("."))
    }

    @Test func aNamesEndingTellsItsKindInAnyCase() {
        func kind(_ name: RawPath) -> NameKind {
            name.bytes.withUnsafeBufferPointer { PhotoNaming.kind(of: $0) }
        }
        #expect(kind("a.jpg") == .photo && kind("a.b.JPEG") == .photo && kind("a.HeiC") == .photo)
        #expect(kind("a.NEF") == .raw)
        #expect(kind(".jpg") == .hidden && kind(".a.jpg") == .hidden)
        for name: RawPath in ["jpg", "a.", "a.jpg ", "a.jpgjpgjpgjpg", "a.jpg.txt"] {
            #expect(kind(name) == .other)
        }
    }

    // MARK: Ahead

    private func siblings(_ names: [RawPath]) throws -> SiblingFolders {
        for name in names { _ = folder.make(name) }
        var listing = try FolderListing(
            root: folder.path, realRoot: folder.path, folder: "", ancestors: [], rules: ScanRules())
        listing.subfolders = NameQueue(names)
        let root = SiblingFolders(root: .folder(path: folder.path, name: "root"), realPath: "", rivals: [])
        return SiblingFolders(in: try #require(root.next().first), listing, settings: nil)
    }

    private var nothing: FolderListing {
        get throws {
            try FolderListing(
                root: folder.path, realRoot: folder.path, folder: "", ancestors: [], rules: ScanRules())
        }
    }

    @Test func aFewFoldersAreListedAheadAndGivenInTheirOrder() throws {
        let siblings = try siblings(["1", "2", "3", "4", "5"])
        let begun = siblings.next()
        #expect(begun.map(\.path) == ["1", "2", "3"])
        #expect(siblings.next().isEmpty, "no more than a few, however often it is asked")
        begun[1].listing = .success(try nothing)
        #expect(siblings.popListed() == nil, "the first is not listed yet")
        begun[0].listing = .success(try nothing)
        #expect(siblings.popListed()?.0.path == "1")
        #expect(siblings.next().map(\.path) == ["4"])
        #expect(siblings.popListed()?.0.path == "2")
        #expect(siblings.popListed() == nil)
        #expect(!siblings.isOver)
    }

    @Test func whereFoldersHaveSubfoldersTheyAreListedOneByOne() throws {
        let siblings = try siblings(["1", "2", "3", "4"])
        let begun = siblings.next()
        for folder in begun { folder.listing = .success(try nothing) }
        #expect(siblings.popListed()?.0.path == "1")
        siblings.lookAheadNoMore()
        #expect(siblings.popListed() == nil, "what was listed ahead is forgotten")
        for path in ["2", "3", "4"] as [RawPath] {
            let next = siblings.next()
            #expect(next.map(\.path) == [path])
            next[0].listing = .success(try nothing)
            #expect(siblings.popListed()?.0.path == path)
        }
        #expect(siblings.isOver)
    }

    // MARK: The walk

    /// Makes `a/b` and others, with a photo each, and gives them in the order in which they are to come.
    private func tree() -> [RawPath] {
        let folders: [RawPath] = ["1", "2", "2/1", "2/2", "2/2/x", "2/10", "3", "4", "5", "10"]
        for folder in folders {
            let path = self.folder.path.appending(folder)
            _ = path.withCString { mkdir($0, 0o755) }
            _ = self.folder.make(folder.appending("a.jpg"))
        }
        return folders
    }

    private func removeTree(_ folders: [RawPath]) {
        for folder in folders.reversed() {
            let path = self.folder.path.appending(folder)
            _ = path.appending("a.jpg").withCString { unlink($0) }
            _ = path.withCString { rmdir($0) }
        }
    }

    private func scan(_ loop: EventLoop) -> FolderScan {
        let inputs = [InputSource.folder(path: folder.path, name: "root")]
        return FolderScan(
            inputs: inputs, rules: ScanRules(), protected: ProtectedPlaces(inputs: inputs),
            io: IOPool(threads: 3, deadline: .seconds(100), loop: loop))
    }

    @Test(arguments: [Subscribers.Demand.max(1), .max(4), .unlimited])
    func foldersComeDepthFirstInNaturalOrderWhateverIsListedAhead(demand: Subscribers.Demand) throws {
        let folders = tree()
        defer { removeTree(folders) }
        let loop = try EventLoop()
        var found: [RawPath] = []
        let subscription = scan(loop)
            .flatMap(maxPublishers: demand) { Just($0) }
            .sink(
                receiveCompletion: { _ in loop.stop() },
                receiveValue: { if case .collage(let collage) = $0 { found.append(collage.folder) } })
        loop.run()
        subscription.cancel()
        #expect(found == folders)
    }
}
