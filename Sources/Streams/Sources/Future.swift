// Future: one result, later, for whoever asks before or after.

/// A publisher of one value, or of one error, that becomes known once.
///
/// The closure runs at once, in the initialiser. The first call of the promise, from whatever thread, decides;
/// more calls do nothing. A subscriber that comes late gets the same result. The promise keeps the future.
public final class Future<Output, Failure: Error>: Publisher {
    /// A closure to call when the result is known.
    public typealias Promise = (Result<Output, Failure>) -> Void

    @usableFromInline let lock = Lock()
    // Under the lock; the result can be read without it by whoever has been told that it's there.
    @exclusivity(unchecked) @usableFromInline var result: Result<Output, Failure>?
    /// Those who wait, in the order in which they came: the first, and the others, of whom there are seldom any.
    @exclusivity(unchecked) @usableFromInline var first: FutureInner<Output, Failure>?
    @exclusivity(unchecked) @usableFromInline var others: [FutureInner<Output, Failure>] = []
    /// How many of the others were cancelled.
    @exclusivity(unchecked) @usableFromInline var cancelled = 0

    /// Runs the closure, which calls the promise now or later.
    @inlinable
    public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {
        attemptToFulfill { self.fulfil($0) }
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let inner = FutureInner(self, downstream: AnySubscriber(subscriber).relay)
        subscriber.receive(
            subscription: OperatorSubscription(
                "Future", request: { _ in inner.request() }, cancel: { inner.cancel() }))
        // Only now can the result reach it, so that nothing overlaps or precedes the subscription.
        let known = lock.withLock { () -> Result<Output, Failure>? in
            guard result == nil else { return result }
            if first == nil, others.isEmpty { first = inner } else { others.append(inner) }
            return nil
        }
        if let known {
            inner.fulfil(known)
        } else if inner.isCancelled {
            // It may have been before it had its place.
            forget(inner)
        }
    }

    @inlinable
    func fulfil(_ new: Result<Output, Failure>) {
        let served = lock.withLock { () -> (FutureInner<Output, Failure>?, [FutureInner<Output, Failure>]) in
            guard result == nil else { return (nil, []) }
            result = new
            defer { (first, others) = (nil, []) }
            return (first, others)
        }
        served.0?.fulfil(new)
        for inner in served.1 { inner.fulfil(new) }
    }

    /// Forgets one who was cancelled; the others are tidied up when half of them are that.
    @inlinable
    func forget(_ inner: FutureInner<Output, Failure>) {
        lock.withLock {
            if first === inner {
                first = nil
            } else {
                cancelled += 1
                guard cancelled > others.count / 2 else { return }
                others.removeAll(where: \.isCancelled)
                cancelled = 0
            }
        }
    }
}
