// The workers: started when there is work, given one task each, replaced when they fail.

import Streams
import Wire

/// Serves tasks with a number of worker processes, the lowest order first.
///
/// Everything runs on the event loop. A worker that crashes, stands still or takes too long costs the task
/// that it had: it is killed *and reaped* before that task fails, so that nobody paints on its rectangle.
final class WorkerPool {
    struct Settings {
        var executable: RawPath
        var jobs: Int
        /// Bytes that a worker can have before the system refuses more.
        var memoryLimit: Int
        /// Bytes for photos that need more than a worker's allowance, all together.
        var largePhotos: Int
        /// Bytes for one photo while no other worker is busy.
        var solePhoto: Int
        var stall: TimeSpan
        /// How long a worker may take to say hello.
        var start = TimeSpan.seconds(30)
    }

    private let settings: Settings
    private let loop: EventLoop
    private var grants: Grants<ObjectIdentifier>
    private var workers: [PooledWorker] = []
    private var queue = TaskQueue<PendingTask>()
    private var ticker: (any Cancellable)?
    private var breaker = StartBreaker()
    /// After a refused start: then it is tried again, and until then it is not.
    private var respawn: (any Cancellable)?

    /// As the workers say; nil if none was started.
    private(set) var libvips: String?
    /// The most private memory that all workers together were seen to hold, in bytes.
    private(set) var peakMemory = 0

    init(settings: Settings, loop: EventLoop) {
        self.settings = settings
        grants = Grants(budget: settings.largePhotos, soleBudget: settings.solePhoto)
        self.loop = loop
    }

    /// The reply to a task, once for each subscriber; it fails when the worker is lost.
    ///
    /// The reply is of the kind that the request asks for. A task that is cancelled is not begun any more.
    func reply(to task: WorkerTask) -> Answer<Reply, WorkerLoss> {
        Answer { [self] promise in ask(task, for: promise) { promise.fulfil($0) } }
    }

    /// The same at once; the task is not begun where nobody waits for its reply any more.
    func ask(
        _ task: WorkerTask, for waiter: any Awaited, then: @escaping (Result<Reply, WorkerLoss>) -> Void
    ) {
        queue.insert(PendingTask(task, for: waiter, finish: then), order: task.order)
        dispatch()
    }

    /// Starts workers ahead of the tasks that will need them, at most as many as there may be.
    func prepare(workers count: Int) {
        while workers.count < min(count, settings.jobs), breaker.verdict == nil, start() {}
    }

    /// Tells the workers to let go of a canvas.
    func release(_ canvas: Canvas) {
        for worker in workers where worker.canvases.remove(canvas.id) != nil {
            try? worker.process.connection.send(Request.release(canvas: canvas.id).bytes)
        }
    }

    /// Ends all workers at once, and waits for their end; what was asked of them stays unanswered.
    func stop() {
        _ = queue.removeAll()
        ticker = nil
        for worker in workers { worker.process.kill() }
        for worker in workers {
            forget(worker)
            worker.process.reapIfItEnds()
        }
        workers = []
    }

    // MARK: Tasks to workers

    private func dispatch() {
        if let why = breaker.verdict {
            let message = "\(settings.executable): \(why)"
            for pending in queue.removeAll() { pending.finish(.failure(.unavailable(message))) }
            return
        }
        queue.serve { $0.waiter.isCancelled }
        if grants.needsStillness { return serveSolePhoto() }
        if queue.isEmpty { return }
        var replaced: PooledWorker?
        queue.serve { pending in
            // Where none can be started, a used one has to do.
            guard pending.task.needsFreshWorker, !breaker.isRefused else {
                guard let worker = mostUsedIdleWorker(except: replaced) else { return false }
                give(pending, to: worker)
                return true
            }
            if let fresh = workers.last(where: { $0.isIdle && $0.served == 0 }) {
                give(pending, to: fresh)
                return true
            }
            // A photo that wants a fresh worker gets the place of a used one, if there is no other.
            let isOneComing = replaced != nil || workers.contains(where: \.isStarting)
            if !isOneComing, workers.count == settings.jobs {
                replaced = mostUsedIdleWorker(except: nil)
            }
            return false
        }
        if let replaced { retire(replaced) }
        let starting = workers.count { $0.isStarting }
        prepare(workers: workers.count - starting + min(queue.count, settings.jobs))
    }

