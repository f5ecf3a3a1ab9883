// prefix(untilOutputFrom:): values until another publisher sends one.

extension Publishers {
    /// A publisher of the values of another, until a second one sends a value.
    public struct PrefixUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are handed on.
        public let upstream: Upstream

        /// The publisher whose first value is the end.
        public let other: Other

        /// Makes a publisher of the values before the other's first.
        @inlinable
        public init(upstream: Upstream, other: Other) {
            self.upstream = upstream
            self.other = other
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let inner = UntilInner<Output, Failure>("PrefixUntilOutput", downstream: subscriber)
            subscriber.receive(subscription: inner.subscription)
            other.subscribe(
                Relay<Other.Output, Other.Failure>(
                    "PrefixUntilOutput",
                    subscription: { inner.attachOther($0) },
                    value: { _ in
                        inner.end(with: .finished)
                        return .none
                    },
                    completion: { _ in inner.letOtherGo(cancelling: false) }))
            upstream.subscribe(
                Relay<Output, Failure>(
                    "PrefixUntilOutput",
                    subscription: { inner.attach($0) },
                    value: { inner.pass($0) },
                    completion: { inner.end(with: $0, isUpstreams: true) }))
        }
    }
}

extension Publisher {
    /// Hands on values until the other publisher sends one, and then ends.
    ///
    /// If the other ends without a value, or fails, nothing happens.
    @inlinable
    public func prefix<P: Publisher>(
        untilOutputFrom publisher: P
    ) -> Publishers.PrefixUntilOutput<Self, P> {
        Publishers.PrefixUntilOutput(upstream: self, other: publisher)
    }
}
