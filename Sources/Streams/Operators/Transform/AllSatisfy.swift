// allSatisfy and tryAllSatisfy: whether a condition holds for all values, known at the first that fails it.

extension Publishers {
    /// A publisher of whether all values of another satisfy a condition.
    public struct AllSatisfy<Upstream: Publisher>: Publisher {
        public typealias Output = Bool
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are looked at.
        public let upstream: Upstream

        /// Whether a value is as all should be.
        public let predicate: (Upstream.Output) -> Bool

        /// Makes a publisher of whether all values satisfy the condition.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Bool, S.Failure == Failure {
            let predicate = self.predicate
            upstream.subscribe(
                Reducing<Upstream.Output, Bool, Bool, Failure, Failure>(
                    "AllSatisfy", state: true, downstream: subscriber,
                    reduce: {
                        $0 = predicate($1)
                        return !$0
                    },
                    result: { $0 }))
        }
    }

    /// A publisher of whether all values of another satisfy a condition which may fail.
    public struct TryAllSatisfy<Upstream: Publisher>: Publisher {
        public typealias Output = Bool
        public typealias Failure = any Error

        /// The publisher whose values are looked at.
        public let upstream: Upstream

        /// Whether a value is as all should be.
        public let predicate: (Upstream.Output) throws -> Bool

        /// Makes a publisher of whether all values satisfy the condition.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Bool, S.Failure == Failure {
            let predicate = self.predicate
            upstream.subscribe(
                Reducing<Upstream.Output, Bool, Bool, Upstream.Failure, any Error>(
                    throwing: "TryAllSatisfy", state: true, downstream: subscriber,
                    reduce: {
                        $0 = try predicate($1)
                        return !$0
                    },
                    result: { $0 }))
        }
    }
}

extension Publisher {
    /// Sends false as soon as a value fails the condition, which cancels upstream; true if none does.
    @inlinable
    public func allSatisfy(_ predicate: @escaping (Output) -> Bool) -> Publishers.AllSatisfy<Self> {
        Publishers.AllSatisfy(upstream: self, predicate: predicate)
    }

    /// The same with a condition that may fail; an error that it throws ends the stream.
    @inlinable
    public func tryAllSatisfy(
        _ predicate: @escaping (Output) throws -> Bool
    ) -> Publishers.TryAllSatisfy<Self> {
        Publishers.TryAllSatisfy(upstream: self, predicate: predicate)
    }
}
