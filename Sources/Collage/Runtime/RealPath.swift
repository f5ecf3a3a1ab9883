// Paths without links, so that two names for one place are seen to be one.

import Glibc

enum RealPath {
    /// `realpath(3)`; nil where something on the way is missing.
    static func resolve(_ path: RawPath) -> RawPath? {
        path.withCString { path in
            guard let real = realpath(path, nil) else { return nil }
            defer { free(real) }
            return RawPath(cString: real)
        }
    }

    /// The real path of something that may not exist yet: its nearest existing folder's, and the rest as given.
    static func resolveNew(_ path: RawPath) -> RawPath {
        if let real = resolve(path.isEmpty ? "." : path) { return real }
        return resolveNew(path.parent).appending(path.lastComponent)
    }
}

extension RawPath {
    /// What relative paths are relative to.
    public static var workingFolder: RawPath { RealPath.resolve(".") ?? "." }
}
