// A folder of a test's own.

import Glibc

@testable import Collage

/// A temporary folder that goes with the test (`mkdtemp(3)`).
final class TemporaryFolder {
    let path: RawPath

    init() {
        var template = Array("/tmp/collage-test-XXXXXX".utf8CString)
        path = template.withUnsafeMutableBufferPointer { RawPath(cString: mkdtemp($0.baseAddress!)!) }
    }

    deinit {
        Self.remove(path)
    }

    private static func remove(_ folder: RawPath) {
        for name in names(in: folder) {
            let path = folder.appending(name)
            // A folder is no file to unlink.
            if path.withCString({ unlink($0) }) != 0 { remove(path) }
        }
        _ = folder.withCString { rmdir($0) }
    }

    /// Makes a file with that many bytes.
    func make(_ name: RawPath, bytes: Int = 0) -> RawPath {
        let file = path.appending(name)
        let descriptor = file.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC, 0o644) }
        ftruncate(descriptor, off_t(bytes))
        close(descriptor)
        return file
    }

    var names: Set<RawPath> { Self.names(in: path) }

    private static func names(in folder: RawPath) -> Set<RawPath> {
        var names: Set<RawPath> = []
        guard let directory = folder.withCString({ opendir($0) }) else { return names }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { RawPath(cString: $0) }
            }
            if name != "." && name != ".." { names.insert(name) }
        }
        return names
    }
}
