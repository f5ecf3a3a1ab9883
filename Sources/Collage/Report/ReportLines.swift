// The report's lines, `collage-report/1`, as values.

import FoundationEssentials

/// A path in the report: readable, with its bytes beside it where they are not UTF-8.
struct ReportedPath {
    var path: RawPath

    func encode<Key: CodingKey>(
        to container: inout KeyedEncodingContainer<Key>, _ key: Key, bytes bytesKey: Key
    ) throws {
        try container.encode(path.utf8 ?? path.description, forKey: key)
        if path.utf8 == nil { try container.encode(Data(path.bytes).base64EncodedString(), forKey: bytesKey) }
    }
}

struct RunLine: Encodable {
    var kind = "run"
    var schema = "collage-report/1"
    var version: String
    /// ISO 8601, UTC.
    var started: String
    var jobs: Int
    /// Where it is more than `jobs`: the memory did not suffice.
    var jobsWanted: Int
    var memory: Int
}

struct CollageLine: Encodable {
    var root: RawPath
    var folder: RawPath
    var output: RawPath?
    var page = 1
    var pages = 1
    var title: String?
    var status: String
    var reason: String?
    var message: String?
    var width: Int?
    var height: Int?
    var bytes: Int?
    /// Whether the file that was there had the same bytes, and was left alone.
    var isIdentical: Bool?
    /// Of an unchanged output, whose sound photos are not listed.
    var photos: Int?
    /// Why it is made, or would be.
    var why: String?
    var seconds: Double?
    var tiles: [TileLine] = []
    var skipped: [SkippedLine] = []

    private enum Key: String, CodingKey {
        case kind, root, rootBytes, folder, folderBytes, output, outputBytes, page, pages, title, status
        case reason, message, width, height, bytes, identical, photos, why, seconds, tiles, skipped
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode("collage", forKey: .kind)
        try ReportedPath(path: root).encode(to: &container, .root, bytes: .rootBytes)
        try ReportedPath(path: folder).encode(to: &container, .folder, bytes: .folderBytes)
        if let output { try ReportedPath(path: output).encode(to: &container, .output, bytes: .outputBytes) }
        try container.encode(page, forKey: .page)
        try container.encode(pages, forKey: .pages)
        try container.encodeIfPresent(title, forKey: .title)
        try container.encode(status, forKey: .status)
        try container.encodeIfPresent(reason, forKey: .reason)
        try container.encodeIfPresent(message, forKey: .message)
        try container.encodeIfPresent(width, forKey: .width)
        try container.encodeIfPresent(height, forKey: .height)
        try container.encodeIfPresent(bytes, forKey: .bytes)
        try container.encodeIfPresent(isIdentical, forKey: .identical)
        try container.encodeIfPresent(photos, forKey: .photos)
        try container.encodeIfPresent(why, forKey: .why)
        try container.encodeIfPresent(seconds, forKey: .seconds)
        try container.encode(tiles, forKey: .tiles)
        try container.encode(skipped, forKey: .skipped)
    }
}

struct TileLine: Encodable {
    struct Crop: Encodable {
        var x, y, width, height: Int
    }
    var index: Int?
    var source: RawPath
    var x, y, width, height: Int?
    var crop: Crop?
    var verdict: String
    var reason: String?
    var message: String?
    var known: Bool?
    var format: String?
    var formatMismatch: Bool?
    var sourceWidth, sourceHeight, orientation, frames: Int?
    var note: String?
    var seconds: Double?

