// first(where:) and tryFirst(where:): the first value that satisfies a condition.

extension Publishers {
    /// A publisher of the first value of another that satisfies a condition.
    public struct FirstWhere<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are looked at.
        public let upstream: Upstream

        /// Whether it is such a value.
        public let predicate: (Upstream.Output) -> Bool

        /// Makes a publisher of the first such value.
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
                    "FirstWhere", state: nil, downstream: subscriber,
                    reduce: {
                        guard predicate($1) else { return false }
                        $0 = $1
                        return true
                    },
                    result: { $0 }))
        }
    }

    /// A publisher of the first value of another that satisfies a condition which may fail.
    public struct TryFirstWhere<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = any Error

        /// The publisher whose values are looked at.
        public let upstream: Upstream

        /// Whether it is such a value.
        public let predicate: (Upstream.Output) throws -> Bool

        /// Makes a publisher of the first such value.
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
                    throwing: "TryFirstWhere", state: nil, downstream: subscriber,
                    reduce: {
                        guard try predicate($1) else { return false }
                        $0 = $1
                        return true
                    },
                    result: { $0 }))
        }
    }
}

extension Publisher {
    /// Hands on the first value that satisfies the condition, and ends; the end alone if there is none.
    @inlinable
    public func first(where predicate: @escaping (Output) -> Bool) -> Publishers.FirstWhere<Self> {
        Publishers.FirstWhere(upstream: self, predicate: predicate)
    }

    /// The same with a condition that may fail; an error that it throws ends the stream.
    @inlinable
    public func tryFirst(
        where predicate: @escaping (Output) throws -> Bool
    ) -> Publishers.TryFirstWhere<Self> {
        Publishers.TryFirstWhere(upstream: self, predicate: predicate)
    }
}
