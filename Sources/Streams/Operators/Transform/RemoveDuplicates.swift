// removeDuplicates and tryRemoveDuplicates: values that differ from the one before.

extension Publishers {
    /// A publisher of those values of another that differ from the one before.
    public struct RemoveDuplicates<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are compared.
        public let upstream: Upstream

        /// Whether the second value is a duplicate of the first, which came right before it.
        public let predicate: (Upstream.Output, Upstream.Output) -> Bool

        /// Makes a publisher of the values that differ from the one before.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output, Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let predicate = self.predicate
            upstream.subscribe(
                Stepping<Output, Output?, Output, Failure, Failure>(
                    "RemoveDuplicates", state: nil, downstream: subscriber
                ) { last, input in
                    let before = last
                    last = input
                    if let before, predicate(before, input) { return .skip }
                    return .send(input)
                })
        }
    }

    /// A publisher of those values of another that differ from the one before, by a closure that may fail.
    public struct TryRemoveDuplicates<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = any Error

        /// The publisher whose values are compared.
        public let upstream: Upstream

        /// Whether the second value is a duplicate of the first, which came right before it.
        public let predicate: (Upstream.Output, Upstream.Output) throws -> Bool

        /// Makes a publisher of the values that differ from the one before.
        @inlinable
        public init(
            upstream: Upstream, predicate: @escaping (Upstream.Output, Upstream.Output) throws -> Bool
        ) {
            self.upstream = upstream
            self.predicate = predicate
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let predicate = self.predicate
            upstream.subscribe(
                Stepping<Output, Output?, Output, Upstream.Failure, any Error>(
                    throwing: "TryRemoveDuplicates", state: nil, downstream: subscriber
                ) { last, input in
                    let before = last
                    last = input
                    if let before, try predicate(before, input) { return .skip }
                    return .send(input)
                })
        }
    }
}

extension Publisher where Output: Equatable {
    /// Hands on the values that differ from the one before.
    @inlinable
    public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> { removeDuplicates(by: ==) }
}

extension Publisher {
    /// Hands on the values that aren't duplicates of the one before.
    ///
    /// The one before is upstream's, whether or not it was handed on.
    @inlinable
    public func removeDuplicates(
        by predicate: @escaping (Output, Output) -> Bool
    ) -> Publishers.RemoveDuplicates<Self> {
        Publishers.RemoveDuplicates(upstream: self, predicate: predicate)
    }

    /// The same with a closure that may fail; an error that it throws ends the stream.
    @inlinable
    public func tryRemoveDuplicates(
        by predicate: @escaping (Output, Output) throws -> Bool
    ) -> Publishers.TryRemoveDuplicates<Self> {
        Publishers.TryRemoveDuplicates(upstream: self, predicate: predicate)
    }
}
