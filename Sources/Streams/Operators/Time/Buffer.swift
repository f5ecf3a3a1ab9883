// buffer: values that wait for demand, in a place of limited size.

extension Publishers {
    /// How a buffer asks upstream for values.
    public enum PrefetchStrategy: Hashable, Sendable {
        /// For as many as there is room for, and for one more as each leaves.
        case keepFull

        /// For all of them.
        case byRequest
    }

    /// What a buffer does with a value for which there is no room.
    public enum BufferingStrategy<Failure: Error> {
        /// Drops the value.
        case dropNewest

        /// Drops the value that has waited longest.
        case dropOldest

        /// Ends with the error, after what is in the buffer.
        case customError(() -> Failure)
    }

    /// A publisher that keeps values of another until there is demand.
    public struct Buffer<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are kept.
        public let upstream: Upstream

        /// How many values may wait.
        public let size: Int

        /// How upstream is asked.
        public let prefetch: PrefetchStrategy

        /// What happens to a value for which there is no room.
        public let whenFull: BufferingStrategy<Failure>

        /// Makes a publisher that keeps up to `size` values, which must not be negative, nor zero to prefetch.
        @inlinable
        public init(
            upstream: Upstream, size: Int, prefetch: PrefetchStrategy, whenFull: BufferingStrategy<Failure>
        ) {
            precondition(size >= 0, "A buffer can't have a negative size")
            precondition(size > 0 || prefetch == .byRequest, "A buffer without room can't be kept full")
            self.upstream = upstream
            self.size = size
            self.prefetch = prefetch
            self.whenFull = whenFull
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(
                BufferInner(size: size, prefetch: prefetch, whenFull: whenFull, downstream: subscriber))
        }
    }
}

extension Publisher {
    /// Keeps up to `size` values until there is demand for them.
    ///
    /// The end comes after what is kept. With `.keepFull` an upstream that obeys demand never finds the buffer
    /// full.
    @inlinable
    public func buffer(
        size: Int,
        prefetch: Publishers.PrefetchStrategy,
        whenFull: Publishers.BufferingStrategy<Failure>
    ) -> Publishers.Buffer<Self> {
        Publishers.Buffer(upstream: self, size: size, prefetch: prefetch, whenFull: whenFull)
    }
}