    /// Used ones go first, so that fresh ones are left for those who need them.
    private func mostUsedIdleWorker(except other: PooledWorker?) -> PooledWorker? {
        var found: PooledWorker?
        for worker in workers where worker.isIdle && worker !== other && worker.served >= found?.served ?? 0 {
            found = worker
        }
        return found
    }

    private func give(_ pending: PendingTask, to worker: PooledWorker) {
        let task = pending.task
        var request = task.request
        var descriptors = task.photos.map(\.file.number)
        if let output = task.output { descriptors.append(output.number) }
        if let canvas = task.canvas, worker.canvases.insert(canvas.id).inserted {
            request.attachCanvas()
            descriptors.insert(canvas.memory.descriptor.number, at: 0)
        }
        let limits = WorkerLimits(cpu: task.cpuLimit, stall: settings.stall)
        worker.state = .busy(pending, WorkerWatch(limits: limits, now: .now))
        worker.served += 1
        // A send that fails shows as the end of the connection, which is dealt with there.
        try? worker.process.connection.send(request.bytes, descriptors: descriptors)
        startTicker()
    }

    private func startTicker() {
        guard ticker == nil else { return }
        let interval = TimeSpan(nanoseconds: min(settings.stall.nanoseconds / 10, 100_000_000))
        ticker = loop.schedule(
            after: loop.now.advanced(by: interval), interval: interval, tolerance: 0, options: nil
        ) {
            [weak self] in self?.checkClocks()
        }
    }

    private func checkClocks() {
        var isAnyBusy = false
        for worker in workers {
            guard case .busy(let pending, var watch) = worker.state else { continue }
            isAnyBusy = true
            guard let cpu = worker.process.cpuTime else { continue }
            if let fault = watch.verdict(cpu: cpu, now: .now) {
                worker.state = .dying(pending, fault)
                worker.process.kill()
            } else {
                worker.state = .busy(pending, watch)
            }
        }
        if !isAnyBusy { ticker = nil }
    }

    // MARK: Workers' lives

    /// Starts one more; false where that can't be: the others, if there are any, do its work.
    private func start() -> Bool {
        guard respawn == nil else { return false }
        let process: WorkerProcess
        do throws(SystemError) {
            process = try WorkerProcess(executable: settings.executable, memoryLimit: settings.memoryLimit)
        } catch {
            breaker.wasRefused("\(error)", othersWork: !workers.isEmpty)
            // It may be that the system is short of something for a while.
            respawn = loop.timer(after: .milliseconds(200)) { [weak self] in
                self?.respawn = nil
                self?.dispatch()
            }
            return false
        }
        breaker.started()
        let worker = PooledWorker(process: process)
        workers.append(worker)
        loop.watch(process.connection.socket.number) { [weak self, weak worker] in
            if let self, let worker { receive(from: worker) }
        }
        loop.watch(process.errorOutput.number) { [weak self, weak worker] in
            guard let self, let worker else { return }
            if !worker.process.drainErrorOutput() { loop.unwatch(worker.process.errorOutput.number) }
        }
        worker.startDeadline = loop.timer(after: settings.start) { [weak worker] in
            // Whatever it says from now on comes too late.
            worker?.state = .expired
            worker?.process.kill()
        }
        return true
    }

    /// Receives one packet: where there are more, the loop comes back for them.
    private func receive(from worker: PooledWorker) {
        do {
            switch try worker.process.connection.receive(into: &worker.buffer, waiting: false) {
            case .nothing: return
            case .end: return ended(worker)
            case .packet(let bytes, _): handle(try ReplyEnvelope(bytes: bytes), from: worker)
            }
        } catch {
            // Whatever it says can't be relied on; its end is dealt with as it comes.
            worker.process.kill()
        }
    }

