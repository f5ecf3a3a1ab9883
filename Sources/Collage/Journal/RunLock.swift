// One run at a time for an output directory: a lock that ends with its holder, however that ends.

import CSystem
import Glibc
import Wire

/// Holds the lock (`flock(2)`) as long as it lives.
///
/// The file says whether a run is under way: one that says so and is not locked is of a run that was killed.
final class RunLock: Sendable {
    /// Whether the run before left without putting things in order, or is not known.
    let mayHaveLeftovers: Bool
    /// Whether the file system keeps locks; elsewhere nothing tells that another run is under way.
    let isHeld: Bool
    private let file: FileDescriptor
    private let path: RawPath

    /// Takes the lock, in a folder that is there, without waiting.
    ///
    /// - Throws: EWOULDBLOCK where another run holds it.
    init(_ path: RawPath) throws(SystemError) {
        var opened = try Self.open(path)
        // The run before may just have removed it.
        while opened.status.st_nlink == 0 { opened = try Self.open(path) }
        self.path = path
        (file, isHeld) = (opened.file, opened.isHeld)
        mayHaveLeftovers = opened.status.st_size > 0
        let mark = Array("running\n".utf8)
        file.withNumber { _ = pwrite($0, mark, mark.count, 0) }
    }

    private static func open(
        _ path: RawPath
    ) throws(SystemError) -> (file: FileDescriptor, isHeld: Bool, status: stat) {
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
        let number = path.withCString { Glibc.open($0, flags, 0o666) }
        guard number >= 0 else { throw SystemError("open") }
        let file = FileDescriptor(owning: number)
        let locked = csystem_lock_file(number)
        if locked == -EWOULDBLOCK { throw SystemError("flock", code: EWOULDBLOCK) }
        return (file, locked == 0, try stat(file))
    }

    /// Says that all is in order, so that the next run need not look for what was left.
    func conclude() {
        file.withNumber { _ = ftruncate($0, 0) }
    }

    /// Removes the lock's file, for a run that left nothing at all.
    func remove() {
        _ = path.withCString { unlink($0) }
    }
}
