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
    func paint(_ planned: Planned) -> Answer<Painted, RunFault> {
        Answer { promise in
            if case .page(let plan) = planned {
                paint(plan, for: promise)
            } else {
                promise.fulfil(.success(.nothing(planned)))
            }
        }
    }

    private func paint(_ plan: PagePlan, for promise: Promise<Painted, RunFault>) {
        pageBegun(plan)
        workers.prepare(workers: plan.photos.count)
        let started = MonotonicTime.now
        canvases.borrow(plan.sheet.canvas) { borrowed in
            switch borrowed {
            case .failure(let fault): promise.fulfil(.success(.failedPage(plan, fault, tiles: [])))
            case .success(let canvas):
                promise.follow(tiles(of: plan, on: canvas)) { result in
                    switch result {
                    case .success(let tiles): return .success(finish(plan, canvas, tiles, started))
                    case .failure(let failure):
                        // Others may still be painting on it: it is not for anybody else.
                        canvases.giveUp(canvas)
                        switch failure {
                        case .collage(let fault): return .success(.failedPage(plan, fault, tiles: []))
                        case .run(let fault): return .failure(fault)
                        }
                    }
                }
            }
        }
    }

    /// All tiles of a page, in the order in which they got done, its ground below them.
    private func tiles(of plan: PagePlan, on canvas: Canvas) -> some Publisher<[PaintedTile], PaintFailure> {
        let painting = PagePainting(plan, on: canvas, settings: settings, opener: opener, workers: workers)
        return painting.ground
            .flatMap { _ in painting.tiles }
            .handleEvents(receiveOutput: tileDone)
            .collect()
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
