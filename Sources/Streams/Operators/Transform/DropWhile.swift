// drop(while:) and tryDrop(while:): values from the first that fails a condition.

extension Publishers {
    /// A publisher of the values of another from the first that fails a condition.
    public struct DropWhile<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are looked at.
        public let upstream: Upstream

        /// Whether a value is dropped; not asked again after the first that isn't.
        public let predicate: (Upstream.Output) -> Bool

        /// Makes a publisher of the values from the first that fails the condition.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let predicate = self.predicate
            upstream.subscribe(
                Stepping<Output, Bool, Output, Failure, Failure>(
                    "DropWhile", state: true, downstream: subscriber
                ) { isDropping, input in
                    guard isDropping else { return .send(input) }
                    isDropping = predicate(input)
                    return isDropping ? .skip : .send(input)
                })
        }
    }

    /// A publisher of the values of another from the first that fails a condition which may throw.
    public struct TryDropWhile<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = any Error

        /// The publisher whose values are looked at.
        public let upstream: Upstream

        /// Whether a value is dropped; not asked again after the first that isn't.
        public let predicate: (Upstream.Output) throws -> Bool

        /// Makes a publisher of the values from the first that fails the condition.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let predicate = self.predicate
            upstream.subscribe(
                Stepping<Output, Bool, Output, Upstream.Failure, any Error>(
                    throwing: "TryDropWhile", state: true, downstream: subscriber
                ) { isDropping, input in
                    guard isDropping else { return .send(input) }
                    isDropping = try predicate(input)
                    return isDropping ? .skip : .send(input)
                })
        }
    }
}

extension Publisher {
    /// Drops values while they satisfy the condition; one more is asked for in place of each.
    @inlinable
    public func drop(while predicate: @escaping (Output) -> Bool) -> Publishers.DropWhile<Self> {
        Publishers.DropWhile(upstream: self, predicate: predicate)
    }

    /// The same with a condition that may throw; its error ends the stream.
    @inlinable
    public func tryDrop(
        while predicate: @escaping (Output) throws -> Bool
    ) -> Publishers.TryDropWhile<Self> {
        Publishers.TryDropWhile(upstream: self, predicate: predicate)
    }
}
