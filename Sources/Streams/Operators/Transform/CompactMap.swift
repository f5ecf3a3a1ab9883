// compactMap and tryCompactMap: a closure for each value, whose nils are dropped.

extension Publishers {
    /// A publisher of what a closure makes of the values of another, without the nils.
    ///
    /// It holds no state: upstream's subscription is handed on under its name, and lets go what is here.
    public struct CompactMap<Upstream: Publisher, Output>: Publisher {
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are transformed.
        public let upstream: Upstream

        /// Makes what is handed on; nil drops the value.
        public let transform: (Upstream.Output) -> Output?

        /// Makes a publisher of the results that aren't nil.
        @inlinable
        public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output?) {
            self.upstream = upstream
            self.transform = transform
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let transform = self.transform
            upstream.subscribe(
                Relay<Upstream.Output, Failure>(
                    "CompactMap",
                    subscription: { subscriber.receive(subscription: NamedSubscription("CompactMap", $0)) },
                    value: {
                        guard let output = transform($0) else { return .max(1) }
                        return subscriber.receive(output)
                    },
                    completion: { subscriber.receive(completion: $0) }))
        }
    }

    /// A publisher of what a closure that may fail makes of the values of another, without the nils.
    public struct TryCompactMap<Upstream: Publisher, Output>: Publisher {
        public typealias Failure = any Error

        /// The publisher whose values are transformed.
        public let upstream: Upstream

        /// Makes what is handed on; nil drops the value.
        public let transform: (Upstream.Output) throws -> Output?

        /// Makes a publisher of the results that aren't nil.
        @inlinable
        public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output?) {
            self.upstream = upstream
            self.transform = transform
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let transform = self.transform
            upstream.subscribe(
                Stepping<Upstream.Output, Void, Output, Upstream.Failure, any Error>(
                    throwing: "TryCompactMap", state: (), downstream: subscriber
                ) {
                    guard let output = try transform($1) else { return .skip }
                    return .send(output)
                })
        }
    }
}

extension Publisher {
    /// Hands on the results that aren't nil; one more value is asked for in place of each nil.
    @inlinable
    public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> Publishers.CompactMap<Self, T> {
        Publishers.CompactMap(upstream: self, transform: transform)
    }

    /// Hands on the results that aren't nil; an error that the closure throws ends the stream.
    @inlinable
    public func tryCompactMap<T>(
        _ transform: @escaping (Output) throws -> T?
    ) -> Publishers.TryCompactMap<Self, T> {
        Publishers.TryCompactMap(upstream: self, transform: transform)
    }
}

extension Publishers.CompactMap {
    /// Both closures in one step; the second gets no nils.
    @inlinable
    public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> Publishers.CompactMap<Upstream, T> {
        let first = self.transform
        return Publishers.CompactMap(upstream: upstream) { first($0).flatMap(transform) }
    }

    /// Both closures in one step; the second gets no nils.
    @inlinable
    public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.CompactMap<Upstream, T> {
        let first = self.transform
        return Publishers.CompactMap(upstream: upstream) { first($0).map(transform) }
    }
}

extension Publishers.TryCompactMap {
    /// Both closures in one step; the second gets no nils, and either may fail.
    @inlinable
    public func compactMap<T>(
        _ transform: @escaping (Output) throws -> T?
    ) -> Publishers.TryCompactMap<Upstream, T> {
        let first = self.transform
        return Publishers.TryCompactMap(upstream: upstream) { try first($0).flatMap(transform) }
    }
}
