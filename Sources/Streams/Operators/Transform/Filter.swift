// filter and tryFilter: values that a closure lets through.

extension Publishers {
    /// A publisher of those values of another that satisfy a condition.
    ///
    /// It holds no state: upstream's subscription is handed on under its name, and lets go what is here.
    public struct Filter<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are looked at.
        public let upstream: Upstream

        /// Whether a value is handed on.
        public let isIncluded: (Upstream.Output) -> Bool

        /// Makes a publisher of the values that satisfy the condition.
        @inlinable
        public init(upstream: Upstream, isIncluded: @escaping (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.isIncluded = isIncluded
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let isIncluded = self.isIncluded
            upstream.subscribe(
                Relay<Output, Failure>(
                    "Filter",
                    subscription: { subscriber.receive(subscription: NamedSubscription("Filter", $0)) },
                    value: { isIncluded($0) ? subscriber.receive($0) : .max(1) },
                    completion: { subscriber.receive(completion: $0) }))
        }
    }

    /// A publisher of those values of another that satisfy a condition which may fail.
    public struct TryFilter<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = any Error

        /// The publisher whose values are looked at.
        public let upstream: Upstream

        /// Whether a value is handed on.
        public let isIncluded: (Upstream.Output) throws -> Bool

        /// Makes a publisher of the values that satisfy the condition.
        @inlinable
        public init(upstream: Upstream, isIncluded: @escaping (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.isIncluded = isIncluded
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let isIncluded = self.isIncluded
            upstream.subscribe(
                Stepping<Output, Void, Output, Upstream.Failure, any Error>(
                    throwing: "TryFilter", state: (), downstream: subscriber
                ) { try isIncluded($1) ? .send($1) : .skip })
        }
    }
}

extension Publisher {
    /// Hands on the values that satisfy the condition; one more is asked for in place of each that is dropped.
    @inlinable
    public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Self> {
        Publishers.Filter(upstream: self, isIncluded: isIncluded)
    }

    /// Hands on the values that satisfy the condition; an error that it throws ends the stream.
    @inlinable
    public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> Publishers.TryFilter<Self> {
        Publishers.TryFilter(upstream: self, isIncluded: isIncluded)
    }
}

extension Publishers.Filter {
    /// Both conditions in one step.
    @inlinable
    public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Upstream> {
        let first = self.isIncluded
        return Publishers.Filter(upstream: upstream) { first($0) && isIncluded($0) }
    }

    /// Both conditions in one step; an error that the second throws ends the stream.
    @inlinable
    public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> Publishers.TryFilter<Upstream> {
        let first = self.isIncluded
        return Publishers.TryFilter(upstream: upstream) { try first($0) && isIncluded($0) }
    }
}

extension Publishers.TryFilter {
    /// Both conditions in one step; an error that the first throws ends the stream.
    @inlinable
    public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.TryFilter<Upstream> {
        let first = self.isIncluded
        return Publishers.TryFilter(upstream: upstream) { try first($0) && isIncluded($0) }
    }

    /// Both conditions in one step; an error that either throws ends the stream.
    @inlinable
    public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> Publishers.TryFilter<Upstream> {
        let first = self.isIncluded
        return Publishers.TryFilter(upstream: upstream) { try first($0) && isIncluded($0) }
    }
}
