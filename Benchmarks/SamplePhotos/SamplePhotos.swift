// Folders of synthetic photos, for the README, the benchmarks and the tests.
import Glibc
import Layout
import Vips

/// Sets of sample photos.
public enum SamplePhotos {
    /// Writes photos of mixed sizes and orientations as `IMG_0001.jpg`, ...; the same for the same arguments.
    ///
    /// `VipsLibrary.start` must have been called, and the folder must exist. Existing files are replaced.
    /// - Returns: the paths, in the order of their names.
    @discardableResult
    public static func write(
        count: Int, seed: UInt64 = 1, into directory: String, maxPixels: Int = 12_000_000
    ) throws -> [String] {
        try (0..<count).map { index in
            let number = String(index + 1)
            let name = "IMG_" + String(repeating: "0", count: max(0, 4 - number.count)) + number + ".jpg"
            let path = directory + "/" + name
            let photo = SamplePhoto(seed: seed &+ UInt64(index), maxPixels: maxPixels)
            try withFile(path) { try photo.write(to: $0) }
            return path
        }
    }
}

/// Calls the body with a new file, open for reading and writing.
func withFile(_ path: String, _ body: (Int32) throws -> Void) throws {
    let descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
        throw VipsError(operation: "open", message: path, kind: .system(errno: errno))
    }
    defer { close(descriptor) }
    try body(descriptor)
}

extension [UInt8] {
    /// Writes all of it where the descriptor stands.
    func write(to descriptor: Int32) throws {
        let count = withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard count == self.count else {
            throw VipsError(operation: "write", message: "a short write", kind: .system(errno: errno))
        }
    }
}
