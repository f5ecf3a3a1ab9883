// Outcomes as lines of the report.

import Layout
import Wire

extension Outcome {
    /// The line that tells of it.
    var reportLine: any Encodable & LoggedLine {
        switch self {
        case .built(let page, let written):
            var line = CollageLine(page.plan, status: "built", tiles: page.tiles)
            line.bytes = written.bytes
            line.isIdentical = written.isIdentical ? true : nil
            line.seconds = page.started.distance(to: .now).inRoundedSeconds
            return line
        case .kept(let page, let missing):
            var line = CollageLine(page.plan, status: "kept", tiles: page.tiles)
            line.reason = "photos-missing"
            line.message =
                "the output that is there shows more: now \(Counted.text(missing, "photo")) could not be"
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
        case .aside(let aside): return aside.reportLine
        }
    }
}

extension Aside {
    fileprivate var reportLine: any Encodable & LoggedLine {
        switch self {
        case .passedOver(let source, let folder, let skipped):
            return FolderLine(
                kind: "folder", root: source.root, folder: folder, skipped: skipped.map(SkippedLine.init))
        case .unreadable(let source, let folder, let error):
            return CollageLine(
                root: source.root, folder: folder, status: "failed", reason: "unreadable",
                message: "the folder can't be read: \(error)")
        case .nothing(let source):
            return FolderLine(kind: "input", root: source.root, folder: "", reason: "no-photos", skipped: [])
        case .unchanged(let page):
            let record = page.record
            var line = CollageLine(
                root: page.source.root, folder: page.folder, output: page.output, page: record.page,
                pages: record.pages, status: "unchanged", width: record.canvas.width,
                height: record.canvas.height, bytes: record.file.size,
                tiles: record.faults.map(TileLine.init), skipped: page.skipped.map(SkippedLine.init))
            line.photos = record.photos.count
            line.title = page.title
            return line
        case .deferred(let page):
            var line = CollageLine(page.plan, status: "deferred", tiles: [])
            line.reason = "not-settled"
            line.message = "\(page.newest) is younger than --settle"
            return line
        case .pruned(let output):
            return PrunedLine(output: output)
        case .superseded: preconditionFailure("superseded pages are the pruner's business")
        case .spared(let folder, let why):
            return FolderLine(kind: "spared", root: folder, folder: "", reason: why, skipped: [])
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
        why = plan.provenance?.reason.description
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
        known = tile.isKnown ? true : nil
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
        known = dropped.isKnown ? true : nil
    }

    /// What was reported when the output was made.
    init(_ recorded: RecordedFault) {
        let verdict = recorded.isShown ? PaintedTile.Verdict.damaged : .failed
        self.init(
            index: recorded.index, source: recorded.photo, verdict: verdict.rawValue,
            reason: recorded.fault.reason.name, message: recorded.fault.message, known: true)
    }
}

extension SkippedLine {
    init(_ skipped: SkippedFile) {
        self.init(source: skipped.path, reason: skipped.reason.rawValue)
    }
}
