// The counts of a run, and the exit status that they come to.

import Wire

/// Adds up outcomes; pure.
struct RunSummary {
    private(set) var built = 0
    private(set) var planned = 0
    private(set) var failed = 0
    private(set) var ok = 0
    private(set) var damaged = 0
    private(set) var failedPhotos = 0
    private(set) var lonelyRaws = 0
    private(set) var plannedPhotos = 0
    /// Of the first photo that is damaged or failed.
    private(set) var firstFault: (path: RawPath, fault: PhotoFault)?
    private(set) var emptyInputs: [InputSource] = []
    /// A named folder itself that could not be read: there was nothing to do the run with.
    private(set) var hasUnreadableInput = false

    /// Photos that were looked at.
    var photos: Int { ok + damaged + failedPhotos }

    mutating func add(_ outcome: Outcome) {
        switch outcome {
        case .built(let page, _):
            built += 1
            add(page.plan, tiles: page.tiles)
        case .failedPage(let plan, _, let tiles):
            failed += 1
            add(plan, tiles: tiles)
        case .failed(let collage):
            failed += 1
            add(dropped: collage.dropped)
            add(collage.skipped)
        case .planned(let plan):
            planned += 1
            plannedPhotos += plan.photos.count
            add(dropped: plan.dropped)
            add(plan.skipped)
        case .aside(.passedOver(_, _, let skipped)): add(skipped)
        case .aside(.unreadable(_, let folder, _)):
            failed += 1
            if folder.isEmpty { hasUnreadableInput = true }
        case .aside(.nothing(let source)): emptyInputs.append(source)
        }
    }

    private mutating func add(_ plan: PagePlan, tiles: [PaintedTile]) {
        for tile in tiles {
            switch tile.verdict {
            case .ok: ok += 1
            case .damaged: damaged += 1
            case .failed: failedPhotos += 1
            }
            if firstFault == nil, let fault = tile.result.fault { firstFault = (tile.photo.path, fault) }
        }
        add(dropped: plan.dropped)
        add(plan.skipped)
    }

    private mutating func add(dropped: [DroppedPhoto]) {
        failedPhotos += dropped.count
        if firstFault == nil, let first = dropped.first { firstFault = (first.photo.path, first.fault) }
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

    /// The contract's exit status; of several that apply, 2 comes before 1, before 75, before 3.
    func exitStatus(end: End, allowsEmpty: Bool) -> ExitStatus {
        if case .broken(let fault) = end { return fault.status }
        if hasUnreadableInput || (!emptyInputs.isEmpty && !allowsEmpty) { return .failure }
        if end == .stopped { return .stopped }
        return failed > 0 || damaged > 0 || failedPhotos > 0 ? .faults : .success
    }
}

/// What the command exits with.
public enum ExitStatus: Int32, Sendable {
    case success = 0
    case failure = 1
    case usage = 2
    case faults = 3
    case stopped = 75
}
