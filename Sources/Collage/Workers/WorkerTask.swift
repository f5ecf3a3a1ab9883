// What is asked of the worker pool, and how it can fail.

import Wire

/// One request, with what the pool needs to know to serve it.
struct WorkerTask {
    var request: Request
    /// The canvas that the request paints on; the pool attaches it where a worker has not mapped it yet.
    var canvas: Canvas?
    /// The photos that it is about, which stay open until it is answered.
    var photos: [OpenPhoto] = []
    /// Where the request writes to.
    var output: FileDescriptor?
    /// The lowest is served first: the page's number.
    var order: Int
    /// Whether only a worker that has served nothing yet will do: a photo that was a worker's last.
    var needsFreshWorker = false
    /// CPU time after which the worker is given up.
    var cpuLimit: TimeSpan
}

/// A task that no worker has answered.
enum WorkerLoss: Error, Hashable {
    /// The worker crashed, ran out of time or stood still; it is dead and reaped.
    case lost(PhotoFault)
    /// Workers can't be started at all.
    case unavailable(String)
}
