// What a page is made of: as long as none of it changes, the page is fresh.

import Layout
import Wire

/// The version of how pages look: to be raised with every change that makes other pixels of the same photos.
enum RendererRevision {
    static let current = 1
}

/// All that decides how a page looks.
struct PageKey: Hashable, Sendable {
    var revision = RendererRevision.current
    /// The settings that show, as text: see `ShownSettings`.
    var settings: String
    /// Of everything: settings, cells, photos.
    var digest: Digest
    /// One for each photo, in order: only to say what has changed.
    var photos: [PhotoPrint]

    init(settings: String, digest: Digest, photos: [PhotoPrint], revision: Int = RendererRevision.current) {
        (self.revision, self.settings) = (revision, settings)
        (self.digest, self.photos) = (digest, photos)
    }

    init(settings: String, sheet: Sheet, photos: [FoundPhoto]) {
        var bytes = KeyBytes()
        bytes.append(Array(settings.utf8))
        bytes.append(sheet.canvas.width)
        bytes.append(sheet.canvas.height)
        for (photo, cell) in zip(photos, sheet.cells) {
            bytes.append(photo)
            bytes.append(cell.x)
            bytes.append(cell.y)
            bytes.append(cell.width)
            bytes.append(cell.height)
        }
        self.init(settings: settings, digest: Digest(of: bytes), photos: photos.map(PhotoPrint.init))
    }

    /// The key of a collage's candidates, before anything is known of their headers.
    static func candidates(
        settings: String, photos: [FoundPhoto], rivals: [RawPath]
    ) -> Digest {
        var bytes = KeyBytes()
        bytes.append(Array(settings.utf8))
        for rival in rivals { bytes.append(rival) }
        for photo in photos { bytes.append(photo) }
        return Digest(of: bytes)
    }
}

/// A photo in 64 bits: enough to say which one has changed.
struct PhotoPrint: Hashable, Sendable {
    var name: UInt32
    var state: UInt32

    init(name: UInt32, state: UInt32) {
        (self.name, self.state) = (name, state)
    }

    init(_ photo: FoundPhoto) {
        name = UInt32(truncatingIfNeeded: ShortDigest.of(photo.path.bytes))
        var bytes = KeyBytes()
        bytes.append(photo.identity?.size ?? -1)
        bytes.append(photo.identity?.modified ?? 0)
        state = UInt32(truncatingIfNeeded: ShortDigest.of(bytes.bytes))
    }
}
