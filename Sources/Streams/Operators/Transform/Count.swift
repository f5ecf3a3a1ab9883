// count: how many values there were, at the end.

extension Publishers {
    /// A publisher of the number of values of another.
    public struct Count<Upstream: Publisher>: Publisher {
        public typealias Output = Int
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are counted.
        public let upstream: Upstream

        /// Makes a publisher of the number.
        @inlinable
        public init(upstream: Upstream) { self.upstream = upstream }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Failure {
            upstream.subscribe(
                Reducing<Upstream.Output, Int, Int, Failure, Failure>(
                    "Count", state: 0, downstream: subscriber,
                    reduce: { count, _ in
                        count += 1
                        return false
                    },
                    result: { $0 }))
        }
    }
}

extension Publishers.Count: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Sends the number of values at the end.
    @inlinable
    public func count() -> Publishers.Count<Self> { Publishers.Count(upstream: self) }
}
