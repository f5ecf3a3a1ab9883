// What the planner gives: pages that are ready to be painted, and collages that can't be.

import Layout
import Wire

/// One page of one collage: everything that it takes to paint and write it.
struct PagePlan: Sendable {
    /// Its number among all pages of the run, from 1: the lowest goes first.
    var number: Int
    var source: InputSource
    var folder: RawPath
    /// Nil for standard output.
    var output: RawPath?
    /// The names of all pages of the collage, and of those that it once had; nil for standard output.
    var series: OutputSeries?
    /// From 1.
    var page: Int
    var pages: Int
    var settings = CollageSettings()
    var sheet: Sheet
    /// One for each cell.
    var photos: [ProbedPhoto]
    /// Left out before the layout, since their headers could not be read; on the first page.
    var dropped: [DroppedPhoto]
    /// On the first page only.
    var skipped: [SkippedFile]
    /// The key of what the photos were chosen from, where that took their headers.
    var candidates: Digest?
    /// Nil before the page was held against the journal, and where there is none.
    var provenance: PageProvenance?
}

/// A photo that `--on-error skip` left out, and why.
struct DroppedPhoto: Hashable, Sendable {
    var photo: FoundPhoto
    var fault: PhotoFault
    /// Whether it was reported by a run before.
    var isKnown = false
}

/// Why a whole collage is not there; the cases are the report's words.
enum CollageFaultReason: String, Sendable {
    case nameCollision = "name-collision"
    case nameTooLong = "name-too-long"
    case sheetTooLarge = "sheet-too-large"
    case photoFailed = "photo-failed"
    case noPhotoLeft = "no-photo-left"
    case noMemory = "no-memory"
    case encodeFailed = "encode-failed"
    case workerLost = "worker-lost"
    case badSettings = "bad-settings"
}

struct CollageFault: Error, Hashable, Sendable {
    var reason: CollageFaultReason
    var message: String
}

/// What goes from planning on to painting.
indirect enum Planned: Sendable {
    case page(PagePlan)
    /// A collage that can't be made; nothing of it is painted.
    case failed(FailedCollage)
    case aside(Aside)

    var plan: PagePlan? {
        if case .page(let plan) = self { plan } else { nil }
    }

    /// Bytes of the canvas that it takes.
    var canvasBytes: Int {
        if case .page(let plan) = self { CanvasPool.capacity(for: plan.sheet.canvas) } else { 0 }
    }
}

struct FailedCollage: Sendable {
    var source: InputSource
    var folder: RawPath
    var output: RawPath?
    var fault: CollageFault
    var dropped: [DroppedPhoto] = []
    var skipped: [SkippedFile] = []
}
