// The tiles of one page: opened ahead, painted by whichever worker is free, tried again where one is lost.

import Layout
import Streams
import Wire

/// Paints one page: its ground, and the tiles on it by as many workers as there are.
final class PagePainting {
    private let plan: PagePlan
    private let canvas: Canvas
    private let settings: TilePainter.Settings
    private let opener: PhotoOpener
    private let workers: WorkerPool

    init(
        _ plan: PagePlan, on canvas: Canvas, settings: TilePainter.Settings, opener: PhotoOpener,
        workers: WorkerPool
    ) {
        self.plan = plan
        self.canvas = canvas
        self.settings = settings
        self.opener = opener
        self.workers = workers
    }

    /// Once the whole canvas has the background's colour.
    var ground: some Publisher<Reply, PaintFailure> {
        reply(to: .paintGround(GroundRequest(canvas: canvas.reference, colour: settings.background)))
    }

    /// The tiles as they get done.
    var tiles: some Publisher<PaintedTile, PaintFailure> {
        // Two more than there are workers, so that none waits for the next photo.
        let most = settings.jobs + 2
        return ReadAhead(plan, opener: opener, inUse: most)
            .setFailureType(to: PaintFailure.self)
            .flatMap(maxPublishers: .max(most)) { [self] opened in paintTile(of: opened) }
    }

    // MARK: Tiles

    private func paintTile(of opened: ReadAhead.Output) -> Answer<PaintedTile, PaintFailure> {
        Answer { [self] promise in
            decode(opened.photo, at: opened.index, attempt: 0, for: promise) { [self] result in
                // What is usual makes no stream of its own.
                switch result {
                case .success(let tile): promise.fulfil(.success(tile))
                case .failure(let failure): promise.follow(mend(failure, at: opened.index))
                }
            }
        }
    }

    /// Why a tile is not there yet.
    private enum TileFailure: Error {
        case lostWorker(WorkerLoss)
        /// The photo does not show; its cell may be half painted.
        case nothingShown(TileResult)

        /// Whether it may be another time: a worker was lost, or the photo was being written.
        var mayPass: Bool {
            switch self {
            case .lostWorker: true
            case .nothingShown(let result): result.fault?.reason == .changedWhileReading
            }
        }
    }

    private func decode(
        _ opened: PhotoOpener.Opened, at index: Int, attempt: Int, for waiter: any Awaited,
        then: @escaping (Result<PaintedTile, TileFailure>) -> Void
    ) {
        switch opened {
        case .failure(let fault): then(.failure(.nothingShown(TileResult(fault: fault))))
        case .success(let photo):
            workers.ask(task(for: photo, at: index, attempt: attempt), for: waiter) { [self] reply in
                then(tile(at: index, as: reply))
            }
        }
    }

    private func task(for photo: OpenPhoto, at index: Int, attempt: Int) -> WorkerTask {
        let request = TileRequest(
            canvas: canvas.reference, cell: plan.sheet.cells[index], fit: plan.settings.fit,
            upscale: settings.upscale, ground: settings.background, maxPixels: settings.maxPixels,
            allowance: settings.allowance, index: index, attempt: attempt)
        return WorkerTask(
            request: .paintTile(request), canvas: canvas, photos: [photo], order: plan.number,
            needsFreshWorker: attempt > 0, cpuLimit: settings.cpuLimit)
    }

    private func tile(
        at index: Int, as reply: Result<Reply, WorkerLoss>
    ) -> Result<PaintedTile, TileFailure> {
        switch reply {
        case .failure(let loss): return .failure(.lostWorker(loss))
        case .success(.tile(let result)):
            let tile = tile(at: index, result)
            return tile.verdict == .failed ? .failure(.nothingShown(result)) : .success(tile)
        case .success: preconditionFailure("the pool let a reply of another kind pass")
        }
    }

    private func tile(at index: Int, _ result: TileResult) -> PaintedTile {
        PaintedTile(
            index: index, photo: plan.photos[index].photo, cell: plan.sheet.cells[index], result: result)
    }

    /// Tries a tile once more where that may help; else its photo is shown as missing.
    private func mend(_ failure: TileFailure, at index: Int) -> AnyPublisher<PaintedTile, PaintFailure> {
        guard failure.mayPass else { return giveUp(failure, at: index) }
        // As it is now: it may have changed since it was found. The next run sees that, and looks again.
        let photo = FoundPhoto(path: plan.photos[index].photo.path, identity: nil)
        return cover(plan.sheet.cells[index], with: .none)
            .flatMap { [self] _ in
                opener.open([photo], of: plan.source, order: plan.number)
                    .setFailureType(to: TileFailure.self)
                    .flatMap { opened in
                        Answer { [self] promise in
                            decode(opened[0], at: index, attempt: 1, for: promise) { promise.fulfil($0) }
                        }
                    }
                    .catch { [self] in giveUp($0, at: index) }
            }
            .eraseToAnyPublisher()
    }

    private func giveUp(_ failure: TileFailure, at index: Int) -> AnyPublisher<PaintedTile, PaintFailure> {
        switch failure {
        case .lostWorker(.unavailable(let why)):
            Fail(error: .run(.workerUnavailable(why))).eraseToAnyPublisher()
        case .lostWorker(.lost(let fault)): paintSign(for: tile(at: index, TileResult(fault: fault)))
        case .nothingShown(let result): paintSign(for: tile(at: index, result))
        }
    }

    private func paintSign(for tile: PaintedTile) -> AnyPublisher<PaintedTile, PaintFailure> {
        cover(tile.cell, with: settings.onError == .placeholder ? .missingPhoto : .none)
            .map { _ in tile }.eraseToAnyPublisher()
    }

    /// Covers what a photo may have left in its cell.
    private func cover(_ cell: PixelRect, with sign: SignRequest.Sign) -> some Publisher<Reply, PaintFailure>
    {
        reply(
            to: .paintSign(
                SignRequest(canvas: canvas.reference, cell: cell, sign: sign, ground: settings.background)))
    }

    /// Has something painted that no photo is to blame for; a worker that is lost twice fails the collage.
    private func reply(to request: Request) -> some Publisher<Reply, PaintFailure> {
        workers.reply(
            to: WorkerTask(request: request, canvas: canvas, order: plan.number, cpuLimit: canvas.cpuLimit)
        )
        .retry(1)
        .mapError(PaintFailure.init)
    }
}
