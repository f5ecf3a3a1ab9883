// Opens photos: regular files only, still the same as when they were found, and read ahead.

import Glibc
import Streams
import Wire

/// Opens photos on the I/O pool, a bounded number of them at a time.
final class PhotoOpener {
    typealias Opened = Result<FileDescriptor, PhotoFault>

    private let io: IOPool
    private var slots: Grants<Int>
    private var waiting: [Int: Future<Void, Never>.Promise] = [:]
    private var nextOwner = 0

    /// How much of a file is asked to be read ahead: most photos are smaller.
    private static let readAhead = 32 << 20

    /// - Parameter limit: how many photos may be open at the same time.
    init(limit: Int, io: IOPool) {
        slots = Grants(budget: limit)
        self.io = io
    }

    /// The most photos that can be opened together.
    var limit: Int { slots.budget }

    /// Opens photos, when there is room for them, and goes on with what came of each.
    ///
    /// The room is theirs until what `next` gives has ended or is cancelled.
    /// - Parameter order: the lowest is served first.
    func open<Next: Publisher>(
        _ photos: [FoundPhoto], of source: InputSource, order: Int, then next: @escaping ([Opened]) -> Next
    ) -> some Publisher<Next.Output, Next.Failure> {
        Deferred { [self] in
            let owner = nextOwner
            nextOwner += 1
            let paths = photos.map { (path: source.root.appending($0.path), identity: $0.identity) }
            return Future<Void, Never> { self.acquire(paths.count, by: owner, order: order, $0) }
                .flatMap { [io] in
                    io.run { () throws(SystemError) in
                        paths.map { Self.open($0.path, expecting: $0.identity) }
                    }
                }
                .map { result -> [Opened] in
                    (try? result.get())
                        ?? paths.map { _ in
                            .failure(PhotoFault(.stalled, "opening it took longer than --stall"))
                        }
                }
                .setFailureType(to: Next.Failure.self)
                .flatMap { next($0) }
                .handleEvents(
                    receiveCompletion: { _ in self.release(owner) }, receiveCancel: { self.release(owner) })
        }
    }

    private func acquire(
        _ count: Int, by owner: Int, order: Int, _ promise: @escaping Future<Void, Never>.Promise
    ) {
        switch slots.request(count, by: owner, order: order) {
        case .granted: promise(.success(()))
        case .wait: waiting[owner] = promise
        case .denied: preconditionFailure("more photos were to be opened together than can be")
        }
    }

    private func release(_ owner: Int) {
        waiting[owner] = nil
        for served in slots.release(owner) { waiting.removeValue(forKey: served)?(.success(())) }
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
    ) -> Opened {
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
