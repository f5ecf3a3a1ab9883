// The fourth stage: a page on a canvas, its ground first, then its tiles.

import Layout
import Streams
import Wire

/// Paints pages: the pixels are the workers', the order is here.
struct TilePainter {
    struct Settings {
        var upscale: Bool
        var background: RGBColour
        var maxPixels: Int
        /// Bytes that a worker may hold for decoding without asking.
        var allowance: Int
        var cpuLimit: TimeSpan
        var onError: ErrorPolicy
        var jobs: Int
    }

    let settings: Settings
    let opener: PhotoOpener
    let workers: WorkerPool
    let canvases: CanvasPool
    let pageBegun: (PagePlan) -> Void
    let tileDone: (PaintedTile) -> Void

    /// Paints a page; what has no page is passed on.
    func paint(_ planned: Planned) -> AnyPublisher<Painted, RunFault> {
        if case .page(let plan) = planned { return paint(plan) }
        return Just(.nothing(planned)).setFailureType(to: RunFault.self).eraseToAnyPublisher()
    }

    private func paint(_ plan: PagePlan) -> AnyPublisher<Painted, RunFault> {
        pageBegun(plan)
        workers.prepare(workers: plan.photos.count)
        let started = MonotonicTime.now
        return canvases.borrow(plan.sheet.canvas)
            .mapError(PaintFailure.collage)
            .flatMap { canvas in
                let painting = PagePainting(
                    plan, on: canvas, settings: settings, opener: opener, workers: workers)
                return painting.ground
                    .flatMap { _ in painting.tiles }
                    .handleEvents(receiveOutput: tileDone)
                    .collect()
                    .mapError { failure in
                        // Others may still be painting on it: it is not for anybody else.
                        canvases.giveUp(canvas)
                        return failure
                    }
                    .map { tiles in finish(plan, canvas, tiles, started) }
            }
            .catch { failure -> AnyPublisher<Painted, RunFault> in
                switch failure {
                case .collage(let fault):
                    Just(.failedPage(plan, fault, tiles: [])).setFailureType(to: RunFault.self)
                        .eraseToAnyPublisher()
                case .run(let fault): Fail(error: fault).eraseToAnyPublisher()
                }
            }
            .eraseToAnyPublisher()
    }

    private func finish(
        _ plan: PagePlan, _ canvas: Canvas, _ tiles: [PaintedTile], _ started: MonotonicTime
    ) -> Painted {
        var tiles = tiles.sorted { $0.index < $1.index }
        for index in tiles.indices {
            guard let fault = tiles[index].result.fault else { continue }
            tiles[index].isKnown = plan.provenance?.knows(fault, of: tiles[index].photo) ?? false
        }
        if settings.onError == .fail, let failed = tiles.first(where: { $0.verdict == .failed }) {
            canvases.giveBack(canvas)
            let why = failed.result.fault.map { ": \($0.message)" } ?? ""
            let message = "\(failed.photo.path) can't be shown\(why)"
            return .failedPage(plan, CollageFault(reason: .photoFailed, message: message), tiles: tiles)
        }
        return .page(PaintedPage(plan: plan, canvas: canvas, tiles: tiles, started: started))
    }
}

/// Why painting stops: one collage's fault, or the whole run's.
enum PaintFailure: Error {
    case collage(CollageFault)
    case run(RunFault)

    init(_ loss: WorkerLoss) {
        switch loss {
        case .lost(let fault):
            self = .collage(CollageFault(reason: .workerLost, message: fault.message))
        case .unavailable(let why): self = .run(.workerUnavailable(why))
        }
    }
}
