// Which file a name meant when it was looked at, so that a change is noticed.

import Glibc
import Wire

/// A file's device, inode, size and time of change: what tells whether it is still the same.
struct FileIdentity: Hashable, Sendable {
    var device: UInt64
    var inode: UInt64
    var size: Int
    /// Modification time in nanoseconds since 1970.
    var modified: Int

    init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int(status.st_size)
        modified = Nanoseconds.since1970(seconds: status.st_mtim.tv_sec, fraction: status.st_mtim.tv_nsec)
    }
}

enum Nanoseconds {
    /// The nearest that can be told: 64 bits reach from the year 1677 to 2262.
    static func since1970(seconds: Int, fraction: Int) -> Int {
        let (whole, isTooMuch) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isTooMuchThen) = whole.addingReportingOverflow(fraction)
        return isTooMuch || isTooMuchThen ? (seconds < 0 ? .min : .max) : sum
    }
}

/// A folder's device and inode: the same folder, by whatever path it was reached.
struct FolderIdentity: Hashable, Sendable {
    var device: UInt64
    var inode: UInt64

    init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }
}

extension stat {
    enum Kind { case file, folder, link, other }

    var kind: Kind {
        switch st_mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .folder
        case S_IFLNK: .link
        default: .other
        }
    }

    /// `stat(2)`, or `lstat(2)` where links are not followed.
    init(_ path: RawPath, followingLinks: Bool = true) throws(SystemError) {
        self = try path.withCString { (path) throws(SystemError) in
            try stat(path, in: AT_FDCWD, followingLinks: followingLinks)
        }
    }

    /// `fstatat(2)`: of a name in an open folder.
    init(
        _ name: UnsafePointer<CChar>, in folder: Int32, followingLinks: Bool = true
    ) throws(SystemError) {
        self.init()
        guard fstatat(folder, name, &self, followingLinks ? 0 : AT_SYMLINK_NOFOLLOW) == 0 else {
            throw SystemError("stat")
        }
    }

    /// `fstat(2)`.
    init(open descriptor: Int32) throws(SystemError) {
        self.init()
        guard fstat(descriptor, &self) == 0 else { throw SystemError("fstat") }
    }

    /// The same.
    init(_ descriptor: FileDescriptor) throws(SystemError) {
        self = try descriptor.withNumber { (number) throws(SystemError) in try stat(open: number) }
    }
}
