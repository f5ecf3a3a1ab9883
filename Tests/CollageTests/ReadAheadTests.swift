// Reading ahead: a bounded number of photos is open, and all that are asked for come.

import Layout
import Streams
import Testing
import Wire

@testable import Collage

@Suite struct ReadAheadTests {
    let folder = TemporaryFolder()

    private func plan(_ count: Int) -> PagePlan {
        let photos = (0..<count).map { index in
            let name = RawPath("\(index).jpg")
            _ = folder.make(name, bytes: 1)
            return ProbedPhoto(photo: FoundPhoto(path: name, identity: nil))
        }
        return PagePlan(
            number: 1, source: .folder(path: folder.path, name: "root"), folder: "", output: nil, page: 1,
            pages: 1,
            sheet: GridLayout().sheet(count: count, asPageOf: count)!, photos: photos, dropped: [],
            skipped: [])
    }

    @Test(arguments: [1, 2, 5, 12, 40], [0, 1, 4])
    func allPhotosComeWhateverTheRoom(limit: Int, inUse: Int) throws {
        let loop = try EventLoop()
        let io = IOPool(threads: 2, deadline: .seconds(100), loop: loop)
        let opener = PhotoOpener(limit: limit, io: io)
        let readAhead = ReadAhead(plan(23), opener: opener, inUse: inUse)
        #expect(readAhead.groups.size * readAhead.groups.count <= max(1, limit - inUse))
        var indices: [Int] = []
        let subscription = readAhead.sink(
            receiveCompletion: { _ in loop.stop() },
            receiveValue: { opened in
                if case .success = opened.photo { indices.append(opened.index) }
            })
        loop.run()
        subscription.cancel()
        #expect(indices.sorted() == Array(0..<23))
    }

    @Test func photosAreOpenBeforeTheyAreAskedForButNoMoreThanThereIsRoom() throws {
        let loop = try EventLoop()
        let io = IOPool(threads: 1, deadline: .seconds(100), loop: loop)
        let opener = PhotoOpener(limit: 12, io: io)
        let readAhead = ReadAhead(plan(23), opener: opener, inUse: 4)
        var held: [OpenPhoto] = []
        var subscription: (any Subscription)?
        readAhead.subscribe(
            AnySubscriber<ReadAhead.Output, Never>(
                receiveSubscription: { subscription = $0 },
                receiveValue: { opened in
                    if case .success(let photo) = opened.photo { held.append(photo) }
                    return .none
                }, receiveCompletion: { _ in }))
        subscription?.request(.max(1))
        // The pool's only thread takes calls in their order: all groups were opened when this comes.
        func settle() {
            io.run({}, then: { _ in loop.stop() })
        }
        settle()
        loop.run()
        #expect(held.count == 1)
        #expect(opener.openCount == 8)
        held = []
        #expect(opener.openCount == 7)
        subscription?.cancel()
        #expect(opener.openCount == 0)
    }

    @Test func aPhotoKeepsItsRoomAsLongAsItIsHeld() throws {
        let loop = try EventLoop()
        let opener = PhotoOpener(limit: 2, io: IOPool(threads: 1, deadline: .seconds(100), loop: loop))
        let photos = plan(2).photos.map(\.photo) + [FoundPhoto(path: "gone.jpg", identity: nil)]
        let source = InputSource.folder(path: folder.path, name: "root")
        var events: [String] = []
        let subscriptions = [
            opener.open([photos[0], photos[2]], of: source, order: 1).sink { opened in
                events.append("first")
                // One of them can't be opened, and leaves its room.
                withExtendedLifetime(opened) { #expect(opener.openCount == 1) }
            },
            opener.open([photos[0], photos[1]], of: source, order: 1).sink { opened in
                events.append("second")
                withExtendedLifetime(opened) { #expect(opener.openCount == 2) }
                loop.stop()
            },
        ]
        // Only where the room is never free again.
        let limit = loop.timer(after: .seconds(20)) { loop.stop() }
        loop.run()
        limit.cancel()
        #expect(events == ["first", "second"])
        subscriptions.forEach { $0.cancel() }
        #expect(opener.openCount == 0)
    }
}
