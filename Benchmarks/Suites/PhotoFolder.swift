// The folder of photos that everything is measured on.
import BenchmarkKit
import FoundationEssentials

/// The JPEGs right in a folder, not below.
struct PhotoFolder {
    /// Absolute.
    let path: String
    /// Absolute paths in the order of their names.
    let photos: [String]
    /// Entries that are no JPEG files: `collage` may look at them, the others don't.
    let otherEntries: Int

    init(_ path: String) throws(UsageError) {
        let files = FileManager.default
        let base = files.currentDirectoryPath
        self.path = path.hasPrefix("/") ? path : "\(base)/\(path)"
        guard let names = try? files.contentsOfDirectory(atPath: self.path) else {
            throw UsageError("“\(path)” is no folder that can be read")
        }
        let folder = self.path
        photos = names.filter(Self.isNamedJPEG).map { "\(folder)/\($0)" }.filter(Self.isFile).sorted()
        otherEntries = names.count - photos.count
        guard !photos.isEmpty else { throw UsageError("there are no JPEG files in “\(path)”") }
    }

    private static func isNamedJPEG(_ name: String) -> Bool {
        let lower = name.lowercased()
        return lower.hasSuffix(".jpg") || lower.hasSuffix(".jpeg")
    }

    private static func isFile(_ path: String) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes?[.type] as? FileAttributeType == .typeRegular
    }
}
