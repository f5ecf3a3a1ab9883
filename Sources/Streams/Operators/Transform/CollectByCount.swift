// collect(_:): values in arrays of a given length.

extension Publishers {
    /// A publisher that gathers the values of another in arrays of a given length; the last may be shorter.
    public struct CollectByCount<Upstream: Publisher>: Publisher {
        public typealias Output = [Upstream.Output]
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are gathered.
        public let upstream: Upstream

        /// The length of the arrays.
        public let count: Int

        /// Makes a publisher of arrays; `count` must be positive.
        @inlinable
        public init(upstream: Upstream, count: Int) {
            precondition(count > 0, "collect must gather at least one value")
            self.upstream = upstream
            self.count = count
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(CollectByCountInner(downstream: subscriber, count: count))
        }
    }
}

extension Publishers.CollectByCount: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Gathers values in arrays of `count`; what is left at the end comes as a shorter one.
    @inlinable
    public func collect(_ count: Int) -> Publishers.CollectByCount<Self> {
        Publishers.CollectByCount(upstream: self, count: count)
    }
}

@usableFromInline
final class CollectByCountInner<Input, Failure: Error>: Subscriber, CustomStringConvertible {
    @usableFromInline typealias Downstream = AnySubscriber<[Input], Failure>

    @usableFromInline let count: Int
    @usableFromInline let lock = Lock()
    @exclusivity(unchecked) @usableFromInline var downstream: Downstream?
    @exclusivity(unchecked) @usableFromInline var upstream: (any Subscription)?
    @exclusivity(unchecked) @usableFromInline var values: [Input] = []

    @inlinable
    init<S: Subscriber>(downstream: S, count: Int) where S.Input == [Input], S.Failure == Failure {
        self.downstream = AnySubscriber(downstream)
        self.count = count
    }

    @usableFromInline var description: String { "CollectByCount" }

    @inlinable
    func receive(subscription: any Subscription) {
        let target = lock.withLock { () -> Downstream? in
            guard let downstream, upstream == nil else { return nil }
            upstream = subscription
            return downstream
        }
        if let target {
            target.receive(
                subscription: OperatorSubscription(
                    "CollectByCount", request: { self.request($0) }, cancel: { self.cancel() }))
        } else {
            subscription.cancel()
        }
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        let full = lock.withLock { () -> (Downstream, [Input])? in
            guard let downstream else { return nil }
            values.append(input)
            guard values.count == count else { return nil }
            defer { values = [] }
            return (downstream, values)
        }
        guard let (downstream, batch) = full else { return .none }
        return downstream.receive(batch) * count
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        if case .finished = completion {
            let rest = lock.withLock { () -> (Downstream, [Input])? in
                defer { values = [] }
                guard let downstream, !values.isEmpty else { return nil }
                return (downstream, values)
            }
            if let (downstream, batch) = rest { _ = downstream.receive(batch) }
        }
        // Not if downstream has cancelled meanwhile.
        lock.withLock { take() }?.downstream.receive(completion: completion)
    }

    @inlinable
    func request(_ demand: Subscribers.Demand) {
        lock.withLock { upstream }?.request(demand * count)
    }

    @inlinable
    func cancel() {
        let taken = lock.withLock { take() }
        taken?.upstream?.cancel()
    }

    /// Under the lock: ends, and returns what there was.
    @inlinable
    func take() -> (downstream: Downstream, upstream: (any Subscription)?, values: [Input])? {
        guard let downstream else { return nil }
        defer { (self.downstream, upstream, values) = (nil, nil, []) }
        return (downstream, upstream, values)
    }
}
