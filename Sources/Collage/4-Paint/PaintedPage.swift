// What goes from painting on to writing.

import Layout
import Wire

/// A photo's tile, as it came out.
struct PaintedTile: Sendable {
    /// The photo's place on the page.
    var index: Int
    var photo: FoundPhoto
    var cell: PixelRect
    var result: TileResult
    /// Whether its fault was reported by a run before.
    var isKnown = false

    enum Verdict: String, Sendable {
        /// The photo shows, and nothing is wrong with it.
        case ok
        /// The photo shows, but its file is broken.
        case damaged
        /// The photo does not show.
        case failed
    }

    var verdict: Verdict {
        if result.placement == nil { return .failed }
        return result.fault == nil ? .ok : .damaged
    }
}

/// A page with all tiles painted, its canvas not yet encoded.
struct PaintedPage: Sendable {
    var plan: PagePlan
    var canvas: Canvas
    /// In the order of the cells.
    var tiles: [PaintedTile]
    var started: MonotonicTime

    /// Photos that another try may show.
    var transientFaults: Int {
        let faults = tiles.compactMap(\.result.fault) + plan.dropped.map(\.fault)
        return faults.count { !$0.reason.isPermanent }
    }
}

/// What became of something planned, when its tiles are painted.
indirect enum Painted: Sendable {
    case page(PaintedPage)
    /// With the tiles, where it came as far as that.
    case failedPage(PagePlan, CollageFault, tiles: [PaintedTile])
    /// Nothing was there to be painted.
    case nothing(Planned)
}
