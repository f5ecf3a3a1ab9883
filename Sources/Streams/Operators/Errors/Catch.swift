// catch: another publisher takes over after an error.

extension Publishers {
    /// A publisher that continues with another one when the first fails.
    public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
    where NewPublisher.Output == Upstream.Output {
        public typealias Output = Upstream.Output
        public typealias Failure = NewPublisher.Failure

        /// The publisher that may fail.
        public let upstream: Upstream

        /// Makes the publisher that takes over.
        public let handler: (Upstream.Failure) -> NewPublisher

        /// Makes a publisher that continues with another after an error.
        @inlinable
        public init(upstream: Upstream, handler: @escaping (Upstream.Failure) -> NewPublisher) {
            self.upstream = upstream
            self.handler = handler
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let handler = self.handler
            let inner = CatchInner<Output, Upstream.Failure, Failure>("Catch", downstream: subscriber) {
                handler($0).subscribe($1.successor())
            }
            inner.start(upstream)
        }
    }
}

extension Publisher {
    /// Continues with the publisher that the closure makes of an error; unmet demand is carried over.
    @inlinable
    public func `catch`<P: Publisher>(
        _ handler: @escaping (Failure) -> P
    ) -> Publishers.Catch<Self, P> where P.Output == Output {
        Publishers.Catch(upstream: self, handler: handler)
    }
}
