// A folder of a test's own.

import Glibc

@testable import Collage

/// A temporary folder that goes with the test (`mkdtemp(3)`); only files right in it are removed.
final class TemporaryFolder {
    let path: RawPath

    init() {
        var template = Array("/tmp/collage-test-XXXXXX".utf8CString)
        path = template.withUnsafeMutableBufferPointer { RawPath(cString: mkdtemp($0.baseAddress!)!) }
    }

    deinit {
        for name in names { _ = path.appending(name).withCString { unlink($0) } }
        _ = path.withCString { rmdir($0) }
    }

    /// Makes a file with that many bytes.
    func make(_ name: RawPath, bytes: Int = 0) -> RawPath {
        let file = path.appending(name)
        let descriptor = file.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC, 0o644) }
        ftruncate(descriptor, off_t(bytes))
        close(descriptor)
        return file
    }

    var names: Set<RawPath> {
        var names: Set<RawPath> = []
        guard let directory = path.withCString({ opendir($0) }) else { return names }
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
