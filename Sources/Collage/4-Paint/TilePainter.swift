// The fourth stage: ground, then tiles, by as many workers as there are.

import Layout
import Streams
import Wire

/// Paints pages: the pixels are the workers', the order is here.
struct TilePainter {
    struct Settings {
        var fit: Fit
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
                paintGround(of: canvas, order: plan.number)
                    .flatMap { _ in paintTiles(of: plan, on: canvas) }
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
        let tiles = tiles.sorted { $0.index < $1.index }
        if settings.onError == .fail, let failed = tiles.first(where: { $0.verdict == .failed }) {
            canvases.giveBack(canvas)
            let why = failed.result.fault.map { ": \($0.message)" } ?? ""
            let message = "\(failed.photo.path) can't be shown\(why)"
            return .failedPage(plan, CollageFault(reason: .photoFailed, message: message), tiles: tiles)
        }
        return .page(PaintedPage(plan: plan, canvas: canvas, tiles: tiles, started: started))
    }

    private func paintGround(of canvas: Canvas, order: Int) -> AnyPublisher<Reply, PaintFailure> {
        let request = GroundRequest(canvas: canvas.reference, colour: settings.background)
        return reply(to: .paintGround(request), on: canvas, order: order)
    }

    private func paintTiles(of plan: PagePlan, on canvas: Canvas) -> AnyPublisher<[PaintedTile], PaintFailure>
    {
        plan.photos.indices.publisher
            .collect(groups.size)
            .setFailureType(to: PaintFailure.self)
            .flatMap(maxPublishers: .max(groups.count)) { indices in open(indices, of: plan) }
            // Two more than there are workers, so that none waits for the next photo.
            .flatMap(maxPublishers: .max(settings.jobs + 2)) { index, photo in
                paintTile(of: photo, at: index, of: plan, on: canvas)
            }
            .flatMap { tile in paintSignIfNeeded(tile, order: plan.number, on: canvas) }
            .handleEvents(receiveOutput: tileDone)
            .collect()
            .eraseToAnyPublisher()
    }

    /// Photos are opened and read ahead in groups, of which some are on their way at the same time.
    ///
    /// A group takes one call and one turn of the loop, which cost more than opening a photo does.
    private var groups: (size: Int, count: Int) {
        let ahead = max(1, opener.limit - settings.jobs - 2)
        let size = min(4, ahead)
        return (size, max(1, ahead / size))
    }

    private func open(
        _ indices: [Int], of plan: PagePlan
    ) -> some Publisher<(Int, PhotoOpener.Opened), PaintFailure> {
        opener.open(indices.map { plan.photos[$0].photo }, of: plan.source, order: plan.number)
            .flatMap { opened in zip(indices, opened).publisher }
            .setFailureType(to: PaintFailure.self)
    }

    private func paintTile(
        of photo: PhotoOpener.Opened, at index: Int, of plan: PagePlan, on canvas: Canvas
    ) -> AnyPublisher<PaintedTile, PaintFailure> {
        decode(photo, at: index, of: plan, on: canvas, attempt: 0)
            .catch { _ in
                // Once more, in a worker that has done nothing else.
                opener.open([plan.photos[index].photo], of: plan.source, order: plan.number)
                    .flatMap { decode($0[0], at: index, of: plan, on: canvas, attempt: 1) }
            }
            .catch { loss -> AnyPublisher<TileResult, PaintFailure> in
                switch loss {
                case .lost(let fault):
                    Just(TileResult(fault: fault)).setFailureType(to: PaintFailure.self).eraseToAnyPublisher()
                case .unavailable(let why):
                    Fail(error: .run(.workerUnavailable(why))).eraseToAnyPublisher()
                }
            }
            .map { result in
                PaintedTile(
                    index: index, photo: plan.photos[index].photo, cell: plan.sheet.cells[index],
                    result: result)
            }
            .eraseToAnyPublisher()
    }

    /// Has an open photo painted; what is wrong with the photo is a result, a lost worker a failure.
    private func decode(
        _ photo: PhotoOpener.Opened, at index: Int, of plan: PagePlan, on canvas: Canvas, attempt: Int
    ) -> AnyPublisher<TileResult, WorkerLoss> {
        switch photo {
        case .failure(let fault):
            return Just(TileResult(fault: fault)).setFailureType(to: WorkerLoss.self).eraseToAnyPublisher()
        case .success(let photo):
            let request = TileRequest(
                canvas: canvas.reference, cell: plan.sheet.cells[index], fit: settings.fit,
                upscale: settings.upscale, ground: settings.background, maxPixels: settings.maxPixels,
                allowance: settings.allowance, index: index, attempt: attempt)
            let task = WorkerTask(
                request: .paintTile(request), canvas: canvas, photos: [photo], order: plan.number,
                needsFreshWorker: attempt > 0, cpuLimit: settings.cpuLimit)
            return workers.reply(to: task).map { reply in
                guard case .tile(let result) = reply else {
                    preconditionFailure("the pool let a reply of another kind pass")
                }
                return result
            }
            .eraseToAnyPublisher()
        }
    }

    private func paintSignIfNeeded(
        _ tile: PaintedTile, order: Int, on canvas: Canvas
    ) -> AnyPublisher<PaintedTile, PaintFailure> {
        if tile.verdict != .failed {
            return Just(tile).setFailureType(to: PaintFailure.self).eraseToAnyPublisher()
        }
        return paintSign(in: tile.cell, on: canvas, order: order).map { _ in tile }.eraseToAnyPublisher()
    }

    /// Covers what a failed photo may have left in its cell.
    private func paintSign(
        in cell: PixelRect, on canvas: Canvas, order: Int
    ) -> AnyPublisher<Reply, PaintFailure> {
        let sign = SignRequest(
            canvas: canvas.reference, cell: cell,
            sign: settings.onError == .placeholder ? .missingPhoto : .none, ground: settings.background)
        return reply(to: .paintSign(sign), on: canvas, order: order)
    }

    /// Has something painted that no photo is to blame for; a worker that is lost twice fails the collage.
    private func reply(
        to request: Request, on canvas: Canvas, order: Int
    ) -> AnyPublisher<Reply, PaintFailure> {
        workers.reply(
            to: WorkerTask(request: request, canvas: canvas, order: order, cpuLimit: canvas.cpuLimit)
        )
        .retry(1)
        .mapError(PaintFailure.init)
        .eraseToAnyPublisher()
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
