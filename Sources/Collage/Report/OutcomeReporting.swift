// Outcomes as lines of the report.

import Layout
import Wire

extension Outcome {
    /// The line that tells of it.
    var reportLine: any Encodable & LoggedLine {
        switch self {
        case .built(let page, let bytes):
            var line = CollageLine(page.plan, status: "built", tiles: page.tiles)
            line.bytes = bytes
            line.seconds = page.started.distance(to: .now).inRoundedSeconds
            return line
        case .failedPage(let plan, let fault, let tiles):
            var line = CollageLine(plan, status: "failed", tiles: tiles)
            line.reason = fault.reason.rawValue
            line.message = fault.message
            return line
        case .failed(let collage):
            return CollageLine(
                root: collage.source.root, folder: collage.folder, output: collage.output, status: "failed",
                reason: collage.fault.reason.rawValue, message: collage.fault.message,
                tiles: collage.dropped.map(TileLine.init), skipped: collage.skipped.map(SkippedLine.init))
        case .planned(let plan):
            return CollageLine(plan, status: "planned", tiles: [])
        case .aside(.passedOver(let source, let folder, let skipped)):
            return FolderLine(
                kind: "folder", root: source.root, folder: folder, skipped: skipped.map(SkippedLine.init))
        case .aside(.unreadable(let source, let folder, let error)):
            return CollageLine(
                root: source.root, folder: folder, status: "failed", reason: "unreadable",
                message: "the folder can't be read: \(error)")
        case .aside(.nothing(let source)):
            return FolderLine(kind: "input", root: source.root, folder: "", reason: "no-photos", skipped: [])
        }
    }
}

extension CollageLine {
    init(_ plan: PagePlan, status: String, tiles: [PaintedTile]) {
        self.init(
            root: plan.source.root, folder: plan.folder, output: plan.output, page: plan.page,
            pages: plan.pages, title: plan.settings.title, status: status, width: plan.sheet.canvas.width,
            height: plan.sheet.canvas.height,
            tiles: tiles.map(TileLine.init) + plan.dropped.map(TileLine.init),
            skipped: plan.skipped.map(SkippedLine.init))
    }
}

extension TileLine {
    init(_ tile: PaintedTile) {
        let result = tile.result
        self.init(index: tile.index, source: tile.photo.path, verdict: tile.verdict.rawValue)
        // Where the photo's pixels are; of a failed one, where its cell is.
        let rect = result.placement?.rect ?? tile.cell
        (x, y, width, height) = (rect.x, rect.y, rect.width, rect.height)
        if let shown = result.placement?.crop {
            crop = Crop(x: shown.x, y: shown.y, width: shown.width, height: shown.height)
        }
        if let fault = result.fault { (reason, message) = (fault.reason.name, fault.message) }
        if let facts = result.facts {
            format = facts.format
            if !PhotoNaming.extensions(of: facts.format).contains(tile.photo.path.lowercasedExtension) {
                formatMismatch = true
            }
            (sourceWidth, sourceHeight) = (facts.size.width, facts.size.height)
            (orientation, frames) = (facts.orientation, facts.frames)
        }
        note = result.note
        seconds = TimeSpan(nanoseconds: Int64(result.nanoseconds)).inRoundedSeconds
    }

    init(_ dropped: DroppedPhoto) {
        self.init(
            source: dropped.photo.path, verdict: PaintedTile.Verdict.failed.rawValue,
            reason: dropped.fault.reason.name, message: dropped.fault.message)
    }
}

extension SkippedLine {
    init(_ skipped: SkippedFile) {
        self.init(source: skipped.path, reason: skipped.reason.rawValue)
    }
}
