// Whether a folder is gone for good, or only its disk is not there. Blocks.

import Glibc
import Wire

/// What can be said of a folder in which photos once were.
enum GoneFolder: Hashable, Sendable {
    case there
    case gone
    /// The nearest folder above that is there has nothing to look at: its disk may not be mounted.
    case maybeUnmounted(RawPath)

    /// Only what is certainly not there is gone: a folder that can't be looked at is there.
    init(_ folder: RawPath, below root: RawPath) {
        guard Self.isMissing(folder) else {
            self = .there
            return
        }
        var above = folder.parent
        while above.bytes.count > root.bytes.count, Self.isMissing(above) { above = above.parent }
        self = Self.hasAnything(above) ? .gone : .maybeUnmounted(above)
    }

    private static func isMissing(_ path: RawPath) -> Bool {
        do throws(SystemError) { _ = try stat(path, followingLinks: false) } catch {
            return error.code == ENOENT || error.code == ENOTDIR
        }
        return false
    }

    /// Whether a scan would find a photo or a folder there; what people leave in mount points is neither.
    private static func hasAnything(_ folder: RawPath) -> Bool {
        guard let directory = folder.withCString({ opendir($0) }) else { return false }
        defer { closedir(directory) }
        guard let entries = try? FolderEntries(of: directory) else { return false }
        var hasAnything = false
        entries.forEach { entry in
            if hasAnything { return }
            switch PhotoNaming.kind(of: entry.name) {
            case .photo, .raw: hasAnything = true
            case .hidden: break
            case .other:
                let path = folder.appending(RawPath(bytes: entry.name))
                let isFolder = (try? stat(path, followingLinks: false))?.kind == .folder
                hasAnything = isFolder && !PhotoNaming.isPassedOver(folder: entry.name)
            }
        }
        return hasAnything
    }
}
