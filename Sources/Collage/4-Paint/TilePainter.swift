// The fourth stage: ground, then tiles, by as many workers as there are.

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
        // Two more than there are workers are opened and read ahead.
        plan.photos.enumerated().publisher
            .setFailureType(to: PaintFailure.self)
            .flatMap(maxPublishers: .max(settings.jobs + 2)) { index, probed in
                paintTile(of: probed.photo, at: index, of: plan, on: canvas)
            }
            .handleEvents(receiveOutput: tileDone)
            .collect()
            .eraseToAnyPublisher()
    }

    private func paintTile(
        of photo: FoundPhoto, at index: Int, of plan: PagePlan, on canvas: Canvas
    ) -> AnyPublisher<PaintedTile, PaintFailure> {
        var attempt = 0
        return Deferred {
            defer { attempt += 1 }
            return decode(photo, at: index, of: plan, on: canvas, attempt: attempt)
        }
        .retry(1)
        .catch { loss -> AnyPublisher<TileResult, PaintFailure> in
            switch loss {
            case .lost(let fault):
                Just(TileResult(fault: fault)).setFailureType(to: PaintFailure.self).eraseToAnyPublisher()
            case .unavailable(let why):
                Fail(error: .run(.workerUnavailable(why))).eraseToAnyPublisher()
            }
        }
        .flatMap { result -> AnyPublisher<PaintedTile, PaintFailure> in
            let cell = plan.sheet.cells[index]
            let tile = PaintedTile(index: index, photo: photo, cell: cell, result: result)
            guard tile.verdict == .failed else {
                return Just(tile).setFailureType(to: PaintFailure.self).eraseToAnyPublisher()
            }
            return paintSign(in: cell, on: canvas, order: plan.number)
                .map { _ in tile }.eraseToAnyPublisher()
        }
        .eraseToAnyPublisher()
    }

    /// Opens the photo and has it painted; what is wrong with the photo is a result, a lost worker a failure.
    private func decode(
        _ photo: FoundPhoto, at index: Int, of plan: PagePlan, on canvas: Canvas, attempt: Int
    ) -> AnyPublisher<TileResult, WorkerLoss> {
        let request = TileRequest(
            canvas: canvas.reference, cell: plan.sheet.cells[index], fit: plan.settings.fit,
            upscale: settings.upscale, ground: settings.background, maxPixels: settings.maxPixels,
            allowance: settings.allowance, index: index, attempt: attempt)
        return opener.open([photo], of: plan.source, order: plan.number) {
            opened -> AnyPublisher<TileResult, WorkerLoss> in
            switch opened[0] {
            case .failure(let fault):
                return Just(TileResult(fault: fault)).setFailureType(to: WorkerLoss.self)
                    .eraseToAnyPublisher()
            case .success(let file):
                let task = WorkerTask(
                    request: .paintTile(request), canvas: canvas, descriptors: [file], order: plan.number,
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
        .eraseToAnyPublisher()
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
