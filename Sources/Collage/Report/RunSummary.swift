// The counts of a run, and the exit status that they come to.

import Wire

/// Adds up outcomes; pure.
struct RunSummary {
    private(set) var built = 0
    private(set) var unchanged = 0
    private(set) var failed = 0
    private(set) var kept = 0
    private(set) var deferred = 0
    private(set) var planned = 0
    private(set) var pruned = 0
    private(set) var photos = PhotoCounts()
    private(set) var plannedPhotos = 0
    private(set) var lonelyRaws = 0
    private(set) var emptyInputs: [InputSource] = []
    /// A named folder itself that could not be read: there was nothing to do the run with.
    private(set) var hasUnreadableInput = false

    mutating func add(_ outcome: Outcome) {
        switch outcome {
        case .built(let page, _):
            built += 1
            add(page.plan, tiles: page.tiles)
        case .kept(let page, _):
            kept += 1
            add(page.plan, tiles: page.tiles)
        case .failedPage(let plan, _, let tiles):
            failed += 1
            add(plan, tiles: tiles)
        case .failed(let collage):
            failed += 1
            photos.add(collage.dropped)
            add(collage.skipped)
        case .planned(let plan):
            planned += 1
            plannedPhotos += plan.photos.count
            photos.add(plan.dropped)
            add(plan.skipped)
        case .aside(let aside): add(aside)
        }
    }

    private mutating func add(_ aside: Aside) {
        switch aside {
        case .passedOver(_, _, let skipped): add(skipped)
        case .unreadable(_, let folder, _):
            failed += 1
            if folder.isEmpty { hasUnreadableInput = true }
        case .nothing(let source): emptyInputs.append(source)
        case .unchanged(let page):
            unchanged += 1
            photos.add(page.record)
            add(page.skipped)
        case .deferred: deferred += 1
        case .pruned: pruned += 1
        case .spared, .superseded: break
        }
    }

    private mutating func add(_ plan: PagePlan, tiles: [PaintedTile]) {
        photos.add(tiles)
        photos.add(plan.dropped)
        add(plan.skipped)
    }

    private mutating func add(_ skipped: [SkippedFile]) {
        lonelyRaws += skipped.count { $0.reason == .raw }
    }

    /// How the run ended, apart from what it met.
    enum End: Hashable {
        case finished
        case stopped
        case broken(RunFault)
    }

    /// What decides about the exit status, besides what was met.
    struct Strictness: Hashable {
        var allowsEmpty = false
        /// Whether faults count that a run before has reported.
        var countsKnownFaults = false
        /// Whether anything that would be made is told by the status: `collage check`.
        var isCheck = false
    }

    /// The contract's exit status; of several that apply, 2 comes before 1, before 75, before 3.
    func exitStatus(end: End, _ strictness: Strictness = Strictness()) -> ExitStatus {
        if case .broken(let fault) = end { return fault.status }
        if hasUnreadableInput || (!emptyInputs.isEmpty && !strictness.allowsEmpty) { return .failure }
        if end == .stopped { return .stopped }
        if strictness.isCheck, planned + pruned > 0 { return .stale }
        let faults = strictness.countsKnownFaults ? photos.faults : photos.faults - photos.known
        return failed + kept + faults > 0 ? .faults : .success
    }
}

/// What the command exits with.
public enum ExitStatus: Int32, Sendable {
    case success = 0
    case failure = 1
    case usage = 2
    case faults = 3
    /// `check`: something would be made.
    case stale = 4
    /// Another run holds the output directory.
    case held = 73
    case stopped = 75
}
