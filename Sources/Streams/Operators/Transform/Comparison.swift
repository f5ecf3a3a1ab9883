// min, max, tryMin and tryMax: the least or greatest value, at the end.

extension Publishers {
    /// A publisher of the value of another that comes last in an order; of equal ones, the first.
    public struct Comparison<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are compared.
        public let upstream: Upstream

        /// Whether the second value comes after the first.
        public let areInIncreasingOrder: (Upstream.Output, Upstream.Output) -> Bool

        /// Makes a publisher of the last in the order.
        @inlinable
        public init(
            upstream: Upstream,
            areInIncreasingOrder: @escaping (Upstream.Output, Upstream.Output) -> Bool
        ) {
            self.upstream = upstream
            self.areInIncreasingOrder = areInIncreasingOrder
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let areInIncreasingOrder = self.areInIncreasingOrder
            upstream.subscribe(
                Reducing<Output, Output?, Output, Failure, Failure>(
                    "Comparison", state: nil, downstream: subscriber,
                    reduce: { best, input in
                        if let known = best, !areInIncreasingOrder(known, input) { return false }
                        best = input
                        return false
                    },
                    result: { $0 }))
        }
    }

    /// A publisher of the value of another that comes last in an order which may fail.
    public struct TryComparison<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = any Error

        /// The publisher whose values are compared.
        public let upstream: Upstream

        /// Whether the second value comes after the first.
        public let areInIncreasingOrder: (Upstream.Output, Upstream.Output) throws -> Bool

        /// Makes a publisher of the last in the order.
        @inlinable
        public init(
            upstream: Upstream,
            areInIncreasingOrder: @escaping (Upstream.Output, Upstream.Output) throws -> Bool
        ) {
            self.upstream = upstream
            self.areInIncreasingOrder = areInIncreasingOrder
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let areInIncreasingOrder = self.areInIncreasingOrder
            upstream.subscribe(
                Reducing<Output, Output?, Output, Upstream.Failure, any Error>(
                    throwing: "TryComparison", state: nil, downstream: subscriber,
                    reduce: { best, input in
                        if let known = best, try !areInIncreasingOrder(known, input) { return false }
                        best = input
                        return false
                    },
                    result: { $0 }))
        }
    }
}

extension Publisher where Output: Comparable {
    /// Sends the least value at the end; the end alone if there is none.
    @inlinable
    public func min() -> Publishers.Comparison<Self> { max(by: >) }

    /// Sends the greatest value at the end; the end alone if there is none.
    @inlinable
    public func max() -> Publishers.Comparison<Self> { max(by: <) }
}

extension Publisher {
    /// Sends the first in the order at the end; of equal ones, the one that came first.
    @inlinable
    public func min(
        by areInIncreasingOrder: @escaping (Output, Output) -> Bool
    ) -> Publishers.Comparison<Self> { max { areInIncreasingOrder($1, $0) } }

    /// Sends the last in the order at the end; of equal ones, the one that came first.
    @inlinable
    public func max(
        by areInIncreasingOrder: @escaping (Output, Output) -> Bool
    ) -> Publishers.Comparison<Self> {
        Publishers.Comparison(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
    }

    /// Sends the first in an order that may fail; an error that it throws ends the stream.
    @inlinable
    public func tryMin(
        by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool
    ) -> Publishers.TryComparison<Self> { tryMax { try areInIncreasingOrder($1, $0) } }

    /// Sends the last in an order that may fail; an error that it throws ends the stream.
    @inlinable
    public func tryMax(
        by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool
    ) -> Publishers.TryComparison<Self> {
        Publishers.TryComparison(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
    }
}
