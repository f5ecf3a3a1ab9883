// Future: one result, later, for whoever asks before or after.

/// A publisher of one value, or of one error, that becomes known once.
///
/// The closure runs at once, in the initialiser. The first call of the promise, from whatever thread, decides;
/// more calls do nothing. A subscriber that comes late gets the same result. The promise keeps the future.
public final class Future<Output, Failure: Error>: Publisher {
    /// A closure to call when the result is known.
    public typealias Promise = (Result<Output, Failure>) -> Void

    private let lock = Lock()
    private var result: Result<Output, Failure>?
    /// By the order in which they came, so that they are served in it.
    private var waiting: [Int: any FutureWaiter<Output, Failure>] = [:]
    private var nextTicket = 0

    /// Runs the closure, which calls the promise now or later.
    public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {
        attemptToFulfill { self.fulfil($0) }
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let inner = Inner(downstream: subscriber, future: self)
        subscriber.receive(subscription: inner)
        // Only now can the result reach it, so that nothing overlaps or precedes the subscription.
        let known = lock.withLock { () -> Result<Output, Failure>? in
            if result == nil, let ticket = inner.enter(ticket: nextTicket) {
                waiting[ticket] = inner
                nextTicket += 1
            }
            return result
        }
        if let known { inner.fulfil(known) }
    }

    private func fulfil(_ new: Result<Output, Failure>) {
        let served = lock.withLock { () -> [Int: any FutureWaiter<Output, Failure>] in
            guard result == nil else { return [:] }
            result = new
            defer { waiting = [:] }
            return waiting
        }
        for ticket in served.keys.sorted() { served[ticket]?.fulfil(new) }
    }

    fileprivate func leave(ticket: Int) {
        // Returned, so that what it holds is released after the lock.
        _ = lock.withLock { waiting.removeValue(forKey: ticket) }
    }
}

private protocol FutureWaiter<Output, Failure>: AnyObject {
    associatedtype Output
    associatedtype Failure: Error

    func fulfil(_ result: Result<Output, Failure>)
}

extension Future {
    private final class Inner<Downstream: Subscriber>: Subscription, FutureWaiter, CustomStringConvertible
    where Downstream.Input == Output, Downstream.Failure == Failure {
        private let lock = Lock()
        private var downstream: Downstream?
        private var future: Future?
        private var ticket: Int?
        private var isDemanded = false
        private var result: Result<Output, Failure>?

        init(downstream: Downstream, future: Future) {
            self.downstream = downstream
            self.future = future
        }

        var description: String { "Future" }

        /// Notes its place in the future's list, unless it was cancelled before.
        func enter(ticket: Int) -> Int? {
            lock.withLock {
                guard downstream != nil else { return nil }
                self.ticket = ticket
                return ticket
            }
        }

        func request(_ demand: Subscribers.Demand) {
            demand.requireSome()
            let ready = lock.withLock { () -> (Downstream, Result<Output, Failure>)? in
                isDemanded = true
                return takeIfReady()
            }
            deliver(ready)
        }

        func fulfil(_ new: Result<Output, Failure>) {
            let ready = lock.withLock { () -> (Downstream, Result<Output, Failure>)? in
                guard downstream != nil else { return nil }
                result = new
                return takeIfReady()
            }
            deliver(ready)
        }

        func cancel() {
            let (dropped, parent, ticket, value) = lock.withLock {
                defer { (downstream, future, result) = (nil, nil, nil) }
                return (downstream, future, self.ticket, result)
            }
            if let parent, let ticket { parent.leave(ticket: ticket) }
            withExtendedLifetime((dropped, value)) {}
        }

        /// Under the lock: a value needs demand, an error doesn't.
        private func takeIfReady() -> (Downstream, Result<Output, Failure>)? {
            guard let downstream, let result else { return nil }
            if case .success = result, !isDemanded { return nil }
            (self.downstream, self.result) = (nil, nil)
            return (downstream, result)
        }

        private func deliver(_ ready: (Downstream, Result<Output, Failure>)?) {
            guard let (downstream, result) = ready else { return }
            let parent = lock.withLock { () -> Future? in
                defer { future = nil }
                return future
            }
            withExtendedLifetime(parent) {}
            switch result {
            case .success(let value):
                _ = downstream.receive(value)
                downstream.receive(completion: .finished)
            case .failure(let error):
                downstream.receive(completion: .failure(error))
            }
        }
    }
}
