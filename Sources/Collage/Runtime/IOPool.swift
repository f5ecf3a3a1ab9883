// A few threads for calls that may block: opening, listing, syncing, renaming.

import Glibc
import Streams

/// A pool of threads for file system calls; results come back as publishers on the event loop.
///
/// `@unchecked Sendable`: the queue is only touched under the mutex.
final class IOPool: @unchecked Sendable {
    private let loop: EventLoop
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var queue: [@Sendable () -> Void] = []
    private var idleThreads = 0
    private var threads = 0
    private let maxThreads: Int

    /// - Parameter threads: how many calls may block at the same time.
    init(threads: Int, loop: EventLoop) {
        self.loop = loop
        maxThreads = threads
        // Neither is ever destroyed: the threads, which wait on them, live as long as the process.
        mutex = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        condition = .allocate(capacity: 1)
        pthread_cond_init(condition, nil)
    }

    /// Runs the work on a thread of the pool once for each subscriber; the result comes on the event loop.
    func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) -> some Publisher<Value, Never> {
        Deferred {
            Future<Value, Never> { promise in
                let promise = UncheckedBox(promise)
                self.add { promise.value(.success(work())) }
            }
        }
        .receive(on: loop)
    }

    private func add(_ job: @escaping @Sendable () -> Void) {
        pthread_mutex_lock(mutex)
        queue.append(job)
        let needsThread = idleThreads < queue.count && threads < maxThreads
        if needsThread { threads += 1 }
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
        if needsThread { startThread() }
    }

    private func startThread() {
        var thread = pthread_t()
        let pool = Unmanaged.passRetained(self).toOpaque()
        let result = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<IOPool>.fromOpaque(argument).takeRetainedValue().work()
            }, pool)
        precondition(result == 0, "no thread could be started (error \(result))")
        pthread_detach(thread)
    }

    private func work() -> Never {
        while true {
            pthread_mutex_lock(mutex)
            idleThreads += 1
            while queue.isEmpty { pthread_cond_wait(condition, mutex) }
            idleThreads -= 1
            let job = queue.removeFirst()
            pthread_mutex_unlock(mutex)
            job()
        }
    }
}

/// Carries a value to another thread where the type system cannot see that this is safe.
///
/// `@unchecked Sendable`: whoever makes a box hands the value over and no longer uses it.
struct UncheckedBox<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}
