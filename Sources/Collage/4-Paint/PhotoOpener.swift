// Opens photos: regular files only, still the same as when they were found, and read ahead.

import Glibc
import Streams
import Wire

/// A photo's open file, to be passed to a worker.
struct OpenedPhoto: Sendable {
    var descriptor: FileDescriptor
}

/// Opens photos on the I/O pool.
struct PhotoOpener {
    let io: IOPool
    let loop: EventLoop
    /// How long opening may take before the photo counts as stalled.
    let stall: TimeSpan

    /// How much of a file is asked to be read ahead: most photos are smaller.
    private static let readAhead = 32 << 20

    /// Opens a photo, or says what is wrong with it; a call that hangs is left behind.
    func open(
        _ photo: FoundPhoto, of source: InputSource
    ) -> AnyPublisher<Result<OpenedPhoto, PhotoFault>, Never> {
        let path = source.root.appending(photo.path)
        let opening = io.run { Self.open(path, expecting: photo.identity) }
        let fault = PhotoFault(.stalled, "opening it took more than \(Int(stall.inSeconds)) s")
        return Deferred { [loop, stall] in
            Future<Result<OpenedPhoto, PhotoFault>, Never> { promise in
                let deadline = loop.timer(after: stall) { promise(.success(.failure(fault))) }
                opening.subscribe(
                    Subscribers.Sink(receiveCompletion: { _ in deadline.cancel() }) {
                        promise(.success($0))
                    })
            }
        }
        .eraseToAnyPublisher()
    }

    /// `open(2)` without waiting for a FIFO's other end, `fstat(2)`, `posix_fadvise(2)`.
    static func open(
        _ path: RawPath, expecting identity: FileIdentity?
    ) -> Result<OpenedPhoto, PhotoFault> {
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
        return .success(OpenedPhoto(descriptor: descriptor))
    }
}
