// reduce and tryReduce: one result of all values, at the end.

extension Publishers {
    /// A publisher of the one result that a closure makes of all values of another.
    public struct Reduce<Upstream: Publisher, Output>: Publisher {
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are added.
        public let upstream: Upstream

        /// The result before the first value, sent if there is none.
        public let initial: Output

        /// Makes the next result of the one so far and a value.
        public let nextPartialResult: (Output, Upstream.Output) -> Output

        /// Makes a publisher of the one result.
        @inlinable
        public init(
            upstream: Upstream,
            initial: Output,
            nextPartialResult: @escaping (Output, Upstream.Output) -> Output
        ) {
            self.upstream = upstream
            self.initial = initial
            self.nextPartialResult = nextPartialResult
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let nextPartialResult = self.nextPartialResult
            upstream.subscribe(
                Reducing<Upstream.Output, Output, Output, Failure, Failure>(
                    "Reduce", state: initial, downstream: subscriber,
                    reduce: {
                        $0 = nextPartialResult($0, $1)
                        return false
                    },
                    result: { $0 }))
        }
    }

    /// A publisher of the one result that a closure which may fail makes of all values of another.
    public struct TryReduce<Upstream: Publisher, Output>: Publisher {
        public typealias Failure = any Error

        /// The publisher whose values are added.
        public let upstream: Upstream

        /// The result before the first value, sent if there is none.
        public let initial: Output

        /// Makes the next result of the one so far and a value.
        public let nextPartialResult: (Output, Upstream.Output) throws -> Output

        /// Makes a publisher of the one result.
        @inlinable
        public init(
            upstream: Upstream,
            initial: Output,
            nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output
        ) {
            self.upstream = upstream
            self.initial = initial
            self.nextPartialResult = nextPartialResult
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let nextPartialResult = self.nextPartialResult
            upstream.subscribe(
                Reducing<Upstream.Output, Output, Output, Upstream.Failure, any Error>(
                    throwing: "TryReduce", state: initial, downstream: subscriber,
                    reduce: {
                        $0 = try nextPartialResult($0, $1)
                        return false
                    },
                    result: { $0 }))
        }
    }
}

extension Publisher {
    /// Sends, at the end, what the closure makes of all values, one after the other.
    @inlinable
    public func reduce<T>(
        _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
    ) -> Publishers.Reduce<Self, T> {
        Publishers.Reduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
    }

    /// The same with a closure that may fail; an error that it throws ends the stream.
    @inlinable
    public func tryReduce<T>(
        _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
    ) -> Publishers.TryReduce<Self, T> {
        Publishers.TryReduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
    }
}
