// Where a collage goes: from the folder's name to the output's path.

import Wire

/// What `--output` asks for.
public enum OutputTarget: Hashable, Sendable {
    case directory(RawPath)
    /// One file; its pages get a number before the extension.
    case file(RawPath)
    case standardOutput
}

enum OutputName {
    /// The name of a collage that is no folder's: of a list, or of several roots together.
    static let anonymous: RawPath = "collage"

    /// The output's path without page number and extension, for a directory; nil for standard output.
    static func base(
        of source: InputSource, folder: RawPath, in target: OutputTarget
    ) -> RawPath? {
        switch target {
        case .standardOutput: return nil
        case .file(let path): return path.stem
        case .directory(let directory):
            switch source {
            case .folder(_, let name, _): return directory.appending(name).appending(folder)
            case .files: return directory.appending(anonymous)
            }
        }
    }

    /// Whether a name is the output's, or that of one of its pages.
    static func isPage(_ name: RawPath, of output: RawPath) -> Bool {
        if name == output { return true }
        return name.lowercasedExtension == output.lowercasedExtension
            && pageBase(of: name) == output.stem.bytes
    }

    /// For each name the others that its pages or its output could collide with; most have none.
    ///
    /// - Parameter isThere: whether a folder has that name; what nobody has can't collide.
    static func rivals(
        among folders: some Sequence<RawPath>, isThere: (RawPath) -> Bool
    ) -> [RawPath: [RawPath]] {
        var rivals: [RawPath: [RawPath]] = [:]
        var last: (name: RawPath, isThere: Bool)?
        func add(_ folder: RawPath, to name: RawPath) {
            // Neighbours often have the same: `trip-001`, `trip-002`.
            if last?.name != name { last = (name, isThere(name)) }
            if last?.isThere == true { rivals[name, default: []].append(folder) }
        }
        for folder in folders {
            if OutputFormat(fileExtension: folder.lowercasedExtension) != nil { add(folder, to: folder.stem) }
            if let base = pageBase(of: folder) { add(folder, to: RawPath(bytes: base)) }
        }
        return rivals
    }

    /// `07` of `07-001.jpg` or `07-001`; nil where the name does not end so.
    private static func pageBase(of name: RawPath) -> [UInt8]? {
        let stem = OutputFormat(fileExtension: name.lowercasedExtension) == nil ? name.bytes : name.stem.bytes
        guard let dash = stem.lastIndex(of: UInt8(ascii: "-")), dash > 0 else { return nil }
        let digits = stem[(dash + 1)...]
        guard digits.count >= 3, digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Array(stem[..<dash])
    }
}

/// The names of a collage's pages.
struct OutputSeries: Hashable, Sendable {
    /// The path without page number and extension.
    let base: RawPath
    let fileExtension: String

    init(base: RawPath, fileExtension: String) {
        (self.base, self.fileExtension) = (base, fileExtension)
    }

    /// A page's whole path: a page number where there are several, and the extension.
    func path(page: Int, of pages: Int) -> RawPath {
        base.suffixed(pages > 1 ? "-\(Self.number(page, of: pages)).\(fileExtension)" : ".\(fileExtension)")
    }

    /// The names that a first page can have: alone, or with so many digits as a number of pages takes.
    var firstPages: [RawPath] {
        [1, 2, 1000, 10_000, 100_000].map { path(page: 1, of: $0) }
    }

    /// At least three digits, and as many for all pages of a collage.
    private static func number(_ page: Int, of pages: Int) -> String {
        let width = max(3, String(pages).count)
        let digits = String(page)
        return String(repeating: "0", count: width - digits.count) + digits
    }
}

extension OutputFormat {
    /// The format that a file name's extension asks for.
    public init?(fileExtension: String) {
        switch fileExtension {
        case "jpg", "jpeg", "jpe", "jfif": self = .jpeg
        case "png": self = .png
        case "webp": self = .webp
        case "avif": self = .avif
        case "tif", "tiff": self = .tiff
        default: return nil
        }
    }

    /// The extension of outputs whose name we choose.
    var fileExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .png: "png"
        case .webp: "webp"
        case .avif: "avif"
        case .tiff: "tif"
        }
    }

    /// The longest side that the format can hold, in pixels; nil where memory ends first.
    var longestSide: Int? {
        switch self {
        // libjpeg's JPEG_MAX_DIMENSION (jmorecfg.h); the standard's field would hold 65535.
        case .jpeg: 65_500
        // WEBP_MAX_DIMENSION (webp/encode.h).
        case .webp: 16_383
        // libheif's and libvips' limit for HEIF.
        case .avif: 16_384
        case .png, .tiff: nil
        }
    }
}
