// What is remembered of an output that we wrote.

import Layout
import Wire

/// An output as it was written: what it was made of, and how its file looked then.
struct OutputRecord: Hashable, Sendable {
    /// Relative to the output directory.
    var output: RawPath
    /// Real path of the input folder; empty for lists.
    var root: RawPath
    /// Relative to the root.
    var folder: RawPath
    /// From 1.
    var page: Int
    var pages: Int
    var key: PageKey
    /// One for each photo, in order: to say what has changed.
    var photos: [PhotoPrint]
    /// Of all photos that the collage's were chosen from, where choosing them took their headers.
    var candidates: Digest?
    var file: WrittenFile
    var canvas: PixelSize
    /// Bytes that one photo could have: where one was too large, more may change that.
    var photoMemory: Int
    /// The version that painted it: to be known, not to be compared.
    var libvips: String
    /// Of each photo, XXH3 of its content; empty where it was not asked for.
    var contents: [UInt64]
    var faults: [RecordedFault]

    /// Another try may show these photos.
    var transientFaults: Int { faults.count { !$0.fault.reason.isPermanent } }
}

/// A written file's size and time of change: what tells that it is still what we wrote.
struct WrittenFile: Hashable, Sendable {
    var size: Int
    /// Nanoseconds since 1970.
    var modified: Int
}

/// A photo's fault, and of which state of the photo it is.
struct RecordedFault: Hashable, Sendable {
    /// The photo's place on the page; nil for one that was left out before the layout.
    var index: Int?
    var photo: RawPath
    /// Nil where the file could not be looked at.
    var state: WrittenFile?
    /// Whether the photo shows all the same.
    var isShown: Bool
    var fault: PhotoFault

    /// Whether it tells of the same fault in the same bytes.
    func isSame(as fault: PhotoFault, of photo: FoundPhoto) -> Bool {
        self.fault.reason == fault.reason && fault.reason.isPermanent && self.photo == photo.path
            && state == photo.identity.map { WrittenFile($0) }
    }
}

extension WrittenFile {
    init(_ identity: FileIdentity) {
        self.init(size: identity.size, modified: identity.modified)
    }
}

extension OutputRecord {
    /// The record of a page that has just been written.
    init(
        _ page: PaintedPage, as output: RawPath, _ provenance: PageProvenance, file: WrittenFile,
        photoMemory: Int, libvips: String
    ) {
        let plan = page.plan
        self.init(
            output: output, root: plan.source.realRoot, folder: plan.folder, page: plan.page,
            pages: plan.pages, key: provenance.key, photos: plan.photos.map { PhotoPrint($0.photo) },
            candidates: provenance.candidates, file: file,
            canvas: plan.sheet.canvas, photoMemory: photoMemory, libvips: libvips,
            contents: provenance.contents,
            faults: page.tiles.compactMap(RecordedFault.init) + plan.dropped.map(RecordedFault.init))
    }
}

extension RecordedFault {
    fileprivate init?(_ tile: PaintedTile) {
        guard let fault = tile.result.fault else { return nil }
        self.init(
            index: tile.index, photo: tile.photo.path, state: tile.photo.identity.map { WrittenFile($0) },
            isShown: tile.verdict == .damaged, fault: fault)
    }

    fileprivate init(_ dropped: DroppedPhoto) {
        self.init(
            index: nil, photo: dropped.photo.path, state: dropped.photo.identity.map { WrittenFile($0) },
            isShown: false, fault: dropped.fault)
    }
}
