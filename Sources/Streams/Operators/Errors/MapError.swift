// mapError: a closure for the error.

extension Publishers {
    /// A publisher that transforms the error of another.
    public struct MapError<Upstream: Publisher, Failure: Error>: Publisher {
        public typealias Output = Upstream.Output

        /// The publisher whose error is transformed.
        public let upstream: Upstream

        /// The closure that transforms the error.
        public let transform: (Upstream.Failure) -> Failure

        /// Makes a publisher with the transformed error.
        @inlinable
        public init(upstream: Upstream, _ map: @escaping (Upstream.Failure) -> Failure) {
            self.upstream = upstream
            self.transform = map
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let transform = self.transform
            upstream.subscribe(
                Relay<Output, Upstream.Failure>(
                    "MapError",
                    subscription: { subscriber.receive(subscription: NamedSubscription("MapError", $0)) },
                    value: { subscriber.receive($0) },
                    completion: { subscriber.receive(completion: $0.mapFailure(transform)) }))
        }
    }
}

extension Publisher {
    /// Transforms the error.
    @inlinable
    public func mapError<E: Error>(_ transform: @escaping (Failure) -> E) -> Publishers.MapError<Self, E> {
        Publishers.MapError(upstream: self, transform)
    }
}
