// map: a closure for each value.

extension Publishers {
    /// A publisher that transforms each value of another.
    ///
    /// It holds no state: upstream's subscription is handed on under its name, and lets go what is here.
    public struct Map<Upstream: Publisher, Output>: Publisher {
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are transformed.
        public let upstream: Upstream

        /// The closure that transforms a value.
        public let transform: (Upstream.Output) -> Output

        /// Makes a publisher of the transformed values.
        @inlinable
        public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output) {
            self.upstream = upstream
            self.transform = transform
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let transform = self.transform
            upstream.subscribe(
                Relay<Upstream.Output, Failure>(
                    "Map",
                    subscription: { subscriber.receive(subscription: NamedSubscription("Map", $0)) },
                    value: { subscriber.receive(transform($0)) },
                    completion: { subscriber.receive(completion: $0) }))
        }
    }
}

extension Publisher {
    /// Transforms each value.
    @inlinable
    public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Self, T> {
        Publishers.Map(upstream: self, transform: transform)
    }
}
