// Outputs that are being written: under names of this run, in the folder where they will stay.

import CSystem
import Glibc
import Streams
import Wire

/// An output that is being written, not yet under its name.
struct TemporaryFile: Sendable {
    let path: RawPath
    let descriptor: FileDescriptor
}

/// Makes temporary files, publishes them, and removes what is left of them; its calls block.
///
/// A temporary file is locked (`flock(2)`) for as long as its writer lives, the workers that have its
/// descriptor included: whoever can lock it may remove it, on any machine, however its writer ended.
///
/// `@unchecked Sendable`: the state is only touched under the lock.
final class TemporaryFiles: @unchecked Sendable {
    private let runID: String
    private let protected: ProtectedPlaces
    private let lock = Lock()
    private var live: Set<RawPath> = []
    private var sweptFolders = SweptFolders()
    private var isClosed = false

    private static let prefix: RawPath = ".collage-"
    private static let suffix = Array(".tmp".utf8)

    /// - Parameter protected: where only our own outputs may be replaced.
    init(runID: String, protected: ProtectedPlaces) {
        self.runID = runID
        self.protected = protected
    }

    /// A number that no two runs share: it tells whose a temporary file is.
    static func makeRunID() -> String {
        var generator = SystemRandomNumberGenerator()
        let digits = String(generator.next() as UInt64, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Makes a temporary file in the output's folder, and the folder too; nil once `discardAll` was called.
    ///
    /// - Throws: a fault that names the path; what lies where a folder should be is a collage's fault.
    func make(for output: RawPath, number: Int) throws(SystemError) -> TemporaryFile? {
        let folder = output.parent.isEmpty ? RawPath(".") : output.parent
        // Where it was seen before it is there, as a rule.
        if lock.withLock({ sweptFolders.insert(folder) }) {
            try Folder.make(folder)
            sweepFolder(folder)
        }
        for attempt in 0..<Self.attempts {
            let name = "\(runID)-\(number)" + (attempt > 0 ? "-\(attempt)" : "") + ".tmp"
            let path = folder.appending(Self.prefix.suffixed(name))
            var number = create(path)
            if let refused = number, refused < 0, errno == ENOENT {
                try Folder.make(folder)
                number = create(path)
            }
            guard let number else { return nil }
            guard number >= 0 else { throw SystemError("open") }
            let file = TemporaryFile(path: path, descriptor: FileDescriptor(owning: number))
            if isOursAlone(file) {
                FaultPoint.hit(.temporary)
                keepMode(of: output, on: file.descriptor)
                return file
            }
            discard(file)
        }
        throw SystemError("flock", code: EWOULDBLOCK)
    }

    private static let attempts = 5

    /// `open(2)` of a new file; nil where none is to be made any more.
    ///
    /// Under the lock: a run that stops must not miss a file that is being made.
    private func create(_ path: RawPath) -> Int32? {
        lock.withLock {
            if isClosed { return nil }
            live.insert(path)
            return path.withCString {
                open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
            }
        }
    }

    /// Locks a new file; another run's sweep may have been faster, and have taken it for a dead one.
    ///
    /// Where the file system has no locks it goes without: then no sweep removes anything either.
    private func isOursAlone(_ file: TemporaryFile) -> Bool {
        let locked = csystem_lock_file(file.descriptor.number)
        guard locked != -EWOULDBLOCK, let status = try? stat(file.descriptor) else { return false }
        return status.st_nlink > 0
    }

    /// A file that is replaced keeps its mode.
    private func keepMode(of output: RawPath, on descriptor: FileDescriptor) {
        if let old = try? stat(output), old.kind == .file { fchmod(descriptor.number, old.st_mode & 0o7777) }
    }

    /// Makes what was written durable, and gives it its name, in one step: `fsync(2)`, `rename(2)`.
    ///
    /// - Returns: whether the same bytes had the name already: then that file stays, and this one goes.
    /// - Throws: EEXIST where a photo may have the name.
    @discardableResult
    func publish(_ file: TemporaryFile, as output: RawPath) throws(SystemError) -> Bool {
        let old = try? stat(output)
        if let old, protected.forbid(output, old) { throw SystemError("rename", code: EEXIST) }
        try FaultPoint.check(.encoded)
        if old != nil, SameBytes.hold(file.descriptor, output) {
            discard(file)
            return true
        }
        try rename(file, to: output)
        return false
    }

    /// Gives a file of ours new content, in one step.
    func replace(
        _ path: RawPath, _ write: (FileDescriptor) throws(SystemError) -> Void
    ) throws(SystemError) {
        guard let file = try make(for: path, number: 0) else { return }
        do throws(SystemError) {
            try write(file.descriptor)
            try rename(file, to: path)
        } catch {
            discard(file)
            throw error
        }
    }

    private func rename(_ file: TemporaryFile, to output: RawPath) throws(SystemError) {
        guard fsync(file.descriptor.number) == 0 else { throw SystemError("fsync") }
        FaultPoint.hit(.synced)
        let result = file.path.withCString { from in output.withCString { to in Glibc.rename(from, to) } }
        guard result == 0 else { throw SystemError("rename") }
        FaultPoint.hit(.renamed)
        lock.withLock { _ = live.remove(file.path) }
        // The name is durable only with its folder; where folders can't be synced there is nothing to do.
        let folder = output.parent.isEmpty ? RawPath(".") : output.parent
        let number = folder.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        if number >= 0 {
            _ = fsync(number)
            close(number)
        }
    }

    /// Removes a file that is not wanted any more.
    func discard(_ file: TemporaryFile) {
        _ = file.path.withCString { unlink($0) }
        lock.withLock { _ = live.remove(file.path) }
    }

    /// Removes all that there are, and makes no more.
    func discardAll() {
        lock.withLock {
            isClosed = true
            for path in live { _ = path.withCString { unlink($0) } }
            live = []
        }
    }

    /// Removes temporary files of runs that were killed, in a folder and all below; links are not followed.
    func sweepTree(_ folder: RawPath) {
        for name in sweepFolder(folder) { sweepTree(folder.appending(name)) }
    }

    /// Removes temporary files of runs that were killed, and gives the names of the folders below.
    @discardableResult
    func sweepFolder(_ folder: RawPath) -> [RawPath] {
        guard let directory = folder.withCString({ opendir($0) }) else { return [] }
        defer { closedir(directory) }
        var subfolders: [RawPath] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { RawPath(cString: $0) }
            }
            if name != ".", name != "..", isFolder(entry, in: folder, name) { subfolders.append(name) }
            guard name.bytes.starts(with: Self.prefix.bytes), name.bytes.suffix(4) == Self.suffix[...] else {
                continue
            }
            let path = folder.appending(name)
            // For writing too: on NFS an exclusive lock takes that.
            let number = path.withCString { open($0, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
            guard number >= 0 else { continue }
            if csystem_lock_file(number) == 0 { _ = path.withCString { unlink($0) } }
            close(number)
        }
        return subfolders
    }

    private func isFolder(
        _ entry: UnsafeMutablePointer<dirent>, in folder: RawPath, _ name: RawPath
    ) -> Bool {
        // Not all file systems tell (readdir(3)).
        guard entry.pointee.d_type == UInt8(DT_UNKNOWN) else { return entry.pointee.d_type == UInt8(DT_DIR) }
        return (try? stat(folder.appending(name), followingLinks: false))?.kind == .folder
    }
}
