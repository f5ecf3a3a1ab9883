// last, last(where:) and tryLast(where:): the last value, or the last that satisfies a condition.

extension Publishers {
    /// A publisher of the last value of another.
    public struct Last<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose last value is handed on.
        public let upstream: Upstream

        /// Makes a publisher of the last value.
        @inlinable
        public init(upstream: Upstream) { self.upstream = upstream }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(
                Reducing<Output, Output?, Output, Failure, Failure>(
                    "Last", state: nil, downstream: subscriber,
                    reduce: {
                        $0 = $1
                        return false
                    },
                    result: { $0 }))
        }
    }

    /// A publisher of the last value of another that satisfies a condition.
    public struct LastWhere<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are looked at.
        public let upstream: Upstream

        /// Whether it is such a value.
        public let predicate: (Upstream.Output) -> Bool

        /// Makes a publisher of the last such value.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let predicate = self.predicate
            upstream.subscribe(
                Reducing<Output, Output?, Output, Failure, Failure>(
                    "LastWhere", state: nil, downstream: subscriber,
                    reduce: {
                        if predicate($1) { $0 = $1 }
                        return false
                    },
                    result: { $0 }))
        }
    }

    /// A publisher of the last value of another that satisfies a condition which may fail.
    public struct TryLastWhere<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = any Error

        /// The publisher whose values are looked at.
        public let upstream: Upstream

        /// Whether it is such a value.
        public let predicate: (Upstream.Output) throws -> Bool

        /// Makes a publisher of the last such value.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let predicate = self.predicate
            upstream.subscribe(
                Reducing<Output, Output?, Output, Upstream.Failure, any Error>(
                    throwing: "TryLastWhere", state: nil, downstream: subscriber,
                    reduce: {
                        if try predicate($1) { $0 = $1 }
                        return false
                    },
                    result: { $0 }))
        }
    }
}

extension Publishers.Last: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Sends the last value at the end; the end alone if there is none.
    @inlinable
    public func last() -> Publishers.Last<Self> { Publishers.Last(upstream: self) }

    /// Sends the last value that satisfies the condition at the end; the end alone if there is none.
    @inlinable
    public func last(where predicate: @escaping (Output) -> Bool) -> Publishers.LastWhere<Self> {
        Publishers.LastWhere(upstream: self, predicate: predicate)
    }

    /// The same with a condition that may fail; an error that it throws ends the stream.
    @inlinable
    public func tryLast(
        where predicate: @escaping (Output) throws -> Bool
    ) -> Publishers.TryLastWhere<Self> {
        Publishers.TryLastWhere(upstream: self, predicate: predicate)
    }
}
