// flatMap: a publisher for each value, their values merged.

extension Publishers {
    /// A publisher that makes a publisher of each value and sends what they all send.
    public struct FlatMap<NewPublisher: Publisher, Upstream: Publisher>: Publisher
    where NewPublisher.Failure == Upstream.Failure {
        public typealias Output = NewPublisher.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose values become publishers.
        public let upstream: Upstream

        /// How many of them run at a time.
        public let maxPublishers: Subscribers.Demand

        /// Makes a publisher of a value.
        public let transform: (Upstream.Output) -> NewPublisher

        /// Makes a publisher of the merged values; `maxPublishers` must be at least one.
        @inlinable
        public init(
            upstream: Upstream,
            maxPublishers: Subscribers.Demand,
            transform: @escaping (Upstream.Output) -> NewPublisher
        ) {
            precondition(maxPublishers > .none, "flatMap must be allowed to run at least one publisher")
            self.upstream = upstream
            self.maxPublishers = maxPublishers
            self.transform = transform
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let inner = FlatMapInner<Upstream.Output, Output, Failure>(
                name: "FlatMap",
                admission: Admission<Upstream.Output>(limit: maxPublishers, budget: nil),
                cost: nil,
                start: { [transform] in $1.start(transform($0), cost: $2) },
                downstream: subscriber)
            subscriber.receive(
                subscription: OperatorSubscription(
                    "FlatMap", request: { inner.request($0) }, cancel: { inner.cancel() }))
            upstream.subscribe(inner)
        }
    }
}

extension Publisher {
    /// Makes a publisher of each value and merges what they send.
    ///
    /// At most `maxPublishers` run at a time, and one more value is asked for as each ends. A publisher that has
    /// finished counts as running while a value of its waits for demand, so that what waits stays bounded; in
    /// Combine it doesn't.
    @inlinable
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited,
        _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<P, Self> where P.Failure == Failure {
        Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
    }
}

// Where one of the two can't fail, it's given the other's type of error.
extension Publisher {
    /// Makes a publisher of each value, which can't fail, and merges what they send.
    @inlinable
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited,
        _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
        flatMap(maxPublishers: maxPublishers) { transform($0).setFailureType(to: Failure.self) }
    }
}

extension Publisher where Failure == Never {
    /// Makes a publisher of each value and merges what they send.
    @inlinable
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited,
        _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<P, Publishers.SetFailureType<Self, P.Failure>> {
        setFailureType(to: P.Failure.self).flatMap(maxPublishers: maxPublishers, transform)
    }

    /// Makes a publisher of each value, which can't fail either, and merges what they send.
    @inlinable
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited,
        _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<P, Self> where P.Failure == Never {
        Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
    }
}
