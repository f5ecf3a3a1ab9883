// Making folders.

import Glibc
import Wire

enum Folder {
    /// `mkdir(2)` for the folder and those above it that are missing.
    static func make(_ path: RawPath) throws(SystemError) {
        if path.withCString({ mkdir($0, 0o777) }) == 0 { return }
        let error = SystemError("mkdir")
        switch error.code {
        case EEXIST:
            guard let status = try? stat(path), status.kind == .folder else {
                throw SystemError("mkdir", code: ENOTDIR)
            }
        case ENOENT where !path.parent.isEmpty && path.parent != path:
            try make(path.parent)
            guard path.withCString({ mkdir($0, 0o777) }) == 0 || errno == EEXIST else {
                throw SystemError("mkdir")
            }
        default: throw error
        }
    }
}
