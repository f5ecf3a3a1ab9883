// The bar: how far the run is, on a terminal.

import Streams

/// Shows counts a few times a second; the whole is not known, since folders are listed on demand.
final class ProgressMeter {
    private let console: Console
    private let started = MonotonicTime.now
    private var ticker: (any Cancellable)?
    private var photos = 0
    private var collages = 0
    private var faults = 0
    private var place = ""

    /// - Parameter isOn: whether anything is shown at all.
    init(console: Console, isOn: Bool, loop: EventLoop) {
        self.console = console
        guard isOn else { return }
        ticker = loop.schedule(
            after: loop.now, interval: .milliseconds(100), tolerance: .milliseconds(10), options: nil
        ) { [weak self] in self?.show() }
    }

    func count(_ tile: PaintedTile) {
        photos += 1
        if tile.verdict != .ok { faults += 1 }
    }

    func count(_ outcome: Outcome) {
        guard case .built(let page, _) = outcome else { return }
        collages += 1
        place = page.plan.source.root.appending(page.plan.folder).description
    }

    func end() {
        guard ticker != nil else { return }
        ticker = nil
        console.clear()
    }

    private func show() {
        let seconds = Int(started.distance(to: .now).inSeconds)
        let clock = "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
        let broken = faults > 0 ? ", \(faults) with faults" : ""
        console.show("\(clock)  \(photos) photos\(broken), \(collages) collages  \(place)")
    }
}
