// The whole way of a photo, from its folder to the collage's file: read this first.
//
//     Scan ──► Probe ──► Plan ──► Paint ──► Write
//
// Between planning and painting, what is as it was when it was written passes by: `Freshness`.
// Values go right, demand goes left. A folder is listed when a plan is wanted; a page is opened when its
// canvas fits in the memory; its tiles are sent when a worker has room. Each stage is a folder of this module.

import Streams

/// The five stages, put together.
struct CollagePipeline {
    let scan: FolderScan
    let grouping: Grouping
    let target: OutputTarget
    /// Of what is no folder's collage.
    let settings: CollageSettings
    let probe: HeaderProbe
    let planner: CollagePlanner
    let freshness: Freshness
    let painter: TilePainter
    let writer: OutputWriter
    let pruner: Pruner
    /// Bytes that the canvases of all open pages may have together.
    let canvasBudget: Int
    /// Pages that may be open at the same time, so that no worker waits while one is finished.
    let openPages: Int

    /// One outcome for each output and for what has none, as they come about.
    var outcomes: some Publisher<Outcome, RunFault> {
        let made =
            planned
            .flatMap(maxPublishers: .max(openPages), budget: canvasBudget, cost: \.canvasBytes) { planned in
                painter.paint(planned).flatMap { painted in writer.write(painted) }
            }
        return pruned(after: made)
    }

    /// What `outcomes` would do, for `--dry-run` and `check`: nothing is painted, and nothing written.
    var dryOutcomes: some Publisher<Outcome, RunFault> {
        pruned(after: planned.map { planned in Outcome(planned) })
    }

    /// The outcomes, and then those of outputs that are removed.
    private func pruned(
        after outcomes: some Publisher<Outcome, RunFault>
    ) -> some Publisher<Outcome, RunFault> {
        outcomes
            .handleEvents(receiveOutput: pruner.observe)
            .filter { outcome in if case .aside(.superseded) = outcome { false } else { true } }
            .append(pruner.outcomes)
    }

    private var planned: some Publisher<Planned, RunFault> {
        scan
            .grouped(by: grouping, for: target, settings: settings)
            .flatMap(maxPublishers: .max(1)) { found in freshness.recall(found) }
            .flatMap(maxPublishers: .max(1)) { found in probe.probe(found) }
            .map { probed in planner.pages(of: probed) }
            .flatMap(maxPublishers: .max(1)) { pages in freshness.judge(pages) }
    }
}
