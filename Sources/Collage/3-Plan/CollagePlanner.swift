// The third stage: chooses and orders photos, divides them into pages, names the outputs.

import Layout
import Streams
import Wire

/// The options of planning.
struct PlanSettings: Sendable {
    var perPage: Int?
    var target: OutputTarget
    var format: OutputFormat
    /// Photos whose header fails are left out before the layout.
    var dropsBrokenHeaders: Bool
    var canvasBytes: Int

    /// All that decides which photos go on which page, as text.
    func text(choosing choice: PhotoChoice) -> String {
        let sort = choice.sort?.rawValue ?? "auto"
        return "sort=\(sort) reverse=\(choice.isReversed) seed=\(choice.seed) limit=\(choice.limit ?? 0)"
            + " sample=\(choice.sample ?? 0) per-page=\(perPage ?? -1) canvas=\(canvasBytes)"
            + " skip=\(dropsBrokenHeaders)"
    }

    /// The names of a collage's pages; nil for standard output.
    func series(of source: InputSource, folder: RawPath) -> OutputSeries? {
        let fileExtension: String
        switch target {
        case .standardOutput: return nil
        case .directory: fileExtension = format.fileExtension
        case .file(let path):
            // As it was written, `.JPG` or `.jpeg` too.
            fileExtension = String(decoding: path.bytes[(path.stem.bytes.count + 1)...], as: UTF8.self)
        }
        return OutputName.base(of: source, folder: folder, in: target)
            .map { OutputSeries(base: $0, fileExtension: fileExtension) }
    }
}

/// Makes pages of collages; touches no file, and keeps nothing but the running number of pages.
final class CollagePlanner {
    let settings: PlanSettings
    private var pagesSoFar = 0

    init(settings: PlanSettings) {
        self.settings = settings
    }

    /// The pages of a collage, or why there are none.
    func pages(of probed: Probed) -> [Planned] {
        switch probed {
        case .collage(let found, let photos): pages(of: found, photos: photos)
        case .aside(let aside): [.aside(aside)]
        }
    }

    private func pages(of found: FoundCollage, photos: [ProbedPhoto]) -> [Planned] {
        var candidates = photos
        var dropped: [DroppedPhoto] = []
        if settings.dropsBrokenHeaders {
            candidates = []
            for photo in photos {
                if case .fault(let fault) = photo.header {
                    dropped.append(DroppedPhoto(photo: photo.photo, fault: fault))
                } else {
                    candidates.append(photo)
                }
            }
        }
        let (chosen, others) = found.settings.choice.choose(from: candidates, isList: found.isList)
        let skipped =
            found.skipped + others.map { SkippedFile(path: $0.photo.path, reason: .notChosen) }

        func failed(_ reason: CollageFaultReason, _ message: String) -> [Planned] {
            let output = settings.series(of: found.source, folder: found.folder)?.path(page: 1, of: 1)
            return [
                .failed(
                    FailedCollage(
                        source: found.source, folder: found.folder, output: output,
                        fault: CollageFault(reason: reason, message: message), dropped: dropped,
                        skipped: skipped))
            ]
        }
        if let fault = found.fault { return failed(fault.reason, fault.message) }
        guard !chosen.isEmpty else { return failed(.noPhotoLeft, "none of its photos can be shown") }

        let split: PageSplit
        do throws(SheetError) {
            let limits = SheetLimits(format: settings.format, canvasBytes: settings.canvasBytes)
            split = try PageSplit(
                count: chosen.count, layout: found.settings.layout, perPage: settings.perPage, limits: limits)
        } catch {
            return failed(.sheetTooLarge, error.message)
        }
        if settings.target == .standardOutput, split.pages > 1 {
            return failed(
                .sheetTooLarge, "\(split.pages) pages can't go to standard output; use --per-page 0")
        }
        if let rival = rival(of: found, pages: split.pages) {
            return failed(.nameCollision, "its output would take the place of the folder \(rival)")
        }
        let series = settings.series(of: found.source, folder: found.folder)
        return (1...split.pages).map { page in
            let photos = chosen[((page - 1) * split.perPage)...].prefix(split.perPage)
            pagesSoFar += 1
            return .page(
                PagePlan(
                    number: pagesSoFar, source: found.source, folder: found.folder,
                    output: series?.path(page: page, of: split.pages), series: series, page: page,
                    pages: split.pages, settings: found.settings,
                    sheet: found.settings.layout.sheet(count: photos.count, asPageOf: split.perPage)!,
                    photos: Array(photos), dropped: page == 1 ? dropped : [],
                    skipped: page == 1 ? skipped : [], candidates: found.candidates))
        }
    }

    /// The folder whose name one of the outputs would take.
    private func rival(of found: FoundCollage, pages: Int) -> RawPath? {
        guard case .directory = settings.target, !found.rivals.isEmpty else { return nil }
        var taken: Set<RawPath> = []
        for page in 1...pages {
            guard
                let path = settings.series(of: found.source, folder: found.folder)?
                    .path(page: page, of: pages)
            else { return nil }
            // The output's own name, and the folder whose collage would have the page's name.
            taken.insert(path.lastComponent)
            if pages > 1 { taken.insert(path.stem.lastComponent) }
        }
        return found.rivals.first(where: taken.contains)
    }
}
