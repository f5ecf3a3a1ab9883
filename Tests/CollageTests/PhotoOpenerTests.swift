// Opening photos: regular files only, and the same as when they were found.

import Glibc
import Testing
import Wire

@testable import Collage

@Suite struct PhotoOpenerTests {
    let folder = TemporaryFolder()

    private func reason(_ path: RawPath, _ identity: FileIdentity? = nil) -> PhotoFaultReason? {
        guard case .failure(let fault) = PhotoOpener.open(path, expecting: identity) else { return nil }
        return fault.reason
    }

    @Test func aRegularFileIsOpened() throws {
        let path = folder.make("a.jpg", bytes: 10)
        #expect(reason(path) == nil)
        #expect(reason(path, FileIdentity(try stat(path))) == nil)
    }

    @Test func whatIsNoRegularFileIsNotOpenedAndNothingWaits() {
        let fifo = folder.path.appending("fifo.jpg")
        _ = fifo.withCString { mkfifo($0, 0o644) }
        #expect(reason(fifo) == .unreadable)
        #expect(reason(folder.path) == .unreadable)
        #expect(reason(folder.path.appending("gone.jpg")) == .unreadable)
        #expect(reason("/dev/null") == .unreadable)
    }

    @Test func aFileThatWasReplacedOrChangedIsNoticed() throws {
        let path = folder.make("a.jpg", bytes: 10)
        let identity = FileIdentity(try stat(path))
        _ = folder.make("b.jpg", bytes: 10)
        _ = folder.path.appending("b.jpg").withCString { from in path.withCString { rename(from, $0) } }
        #expect(reason(path, identity) == .changedWhileReading)

        let grown = FileIdentity(try stat(path))
        _ = path.withCString { truncate($0, 11) }
        #expect(reason(path, grown) == .changedWhileReading)
    }
}
