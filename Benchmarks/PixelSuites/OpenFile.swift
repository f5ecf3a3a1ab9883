// Files that stay open as long as they are held.
import CSystem
import Glibc

/// An open file, closed with its last reference.
final class OpenFile {
    let descriptor: Int32

    init(_ path: String, _ flags: Int32) throws(FileFailure) {
        descriptor = open(path, flags | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw FileFailure(path, errno: errno) }
    }

    /// Without a name, in memory: what is written to it reaches no disk.
    init(inMemory name: String) throws(FileFailure) {
        descriptor = csystem_memory_file(name)
        guard descriptor >= 0 else { throw FileFailure("memory for \(name)", errno: -descriptor) }
    }

    deinit { close(descriptor) }

    /// Begins again with nothing in it.
    func empty() throws(FileFailure) {
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw FileFailure("an output", errno: errno)
        }
    }
}
