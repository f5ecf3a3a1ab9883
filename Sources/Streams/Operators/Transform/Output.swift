// prefix(_:), output(at:) and output(in:): values by their place in the stream.

extension Publishers {
    /// A publisher of those values of another whose places are in a range.
    ///
    /// Demand passes as it is; values before the range are asked for on top of it. The last value of the range
    /// cancels upstream and ends, and no demand is passed while it's being handed on.
    public struct Output<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are counted.
        public let upstream: Upstream

        /// The places of the values that are handed on, from 0.
        public let range: CountableRange<Int>

        /// Makes a publisher of the values in a range, whose bounds must not be negative.
        @inlinable
        public init(upstream: Upstream, range: CountableRange<Int>) {
            precondition(range.lowerBound >= 0, "The place of a value can't be negative")
            self.upstream = upstream
            self.range = range
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let range = self.range
            upstream.subscribe(
                Stepping<Output, Int, Output, Failure, Failure>(
                    "Output", state: 0, opening: range.isEmpty ? .end : .wait, downstream: subscriber
                ) { place, input in
                    place += 1
                    if place <= range.lowerBound { return .skip }
                    return place == range.upperBound ? .sendLast(input) : .send(input)
                })
        }
    }
}

extension Publishers.Output: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Hands on the first `maxLength` values, then cancels upstream and ends; at once if it's 0.
    @inlinable
    public func prefix(_ maxLength: Int) -> Publishers.Output<Self> { output(in: ..<maxLength) }

    /// Hands on the value at the place, counted from 0, then cancels upstream and ends.
    @inlinable
    public func output(at index: Int) -> Publishers.Output<Self> { output(in: index...index) }

    /// Hands on the values at the places, counted from 0, then cancels upstream and ends.
    @inlinable
    public func output<R: RangeExpression>(in range: R) -> Publishers.Output<Self> where R.Bound == Int {
        Publishers.Output(upstream: self, range: range.relative(to: 0..<Int.max))
    }
}
