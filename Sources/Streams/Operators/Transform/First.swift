// first: the first value alone.

extension Publishers {
    /// A publisher of the first value of another.
    public struct First<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose first value is handed on.
        public let upstream: Upstream

        /// Makes a publisher of the first value.
        @inlinable
        public init(upstream: Upstream) { self.upstream = upstream }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(
                Reducing<Output, Output?, Output, Failure, Failure>(
                    "First", state: nil, downstream: subscriber,
                    reduce: {
                        $0 = $1
                        return true
                    },
                    result: { $0 }))
        }
    }
}

extension Publishers.First: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Hands on the first value and ends; the end alone if there is none.
    @inlinable
    public func first() -> Publishers.First<Self> { Publishers.First(upstream: self) }
}
