// dropFirst: all but the first values.

extension Publishers {
    /// A publisher of the values of another without the first ones.
    public struct Drop<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose first values are dropped.
        public let upstream: Upstream

        /// How many values are dropped.
        public let count: Int

        /// Makes a publisher without the first `count` values, a number that must not be negative.
        @inlinable
        public init(upstream: Upstream, count: Int) {
            precondition(count >= 0, "dropFirst can't drop a negative number of values")
            self.upstream = upstream
            self.count = count
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(
                Stepping<Output, Int, Output, Failure, Failure>(
                    "Drop", state: count, opening: count == 0 ? .wait : .ask(.max(count)),
                    downstream: subscriber
                ) { remaining, input in
                    guard remaining > 0 else { return .send(input) }
                    remaining -= 1
                    return .drop
                })
        }
    }
}

extension Publishers.Drop: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Drops the first `count` values, which are asked for whether or not downstream wants any.
    @inlinable
    public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> {
        Publishers.Drop(upstream: self, count: count)
    }
}
