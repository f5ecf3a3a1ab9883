// Lock: the package's one mutual exclusion, over pthread_mutex.
import Glibc

/// A mutual exclusion that is taken only for the length of a closure.
///
/// It wraps `pthread_mutex_t` and not `Synchronization.Mutex`, about which ThreadSanitizer reports races that
/// aren't there. The closure decides and returns what to do; code of others (closures, subscribers, `deinit`s
/// of values) runs after it. In debug builds taking the lock twice on a thread traps.
@usableFromInline
package struct Lock: ~Copyable, @unchecked Sendable {  // The mutex is made for sharing and never moves.
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>

    /// Makes an open lock: `pthread_mutex_init`.
    @usableFromInline
    package init() {
        mutex = .allocate(capacity: 1)
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        #if DEBUG
            pthread_mutexattr_settype(&attributes, CInt(PTHREAD_MUTEX_ERRORCHECK))
        #else
            // What is done under it takes less time than falling asleep and being woken: spin for a moment first.
            pthread_mutexattr_settype(&attributes, CInt(PTHREAD_MUTEX_ADAPTIVE_NP))
        #endif
        let status = pthread_mutex_init(mutex, &attributes)
        precondition(status == 0, "pthread_mutex_init failed with \(status)")
        pthread_mutexattr_destroy(&attributes)
    }

    @inlinable
    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs the closure while no other thread is inside: `pthread_mutex_lock`, `pthread_mutex_unlock`.
    @inlinable @inline(__always)
    package func withLock<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let status = pthread_mutex_lock(mutex)
        precondition(status == 0, "The lock is already held by this thread")
        defer { pthread_mutex_unlock(mutex) }
        return try body()
    }
}
