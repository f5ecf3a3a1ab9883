// scan and tryScan: each value with the result so far, and every result handed on.

extension Publishers {
    /// A publisher of the results so far, one for each value of another.
    public struct Scan<Upstream: Publisher, Output>: Publisher {
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are added.
        public let upstream: Upstream

        /// The result before the first value, which isn't sent.
        public let initialResult: Output

        /// Makes the next result of the one so far and a value.
        public let nextPartialResult: (Output, Upstream.Output) -> Output

        /// Makes a publisher of the results so far.
        @inlinable
        public init(
            upstream: Upstream,
            initialResult: Output,
            nextPartialResult: @escaping (Output, Upstream.Output) -> Output
        ) {
            self.upstream = upstream
            self.initialResult = initialResult
            self.nextPartialResult = nextPartialResult
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let nextPartialResult = self.nextPartialResult
            upstream.subscribe(
                Stepping<Upstream.Output, Output, Output, Failure, Failure>(
                    "Scan", state: initialResult, downstream: subscriber
                ) {
                    $0 = nextPartialResult($0, $1)
                    return .send($0)
                })
        }
    }

    /// A publisher of the results so far, made by a closure that may fail.
    public struct TryScan<Upstream: Publisher, Output>: Publisher {
        public typealias Failure = any Error

        /// The publisher whose values are added.
        public let upstream: Upstream

        /// The result before the first value, which isn't sent.
        public let initialResult: Output

        /// Makes the next result of the one so far and a value.
        public let nextPartialResult: (Output, Upstream.Output) throws -> Output

        /// Makes a publisher of the results so far.
        @inlinable
        public init(
            upstream: Upstream,
            initialResult: Output,
            nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output
        ) {
            self.upstream = upstream
            self.initialResult = initialResult
            self.nextPartialResult = nextPartialResult
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let nextPartialResult = self.nextPartialResult
            upstream.subscribe(
                Stepping<Upstream.Output, Output, Output, Upstream.Failure, any Error>(
                    throwing: "TryScan", state: initialResult, downstream: subscriber
                ) {
                    $0 = try nextPartialResult($0, $1)
                    return .send($0)
                })
        }
    }
}

extension Publisher {
    /// Hands on, for each value, what the closure makes of the result so far and the value.
    @inlinable
    public func scan<T>(
        _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
    ) -> Publishers.Scan<Self, T> {
        Publishers.Scan(
            upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
    }

    /// The same with a closure that may fail; an error that it throws ends the stream.
    @inlinable
    public func tryScan<T>(
        _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
    ) -> Publishers.TryScan<Self, T> {
        Publishers.TryScan(
            upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
    }
}
