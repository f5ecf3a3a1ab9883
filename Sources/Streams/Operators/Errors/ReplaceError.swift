// replaceError: a value in place of an error.

extension Publishers {
    /// A publisher that sends a value and finishes when another fails.
    public struct ReplaceError<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Never

        /// The value that is sent in place of the error; it waits for demand like any other.
        public let output: Upstream.Output

        /// The publisher that may fail.
        public let upstream: Upstream

        /// Makes a publisher that doesn't fail.
        @inlinable
        public init(upstream: Upstream, output: Output) {
            self.upstream = upstream
            self.output = output
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
            let output = self.output
            let inner = CatchInner<Output, Upstream.Failure, Never>("ReplaceError", downstream: subscriber) {
                _, inner in
                Just(output).subscribe(inner.successor())
            }
            inner.start(upstream)
        }
    }
}

extension Publishers.ReplaceError: Equatable where Upstream: Equatable, Upstream.Output: Equatable {}

extension Publisher {
    /// Sends the value and finishes in place of an error; the value waits for demand if there is none.
    @inlinable
    public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> {
        Publishers.ReplaceError(upstream: self, output: output)
    }
}
