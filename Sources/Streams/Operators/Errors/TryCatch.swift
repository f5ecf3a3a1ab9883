// tryCatch: another publisher takes over after an error, or another error ends.

extension Publishers {
    /// A publisher that continues with another one when the first fails, or fails with another error.
    public struct TryCatch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
    where NewPublisher.Output == Upstream.Output {
        public typealias Output = Upstream.Output
        public typealias Failure = any Error

        /// The publisher that may fail.
        public let upstream: Upstream

        /// Makes the publisher that takes over, or throws the error that ends.
        public let handler: (Upstream.Failure) throws -> NewPublisher

        /// Makes a publisher that continues with another after an error.
        @inlinable
        public init(upstream: Upstream, handler: @escaping (Upstream.Failure) throws -> NewPublisher) {
            self.upstream = upstream
            self.handler = handler
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let handler = self.handler
            let inner = CatchInner<Output, Upstream.Failure, any Error>("TryCatch", downstream: subscriber) {
                let next: NewPublisher
                do {
                    next = try handler($0)
                } catch {
                    return $1.finish(with: .failure(error))
                }
                next.subscribe($1.successor { $0 })
            }
            inner.start(upstream)
        }
    }
}

extension Publisher {
    /// Continues with the publisher that the closure makes of an error, or ends with what it throws.
    ///
    /// Unmet demand is carried over.
    @inlinable
    public func tryCatch<P: Publisher>(
        _ handler: @escaping (Failure) throws -> P
    ) -> Publishers.TryCatch<Self, P> where P.Output == Output {
        Publishers.TryCatch(upstream: self, handler: handler)
    }
}