    private func handle(_ envelope: ReplyEnvelope, from worker: PooledWorker) {
        worker.anonymousMemory = envelope.anonymousMemory
        peakMemory = max(peakMemory, workers.reduce(0) { $0 + $1.anonymousMemory })
        switch (envelope.reply, worker.state) {
        case (.hello(let version, let libvips), .starting):
            worker.startDeadline = nil
            self.libvips = libvips
            guard version == WireVersion.current else {
                breaker.isStranger("it is version \(version), not \(WireVersion.current)")
                return dispatch()
            }
            breaker.saidHello()
            worker.state = .idle
            dispatch()
        case (.needsMemory(let bytes), .busy(let pending, let watch)):
            switch grants.request(bytes, by: ObjectIdentifier(worker), order: pending.task.order) {
            case .granted: answerGrant(true, to: worker)
            case .denied: answerGrant(false, to: worker)
            case .wait:
                worker.state = .waiting(pending, watch)
                if grants.needsStillness { serveSolePhoto() }
            }
        case (let reply, .busy(let pending, _)) where !pending.task.request.isAnswered(by: reply):
            let fault = PhotoFault(.crashed, "the worker answered what it was not asked")
            worker.state = .dying(pending, fault)
            worker.process.kill()
        case (let reply, .busy(let pending, _)):
            worker.state = .idle
            releaseGrant(of: worker)
            pending.finish(.success(reply))
            dispatch()
        default:
            // Killed already, and its last words are of no use: its task is tried again or has failed.
            break
        }
    }

    /// Lets a photo have more memory than all large ones together may, once no other worker is at work.
    ///
    /// Until it is done, nothing is given to the others.
    private func serveSolePhoto() {
        let isAnyAtWork = workers.contains { worker in
            switch worker.state {
            case .busy, .dying: true
            case .starting, .expired, .idle, .waiting: false
            }
        }
        if !isAnyAtWork, let owner = grants.admitSole() { answerGrant(to: owner) }
    }

    private func answerGrant(_ isGranted: Bool, to worker: PooledWorker) {
        try? worker.process.connection.send(Request.grant(isGranted).bytes)
    }

    private func releaseGrant(of worker: PooledWorker) {
        for owner in grants.release(ObjectIdentifier(worker)) { answerGrant(to: owner) }
    }

    /// Tells a worker that waited that it has its memory.
    private func answerGrant(to owner: ObjectIdentifier) {
        guard let served = workers.first(where: { ObjectIdentifier($0) == owner }),
            case .waiting(let pending, var watch) = served.state
        else { return }
        watch.pause(until: .now)
        served.state = .busy(pending, watch)
        startTicker()
        answerGrant(true, to: served)
    }

    /// The connection has ended: so has the worker, or it will now.
    private func ended(_ worker: PooledWorker) {
        worker.process.kill()
        forget(worker)
        let how = worker.process.reap()
        workers.removeAll { $0 === worker }
        releaseGrant(of: worker)
        let words = worker.process.lastErrorLine.map { "\(how): \($0)" } ?? how
        switch worker.state {
        case .starting, .expired:
            breaker.endedEarly(words)
        case .idle: break
        case .busy(let pending, _), .waiting(let pending, _):
            pending.finish(.failure(.lost(PhotoFault(.crashed, words))))
        case .dying(let pending, let fault):
            pending.finish(.failure(.lost(fault)))
        }
        dispatch()
    }

    private func retire(_ worker: PooledWorker) {
        worker.process.kill()
        forget(worker)
        _ = worker.process.reap()
        workers.removeAll { $0 === worker }
    }

    private func forget(_ worker: PooledWorker) {
        worker.startDeadline = nil
        loop.unwatch(worker.process.connection.socket.number)
        loop.unwatch(worker.process.errorOutput.number)
        _ = worker.process.drainErrorOutput()
    }
}
