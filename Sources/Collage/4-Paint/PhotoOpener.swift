// Opens photos: regular files only, still the same as when they were found, and read ahead.

import Glibc
import Streams
import Wire

/// A photo that is open; it keeps its room among the open ones for as long as somebody holds it.
///
/// All that holds one lives on the event loop's thread.
final class OpenPhoto {
    let file: FileDescriptor
    private let release: () -> Void

    fileprivate init(file: FileDescriptor, release: @escaping () -> Void) {
        self.file = file
        self.release = release
    }

    deinit { release() }
}

/// Opens photos on the I/O pool, a bounded number of them at a time.
final class PhotoOpener {
    typealias Opened = Result<OpenPhoto, PhotoFault>
    private typealias Files = [Result<FileDescriptor, PhotoFault>]

    private let io: IOPool
    private var room: Grants<Int>
    /// Groups that wait for room.
    private var waiting: [Int: () -> Void] = [:]
    private var nextGroup = 0

    /// How much of a file is asked to be read ahead: most photos are smaller.
    private static let readAhead = 32 << 20

    /// - Parameter limit: how many photos may be open at the same time.
    init(limit: Int, io: IOPool) {
        room = Grants(budget: limit)
        self.io = io
    }

    /// How many photos are open or being opened.
    var openCount: Int { room.inUse }

    /// The most photos that can be opened together.
    var limit: Int { room.budget }

    /// Opens photos with one call, when there is room for them: what came of each, in their order.
    ///
    /// - Parameter order: the lowest is served first.
    func open(_ photos: [FoundPhoto], of source: InputSource, order: Int) -> Answer<[Opened], Never> {
        Answer { promise in
            self.open(photos, of: source, order: order, for: promise) { promise.fulfil(.success($0)) }
        }
    }

    /// The same at once; nothing is opened where nobody waits for it any more.
    func open(
        _ photos: [FoundPhoto], of source: InputSource, order: Int, for waiter: any Awaited,
        then: @escaping ([Opened]) -> Void
    ) {
        let group = nextGroup
        nextGroup += 1
        let begin = { [self] in
            if waiter.isCancelled { return free(photos.count, of: group) }
            io.run { () throws(SystemError) in
                photos.map { Self.open(source.root.appending($0.path), expecting: $0.identity) }
            } then: { [self] result in
                then(hold(result, of: group, count: photos.count))
            }
        }
        switch room.request(photos.count, by: group, order: order) {
        case .granted: begin()
        case .wait: waiting[group] = begin
        case .denied: preconditionFailure("more photos were to be opened together than can be")
        }
    }

    /// Gives the room of each photo to who holds it; that of those that can't be opened is free at once.
    private func hold(_ result: Result<Files, SystemError>, of group: Int, count: Int) -> [Opened] {
        let files =
            (try? result.get())
            ?? Array(
                repeating: .failure(PhotoFault(.stalled, "opening it took longer than --stall")), count: count
            )
        let opened = files.map { file in
            file.map { file in OpenPhoto(file: file) { [self] in free(1, of: group) } }
        }
        let failures = files.count { if case .failure = $0 { true } else { false } }
        if failures > 0 { free(failures, of: group) }
        return opened
    }

    private func free(_ count: Int, of group: Int) {
        for served in room.release(count, of: group) { waiting.removeValue(forKey: served)?() }
    }

    /// `open(2)` for reading, of a regular file, without waiting for a FIFO's other end.
    static func open(_ path: RawPath) throws(SystemError) -> FileDescriptor {
        let number = path.withCString { Glibc.open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
        guard number >= 0 else { throw SystemError("open") }
        let file = FileDescriptor(owning: number)
        guard try stat(file).kind == .file else { throw SystemError("open", code: EINVAL) }
        return file
    }

    /// `open(2)` without waiting for a FIFO's other end, `fstat(2)`, `posix_fadvise(2)`.
    static func open(
        _ path: RawPath, expecting identity: FileIdentity?
    ) -> Result<FileDescriptor, PhotoFault> {
        FaultPoint.hit(.open)
        let number = path.withCString { Glibc.open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
        guard number >= 0 else {
            return .failure(PhotoFault(.unreadable, "it can't be opened: \(SystemError("open"))"))
        }
        let descriptor = FileDescriptor(owning: number)
        let status: stat
        do throws(SystemError) {
            status = try stat(descriptor)
        } catch {
            return .failure(PhotoFault(.unreadable, "it can't be looked at: \(error)"))
        }
        guard status.kind == .file else {
            return .failure(PhotoFault(.unreadable, "it is not a regular file"))
        }
        if let identity, identity != FileIdentity(status) {
            return .failure(PhotoFault(.changedWhileReading, "it was replaced or changed since it was found"))
        }
        posix_fadvise(number, 0, min(Int(status.st_size), readAhead), POSIX_FADV_WILLNEED)
        return .success(descriptor)
    }
}
