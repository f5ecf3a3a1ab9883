// collect(): all values in one array, at the end.

extension Publishers {
    /// A publisher that gathers all values of another and sends them as one array when it finishes.
    public struct Collect<Upstream: Publisher>: Publisher {
        public typealias Output = [Upstream.Output]
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are gathered.
        public let upstream: Upstream

        /// Makes a publisher of the one array.
        @inlinable
        public init(upstream: Upstream) { self.upstream = upstream }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Inner(downstream: subscriber))
        }
    }
}

extension Publisher {
    /// Gathers all values and sends them as one array at the end; an error drops them.
    @inlinable
    public func collect() -> Publishers.Collect<Self> { Publishers.Collect(upstream: self) }
}

extension Publishers.Collect {
    @usableFromInline
    final class Inner<Downstream: Subscriber>: Subscriber, CustomStringConvertible
    where Downstream.Input == [Upstream.Output], Downstream.Failure == Upstream.Failure {
        @usableFromInline typealias Input = Upstream.Output
        @usableFromInline typealias Failure = Upstream.Failure

        @usableFromInline let lock = Lock()
        @exclusivity(unchecked) @usableFromInline var downstream: Downstream?
        @exclusivity(unchecked) @usableFromInline var upstream: (any Subscription)?
        @exclusivity(unchecked) @usableFromInline var values: [Input] = []
        @exclusivity(unchecked) @usableFromInline var isDemanded = false
        @exclusivity(unchecked) @usableFromInline var isFinished = false

        @inlinable
        init(downstream: Downstream) { self.downstream = downstream }

        @usableFromInline var description: String { "Collect" }

        @inlinable
        func receive(subscription: any Subscription) {
            let target = lock.withLock { () -> Downstream? in
                guard let downstream, upstream == nil, !isFinished else { return nil }
                upstream = subscription
                return downstream
            }
            guard let target else { return subscription.cancel() }
            target.receive(
                subscription: OperatorSubscription(
                    "Collect", request: { self.request($0) }, cancel: { self.cancel() }))
            // Everything is wanted from upstream, however little downstream wants: it's one array.
            subscription.request(.unlimited)
        }

        @inlinable
        func receive(_ input: Input) -> Subscribers.Demand {
            lock.withLock { if downstream != nil, !isFinished { values.append(input) } }
            return .none
        }

        @inlinable
        func receive(completion: Subscribers.Completion<Failure>) {
            switch completion {
            case .finished:
                let (taken, old) = lock.withLock { () -> (Everything?, (any Subscription)?) in
                    defer { (upstream, isFinished) = (nil, true) }
                    return (isDemanded ? take() : nil, upstream)
                }
                withExtendedLifetime(old) {}
                deliver(taken)
            case .failure:
                let taken = lock.withLock { take() }
                taken?.downstream.receive(completion: completion)
            }
        }

        @inlinable
        func request(_ demand: Subscribers.Demand) {
            deliver(
                lock.withLock {
                    isDemanded = true
                    return isFinished ? take() : nil
                })
        }

        @inlinable
        func cancel() {
            let taken = lock.withLock { take() }
            taken?.upstream?.cancel()
        }

        @usableFromInline typealias Everything = (
            downstream: Downstream, upstream: (any Subscription)?, values: [Input]
        )

        /// Under the lock: ends, and returns what there was.
        @inlinable
        func take() -> Everything? {
            guard let downstream else { return nil }
            defer { (self.downstream, upstream, values, isFinished) = (nil, nil, [], true) }
            return (downstream, upstream, values)
        }

        @inlinable
        func deliver(_ taken: Everything?) {
            guard let taken else { return }
            _ = taken.downstream.receive(taken.values)
            taken.downstream.receive(completion: .finished)
        }
    }
}
