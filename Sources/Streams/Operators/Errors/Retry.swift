// retry: subscribes again after an error.

extension Publishers {
    /// A publisher that subscribes to another again when that fails.
    public struct Retry<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher that may fail.
        public let upstream: Upstream

        /// How many more attempts it gets; nil for as many as it takes.
        public let retries: Int?

        /// Makes a publisher that gives another more attempts.
        @inlinable
        public init(upstream: Upstream, retries: Int?) {
            self.upstream = upstream
            self.retries = retries
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let upstream = self.upstream
            let inner = RetryInner<Output, Failure>(retries: retries, downstream: subscriber) {
                upstream.subscribe($0)
            }
            subscriber.receive(
                subscription: OperatorSubscription(
                    "Retry", request: { inner.request($0) }, cancel: { inner.close().upstream?.cancel() }))
            inner.attempt()
        }
    }
}

extension Publishers.Retry: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Subscribes to this publisher again after an error, at most `retries` times.
    ///
    /// Demand that wasn't met is carried over. Errors that come during the subscription don't deepen the stack.
    @inlinable
    public func retry(_ retries: Int) -> Publishers.Retry<Self> {
        Publishers.Retry(upstream: self, retries: retries)
    }
}

@usableFromInline
final class RetryInner<Input, Failure: Error>: Subscriber, CustomStringConvertible {
    @usableFromInline typealias Subscribe = (RetryInner) -> Void

    @usableFromInline let lock = Lock()
    /// Nil once it's over.
    @exclusivity(unchecked) @usableFromInline var subscribe: Subscribe?
    @exclusivity(unchecked) @usableFromInline var handover: Handover<Input, Failure>
    @usableFromInline var remaining: Int?
    /// A thread is in `attempt`; it makes one more round if an error asks for it.
    @usableFromInline var isAttempting = false
    @usableFromInline var isWanted = false

    @inlinable
    init<S: Subscriber>(retries: Int?, downstream: S, subscribe: @escaping Subscribe)
    where S.Input == Input, S.Failure == Failure {
        self.subscribe = subscribe
        remaining = retries
        handover = Handover(downstream: AnySubscriber(downstream))
    }

    @usableFromInline var description: String { "Retry" }

    /// Subscribes; a loop and not a recursion, because upstream may fail before `subscribe` returns.
    @inlinable
    func attempt() {
        var next = lock.withLock { () -> Subscribe? in
            isWanted = isAttempting
            guard !isAttempting, subscribe != nil else { return nil }
            isAttempting = true
            return subscribe
        }
        while let subscribe = next {
            subscribe(self)
            next = lock.withLock {
                defer { isWanted = false }
                isAttempting = isWanted && self.subscribe != nil
                return isAttempting ? self.subscribe : nil
            }
        }
    }

    @inlinable
    func receive(subscription: any Subscription) {
        guard let demand = lock.withLock({ handover.adopt(subscription) }) else {
            return subscription.cancel()
        }
        if demand > .none { subscription.request(demand) }
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        guard let downstream = lock.withLock({ handover.send() }) else { return .none }
        let more = downstream.receive(input)
        if more > .none { lock.withLock { handover.add(more) } }
        return more
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        if case .failure = completion {
            let (retries, old) = lock.withLock {
                guard remaining != 0, handover.downstream != nil else {
                    return (false, nil as (any Subscription)?)
                }
                remaining = remaining.map { $0 - 1 }
                return (true, handover.release())
            }
            withExtendedLifetime(old) {}
            if retries { return attempt() }
        }
        close().downstream?.receive(completion: completion)
    }

    @inlinable
    func request(_ demand: Subscribers.Demand) {
        lock.withLock { handover.request(demand) }?.request(demand)
    }

    @inlinable
    func close() -> Handover<Input, Failure>.Ends {
        let (ends, subscribe) = lock.withLock {
            defer { self.subscribe = nil }
            return (handover.close(), self.subscribe)
        }
        withExtendedLifetime(subscribe) {}
        return ends
    }
}
