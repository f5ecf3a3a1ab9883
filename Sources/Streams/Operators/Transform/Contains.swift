// contains, contains(where:) and tryContains: whether a value came, known as soon as it comes.

extension Publishers {
    /// A publisher of whether another sends a given value.
    public struct Contains<Upstream: Publisher>: Publisher where Upstream.Output: Equatable {
        public typealias Output = Bool
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are looked at.
        public let upstream: Upstream

        /// The value that is looked for.
        public let output: Upstream.Output

        /// Makes a publisher of whether the value comes.
        @inlinable
        public init(upstream: Upstream, output: Upstream.Output) {
            self.upstream = upstream
            self.output = output
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Bool, S.Failure == Failure {
            let output = self.output
            upstream.subscribe(
                Reducing<Upstream.Output, Bool, Bool, Failure, Failure>(
                    "Contains", state: false, downstream: subscriber,
                    reduce: {
                        $0 = $1 == output
                        return $0
                    },
                    result: { $0 }))
        }
    }

    /// A publisher of whether another sends a value that satisfies a condition.
    public struct ContainsWhere<Upstream: Publisher>: Publisher {
        public typealias Output = Bool
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are looked at.
        public let upstream: Upstream

        /// Whether it is such a value.
        public let predicate: (Upstream.Output) -> Bool

        /// Makes a publisher of whether such a value comes.
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
                    "ContainsWhere", state: false, downstream: subscriber,
                    reduce: {
                        $0 = predicate($1)
                        return $0
                    },
                    result: { $0 }))
        }
    }

    /// A publisher of whether another sends a value that satisfies a condition which may fail.
    public struct TryContainsWhere<Upstream: Publisher>: Publisher {
        public typealias Output = Bool
        public typealias Failure = any Error

        /// The publisher whose values are looked at.
        public let upstream: Upstream

        /// Whether it is such a value.
        public let predicate: (Upstream.Output) throws -> Bool

        /// Makes a publisher of whether such a value comes.
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
                    throwing: "TryContainsWhere", state: false, downstream: subscriber,
                    reduce: {
                        $0 = try predicate($1)
                        return $0
                    },
                    result: { $0 }))
        }
    }
}

extension Publishers.Contains: Equatable where Upstream: Equatable {}

extension Publisher where Output: Equatable {
    /// Sends true as soon as the value comes, which cancels upstream; false if it ends without.
    @inlinable
    public func contains(_ output: Output) -> Publishers.Contains<Self> {
        Publishers.Contains(upstream: self, output: output)
    }
}

extension Publisher {
    /// Sends true as soon as a value satisfies the condition; false if it ends without.
    @inlinable
    public func contains(where predicate: @escaping (Output) -> Bool) -> Publishers.ContainsWhere<Self> {
        Publishers.ContainsWhere(upstream: self, predicate: predicate)
    }

    /// The same with a condition that may fail; an error that it throws ends the stream.
    @inlinable
    public func tryContains(
        where predicate: @escaping (Output) throws -> Bool
    ) -> Publishers.TryContainsWhere<Self> {
        Publishers.TryContainsWhere(upstream: self, predicate: predicate)
    }
}
