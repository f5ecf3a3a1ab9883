// The bar: how far the run is, on a terminal.

import Streams

/// Shows a bar and counts a few times a second.
///
/// The whole is not known, since folders are listed on demand: the bar is of the pages that were begun.
final class ProgressMeter {
    private let console: Console
    private let started = MonotonicTime.now
    private var ticker: (any Cancellable)?
    private var photosBegun = 0
    private var photos = 0
    private var collages = 0
    private var faults = 0
    private var place: RawPath = ""

    /// - Parameter isOn: whether anything is shown at all.
    init(console: Console, isOn: Bool, loop: EventLoop) {
        self.console = console
        guard isOn else { return }
        ticker = loop.schedule(
            after: loop.now, interval: .milliseconds(100), tolerance: .milliseconds(10), options: nil
        ) { [weak self] in self?.show() }
    }

    func begin(_ plan: PagePlan) {
        photosBegun += plan.photos.count
        place = plan.source.root.appending(plan.folder)
    }

    func count(_ tile: PaintedTile) {
        photos += 1
        if tile.verdict != .ok { faults += 1 }
    }

    func count(_ outcome: Outcome) {
        if case .built = outcome { collages += 1 }
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
        let made = "\(Counted.text(photos, "photo"))\(broken), \(Counted.text(collages, "collage"))"
        console.show("\(clock)  \(Self.bar(photos, of: photosBegun))  \(made)  \(place)")
    }

    /// Twenty signs, filled from the left.
    static func bar(_ count: Int, of all: Int) -> String {
        let filled = all > 0 ? min(20, 20 * count / all) : 0
        return "[" + String(repeating: "#", count: filled) + String(repeating: "-", count: 20 - filled) + "]"
    }
}

/// A number and a noun.
enum Counted {
    static func text(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}
