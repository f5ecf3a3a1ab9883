// collect(): all values in one array, at the end.

extension Publishers {
    /// A publisher that gathers all values of another and sends them as one array when it finishes.
    public struct Collect<Upstream: Publisher>: Publisher {
        public typealias Output = [Upstream.Output]
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are gathered.
        public let upstream: Upstream

        /// Makes a publisher of the one array.
        @inlinable
        public init(upstream: Upstream) { self.upstream = upstream }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(
                Reducing<Upstream.Output, Output, Output, Failure, Failure>(
                    "Collect", state: [], downstream: subscriber,
                    reduce: {
                        $0.append($1)
                        return false
                    },
                    result: { $0 }))
        }
    }
}

extension Publishers.Collect: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Gathers all values and sends them as one array at the end; an error drops them.
    @inlinable
    public func collect() -> Publishers.Collect<Self> { Publishers.Collect(upstream: self) }
}
