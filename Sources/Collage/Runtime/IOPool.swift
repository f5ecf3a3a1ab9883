// A few threads for calls that may block: opening, listing, syncing, renaming.

import Glibc
import Streams
import Wire

/// A pool of threads for file system calls; results come back as publishers on the event loop.
///
/// A call that hangs, on a dead network share for one, is left behind when its time is over: its thread is
/// replaced, and its result, should it ever come, is dropped.
///
/// `@unchecked Sendable`: the state is only touched under the mutex, which is not a `Lock` since threads wait on it.
final class IOPool: @unchecked Sendable {
    /// One call, on its way through the pool.
    private final class Call {
        /// Runs the call, and gives what is to be done with its result on the event loop.
        let work: @Sendable () -> () -> Void
        /// To be done on the event loop where it takes too long.
        let giveUp: () -> Void
        var started = MonotonicTime.now

        init(work: @escaping @Sendable () -> () -> Void, giveUp: @escaping () -> Void) {
            (self.work, self.giveUp) = (work, giveUp)
        }
    }

    private let loop: EventLoop
    private let deadline: TimeSpan
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var queue: [Call] = []
    private var underWay: [Call] = []
    private var idleThreads = 0
    private var threads = 0
    private let maxThreads: Int
    private var ticker: (any Cancellable)?

    /// - Parameters:
    ///   - threads: how many calls may block at the same time.
    ///   - deadline: how long one may.
    init(threads: Int, deadline: TimeSpan, loop: EventLoop) {
        self.loop = loop
        self.deadline = deadline
        maxThreads = threads
        // Neither is ever destroyed: the threads, which wait on them, live as long as the process.
        mutex = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        condition = .allocate(capacity: 1)
        pthread_cond_init(condition, nil)
    }

    /// Runs the call on a thread of the pool, once for each subscriber; the result comes on the event loop.
    ///
    /// The result is the call's own, or ETIMEDOUT where it takes longer than the pool's deadline.
    func run<Value: Sendable>(
        _ call: @escaping @Sendable () throws(SystemError) -> Value
    ) -> Answer<Result<Value, SystemError>, Never> {
        Answer { promise in self.run(call) { promise.fulfil(.success($0)) } }
    }

    /// The same at once; `then` is called on the event loop.
    func run<Value: Sendable>(
        _ call: @escaping @Sendable () throws(SystemError) -> Value,
        then: @escaping (Result<Value, SystemError>) -> Void
    ) {
        let box = UncheckedBox(then)
        add(
            Call(
                work: {
                    let result = Result(catching: call)
                    return { box.value(result) }
                },
                giveUp: { then(.failure(SystemError("poll", code: ETIMEDOUT))) }))
    }

    private func add(_ call: Call) {
        startTicker()
        let (isOneIdle, needsThread) = withMutex {
            queue.append(call)
            return (idleThreads > 0, countThreadIfNeeded())
        }
        // Not under the mutex, which the thread that is woken takes first.
        if isOneIdle { pthread_cond_signal(condition) }
        if needsThread { startThread() }
    }

    private func withMutex<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }

    /// Under the mutex: whether one more thread is to be started, which is counted then.
    private func countThreadIfNeeded() -> Bool {
        guard idleThreads < queue.count, threads < maxThreads else { return false }
        threads += 1
        return true
    }

    private func startThread() {
        var thread = pthread_t()
        let pool = Unmanaged.passRetained(self)
        let result = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<IOPool>.fromOpaque(argument).takeRetainedValue().work()
                return nil
            }, pool.toOpaque())
        if result == 0 {
            pthread_detach(thread)
            return
        }
        // Those that there are will do it, later.
        pool.release()
        let left = withMutex { () -> Int in
            threads -= 1
            return threads
        }
        precondition(left > 0, "no thread can be started: \(SystemError("pthread_create", code: result))")
    }

    private func work() {
        while true {
            pthread_mutex_lock(mutex)
            idleThreads += 1
            while queue.isEmpty { pthread_cond_wait(condition, mutex) }
            idleThreads -= 1
            let call = queue.removeFirst()
            call.started = .now
            underWay.append(call)
            pthread_mutex_unlock(mutex)
            let deliver = UncheckedBox(call.work())
            // A call that was given up is no longer there: this thread was replaced, and is one too many.
            let isWanted = withMutex { () -> Bool in
                guard let index = underWay.firstIndex(where: { $0 === call }) else { return false }
                underWay.remove(at: index)
                return true
            }
            guard isWanted else { return }
            loop.schedule { deliver.value() }
        }
    }

    private func startTicker() {
        guard ticker == nil else { return }
        let interval = TimeSpan(nanoseconds: min(max(deadline.nanoseconds / 4, 1_000_000), 1_000_000_000))
        ticker = loop.schedule(
            after: loop.now.advanced(by: interval), interval: interval, tolerance: interval, options: nil
        ) { [weak self] in self?.giveUpOnHungCalls() }
    }

    private func giveUpOnHungCalls() {
        let now = MonotonicTime.now
        let (hung, isIdle) = withMutex { () -> ([Call], Bool) in
            func isHung(_ call: Call) -> Bool { call.started.distance(to: now) >= deadline }
            let hung = underWay.filter(isHung)
            underWay.removeAll(where: isHung)
            // Their threads count no more.
            threads -= hung.count
            return (hung, underWay.isEmpty && queue.isEmpty)
        }
        for call in hung { call.giveUp() }
        while withMutex({ countThreadIfNeeded() }) { startThread() }
        if isIdle { ticker = nil }
    }
}
