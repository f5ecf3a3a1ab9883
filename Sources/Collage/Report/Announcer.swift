// What people are told: lines on the terminal, and errors everywhere.

import Wire

/// Puts outcomes and the end of a run in words.
struct Announcer {
    let settings: RenderSettings
    let console: Console

    func tell(_ outcome: Outcome) {
        switch outcome {
        case .aside(.nothing(let source)):
            guard !settings.allowsEmpty else { return }
            let name = if case .files = source { RawPath("the list") } else { source.root }
            console.error(
                "no photos in (\(name)): is it mounted, and the right folder? --allow-empty accepts it")
        // The journal has lines of its own for all else.
        case _ where console.isLog: break
        case .built(let page, _):
            guard console.isVerbose, let output = page.plan.output else { return }
            console.line("\(output): \(Counted.text(page.tiles.count, "photo"))")
        case .failedPage(let plan, let fault, _):
            console.error("no collage of (\(plan.source.root.appending(plan.folder))): \(fault.message)")
        case .failed(let collage):
            console.error(
                "no collage of (\(collage.source.root.appending(collage.folder))): \(collage.fault.message)")
        case .aside(.unreadable(let source, let folder, let error)):
            console.error(
                "no collage of (\(source.root.appending(folder))): the folder can't be read: \(error)")
        case .planned, .aside(.passedOver): break
        }
    }

    /// What is to be known at the end: faults everywhere, the rest on a terminal.
    func tell(_ summary: RunSummary, status: ExitStatus, seconds: Double) {
        if console.isLog { return }
        if let (path, fault) = summary.firstFault {
            let count = summary.damaged + summary.failedPhotos
            console.error(
                "\(Counted.text(count, "photo")) \(count == 1 ? "is" : "are") damaged or can't be shown, first (\(path)): \(fault.reason.name), \(fault.message);"
                    + (settings.report == nil ? " --report lists all" : " see the report"))
        }
        guard console.isTerminal, !console.isQuiet else { return }
        if summary.lonelyRaws > 0 {
            console.line(
                "passed over without a rendered photo: \(Counted.text(summary.lonelyRaws, "raw file"))")
        }
        let place =
            switch settings.target {
            case .directory(let path), .file(let path): " in \(path)"
            case .standardOutput: ""
            }
        switch status {
        case .stopped:
            console.line("stopped: \(Counted.text(summary.built, "collage"))\(place); run again to go on")
        case .success, .faults:
            let isDry = settings.isDryRun
            let collages = Counted.text(isDry ? summary.planned : summary.built, "collage")
            let photos = Counted.text(isDry ? summary.plannedPhotos : summary.photos, "photo")
            console.line("\(collages) \(isDry ? "would be made " : "")of \(photos)\(place), \(seconds) s")
        case .failure, .usage: break
        }
    }
}
