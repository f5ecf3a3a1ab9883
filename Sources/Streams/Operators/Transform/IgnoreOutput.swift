// ignoreOutput: the end alone.

extension Publishers {
    /// A publisher of the end of another, without its values.
    public struct IgnoreOutput<Upstream: Publisher>: Publisher {
        public typealias Output = Never
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are ignored.
        public let upstream: Upstream

        /// Makes a publisher of the end.
        @inlinable
        public init(upstream: Upstream) { self.upstream = upstream }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Never, S.Failure == Failure {
            upstream.subscribe(
                Reducing<Upstream.Output, Void, Never, Failure, Failure>(
                    "IgnoreOutput", state: (), downstream: subscriber,
                    reduce: { _, _ in false },
                    result: { nil }))
        }
    }
}

extension Publishers.IgnoreOutput: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Asks for all values and drops them; only the end is handed on.
    @inlinable
    public func ignoreOutput() -> Publishers.IgnoreOutput<Self> { Publishers.IgnoreOutput(upstream: self) }
}
