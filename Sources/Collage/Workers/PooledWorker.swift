// A worker as its pool sees it: what it is doing, and what it was given.

import Streams
import Wire

/// A worker as the pool sees it.
final class PooledWorker {
    enum State {
        case starting
        /// Killed, since it did not say hello in time.
        case expired
        case idle
        case busy(PendingTask, WorkerWatch)
        /// For memory, which is not its fault: no clock runs.
        case waiting(PendingTask, WorkerWatch)
        /// Killed, its end not seen yet.
        case dying(PendingTask, PhotoFault)
    }

    let process: WorkerProcess
    var state = State.starting
    var startDeadline: (any Cancellable)?
    /// Tasks that it was given.
    var served = 0
    /// Canvases that it has mapped.
    var canvases: Set<Int> = []
    var anonymousMemory = 0
    var buffer: [UInt8] = []

    init(process: WorkerProcess) { self.process = process }

    var isIdle: Bool { if case .idle = state { true } else { false } }
    var isStarting: Bool { if case .starting = state { true } else { false } }
}

/// A task and who waits for its reply.
final class PendingTask {
    let task: WorkerTask
    let waiter: any Awaited
    let finish: (Result<Reply, WorkerLoss>) -> Void

    init(_ task: WorkerTask, for waiter: any Awaited, finish: @escaping (Result<Reply, WorkerLoss>) -> Void) {
        self.task = task
        self.waiter = waiter
        self.finish = finish
    }
}