    private enum Key: String, CodingKey {
        case index, source, sourceBytes, x, y, width, height, crop, verdict, reason, message, known, format
        case formatMismatch, sourceWidth, sourceHeight, orientation, frames, note, seconds
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(index, forKey: .index)
        try ReportedPath(path: source).encode(to: &container, .source, bytes: .sourceBytes)
        try container.encodeIfPresent(x, forKey: .x)
        try container.encodeIfPresent(y, forKey: .y)
        try container.encodeIfPresent(width, forKey: .width)
        try container.encodeIfPresent(height, forKey: .height)
        try container.encodeIfPresent(crop, forKey: .crop)
        try container.encode(verdict, forKey: .verdict)
        try container.encodeIfPresent(reason, forKey: .reason)
        try container.encodeIfPresent(message, forKey: .message)
        try container.encodeIfPresent(known, forKey: .known)
        try container.encodeIfPresent(format, forKey: .format)
        try container.encodeIfPresent(formatMismatch, forKey: .formatMismatch)
        try container.encodeIfPresent(sourceWidth, forKey: .sourceWidth)
        try container.encodeIfPresent(sourceHeight, forKey: .sourceHeight)
        try container.encodeIfPresent(orientation, forKey: .orientation)
        try container.encodeIfPresent(frames, forKey: .frames)
        try container.encodeIfPresent(note, forKey: .note)
        try container.encodeIfPresent(seconds, forKey: .seconds)
    }
}

struct SkippedLine: Encodable {
    var source: RawPath
    var reason: String

    private enum Key: String, CodingKey { case source, sourceBytes, reason }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try ReportedPath(path: source).encode(to: &container, .source, bytes: .sourceBytes)
        try container.encode(reason, forKey: .reason)
    }
}

/// A folder without a collage, of which there is something to say; or an input without a photo.
struct FolderLine: Encodable {
    var kind: String
    var root: RawPath
    var folder: RawPath
    var reason: String?
    var skipped: [SkippedLine]

    private enum Key: String, CodingKey { case kind, root, rootBytes, folder, folderBytes, reason, skipped }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(kind, forKey: .kind)
        try ReportedPath(path: root).encode(to: &container, .root, bytes: .rootBytes)
        try ReportedPath(path: folder).encode(to: &container, .folder, bytes: .folderBytes)
        try container.encodeIfPresent(reason, forKey: .reason)
        try container.encode(skipped, forKey: .skipped)
    }
}

/// An output that was removed.
struct PrunedLine: Encodable {
    var output: RawPath

    private enum Key: String, CodingKey { case kind, output, outputBytes }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode("pruned", forKey: .kind)
        try ReportedPath(path: output).encode(to: &container, .output, bytes: .outputBytes)
    }
}

struct SummaryLine: Encodable {
    struct PeakMemory: Encodable {
        var coordinator, workers: Int
    }
    var kind = "summary"
    var built, unchanged, failed, kept, deferred, photos, ok, damaged, failedPhotos, known, pruned: Int
    var seconds: Double
    var peakMemory: PeakMemory
    /// Null if no worker ran.
    var libvips: String?
    var exit: Int32

    private enum CodingKeys: String, CodingKey {
        case kind, built, unchanged, failed, kept, deferred, photos, ok, damaged, failedPhotos, known, pruned
        case seconds
        case peakMemory, libvips, exit
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .kind)
        for (key, count) in [
            (CodingKeys.built, built), (.unchanged, unchanged), (.failed, failed), (.kept, kept),
            (.deferred, deferred), (.photos, photos), (.ok, ok), (.damaged, damaged),
            (.failedPhotos, failedPhotos), (.known, known), (.pruned, pruned),
        ] {
            try container.encode(count, forKey: key)
        }
        try container.encode(seconds, forKey: .seconds)
        try container.encode(peakMemory, forKey: .peakMemory)
        try container.encode(libvips, forKey: .libvips)
        try container.encode(exit, forKey: .exit)
    }
}

extension SummaryLine {
    /// Of a run that could not begin.
    init(notBegun status: ExitStatus) {
        self.init(
            built: 0, unchanged: 0, failed: 0, kept: 0, deferred: 0, photos: 0, ok: 0, damaged: 0,
            failedPhotos: 0, known: 0, pruned: 0, seconds: 0,
            peakMemory: PeakMemory(coordinator: ProcessMemory.peak, workers: 0), libvips: nil,
            exit: status.rawValue)
    }
}
