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
            console.error(
                "no photos in (\(source.place(""))): is it mounted, and the right folder? --allow-empty accepts it"
            )
        // The journal has lines of its own for all else.
        case _ where console.isLog: break
        case .built(let page, _):
            guard console.isVerbose || settings.explains, let output = page.plan.output else { return }
            let why = settings.explains ? page.plan.provenance.map { "; \($0.reason)" } : nil
            console.line("\(output): \(Counted.text(page.tiles.count, "photo"))\(why ?? "")")
        case .kept(let page, let missing):
            console.error(
                "kept as it was (\(page.plan.output ?? "")): now \(Counted.text(missing, "photo")) could not be shown;"
                    + " run again")
        case .failedPage(let plan, let fault, _):
            console.error("no collage of (\(plan.source.place(plan.folder))): \(fault.message)")
        case .failed(let collage):
            console.error(
                "no collage of (\(collage.source.place(collage.folder))): \(collage.fault.message)")
        case .planned: break
        case .aside(let aside): tell(aside)
        }
    }

    private func tell(_ aside: Aside) {
        switch aside {
        case .unreadable(let source, let folder, let error):
            console.error(
                "no collage of (\(source.root.appending(folder))): the folder can't be read: \(error)")
        case .spared(let folder, let why):
            console.error("nothing pruned of (\(folder)): \(why)")
        case .deferred(let page):
            if console.isVerbose || settings.explains, let output = page.plan.output {
                console.line("\(output): deferred, \(page.newest) is younger than --settle")
            }
        case .pruned(let output):
            if console.isVerbose || settings.explains {
                console.line("\(output): \(settings.mode == .render ? "" : "to be ")removed")
            }
        case .nothing, .passedOver, .unchanged, .superseded: break
        }
    }

    /// What is to be known at the end: faults everywhere, the rest on a terminal.
    func tell(_ summary: RunSummary, status: ExitStatus, seconds: Double) {
        if console.isLog { return }
        let photos = summary.photos
        if let (path, fault) = settings.isStrict ? photos.first : photos.firstNews {
            let count = settings.isStrict ? photos.faults : photos.faults - photos.known
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
        case .stale where !settings.wantsAllStale:
            console.line("something would be made\(place); --explain tells what, and why")
        case .success, .faults, .stale:
            let isDry = settings.mode != .render
            let collages = Counted.text(isDry ? summary.planned : summary.built, "collage")
            let counts = isDry ? " of \(Counted.text(summary.plannedPhotos, "photo"))" : ""
            let all = isDry ? "" : " of \(Counted.text(photos.all, "photo")) in all"
            console.line(
                "\(collages) \(isDry ? "would be made" : "made")\(counts)\(others(summary))\(all)\(place), \(seconds) s"
            )
        case .failure, .usage, .held: break
        }
    }

    /// What else became of collages: `, 12 unchanged, 1 deferred`.
    private func others(_ summary: RunSummary) -> String {
        [
            (summary.unchanged, "unchanged"), (summary.kept, "kept"), (summary.deferred, "deferred"),
            (summary.failed, "failed"), (summary.pruned, "removed"),
        ]
        .filter { $0.0 > 0 }.map { ", \($0.0) \($0.1)" }.joined()
    }
}
