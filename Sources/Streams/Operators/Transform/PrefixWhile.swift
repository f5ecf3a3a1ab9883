// prefix(while:) and tryPrefix(while:): values up to the first that fails a condition.

extension Publishers {
    /// A publisher of the values of another up to the first that fails a condition.
    public struct PrefixWhile<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are looked at.
        public let upstream: Upstream

        /// Whether a value is handed on and more are wanted.
        public let predicate: (Upstream.Output) -> Bool

        /// Makes a publisher of the values up to the first that fails the condition.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let predicate = self.predicate
            upstream.subscribe(
                Stepping<Output, Void, Output, Failure, Failure>(
                    "PrefixWhile", state: (), downstream: subscriber
                ) { predicate($1) ? .send($1) : .end })
        }
    }

    /// A publisher of the values of another up to the first that fails a condition which may throw.
    public struct TryPrefixWhile<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = any Error

        /// The publisher whose values are looked at.
        public let upstream: Upstream

        /// Whether a value is handed on and more are wanted.
        public let predicate: (Upstream.Output) throws -> Bool

        /// Makes a publisher of the values up to the first that fails the condition.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let predicate = self.predicate
            upstream.subscribe(
                Stepping<Output, Void, Output, Upstream.Failure, any Error>(
                    throwing: "TryPrefixWhile", state: (), downstream: subscriber
                ) { try predicate($1) ? .send($1) : .end })
        }
    }
}

extension Publisher {
    /// Hands on values while they satisfy the condition; the first that doesn't cancels upstream and ends.
    @inlinable
    public func prefix(while predicate: @escaping (Output) -> Bool) -> Publishers.PrefixWhile<Self> {
        Publishers.PrefixWhile(upstream: self, predicate: predicate)
    }

    /// The same with a condition that may throw; its error ends the stream.
    @inlinable
    public func tryPrefix(
        while predicate: @escaping (Output) throws -> Bool
    ) -> Publishers.TryPrefixWhile<Self> {
        Publishers.TryPrefixWhile(upstream: self, predicate: predicate)
    }
}
