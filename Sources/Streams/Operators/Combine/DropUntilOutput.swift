// drop(untilOutputFrom:): values from when another publisher has sent one.

extension Publishers {
    /// A publisher of the values of another that come after a second one has sent a value.
    public struct DropUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher
    where Upstream.Failure == Other.Failure {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are handed on.
        public let upstream: Upstream

        /// The publisher whose first value is the beginning.
        public let other: Other

        /// Makes a publisher of the values after the other's first.
        @inlinable
        public init(upstream: Upstream, other: Other) {
            self.upstream = upstream
            self.other = other
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let inner = UntilInner<Output, Failure>("DropUntilOutput", downstream: subscriber)
            subscriber.receive(subscription: inner.subscription)
            other.subscribe(
                Relay<Other.Output, Failure>(
                    "DropUntilOutput",
                    subscription: { inner.attachOther($0) },
                    value: { _ in
                        inner.open()
                        return .none
                    },
                    completion: { completion in
                        inner.letOtherGo(cancelling: false)
                        if !inner.isOpen { inner.end(with: completion) }
                    }))
            upstream.subscribe(
                Relay<Output, Failure>(
                    "DropUntilOutput",
                    subscription: { inner.attach($0) },
                    value: { inner.isOpen ? inner.pass($0) : .max(1) },
                    completion: { inner.end(with: $0, isUpstreams: true) }))
        }
    }
}

extension Publishers.DropUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}

extension Publisher {
    /// Drops values until the other publisher sends one; one more is asked for in place of each.
    ///
    /// If the other ends without a value, nothing can come any more: it ends in the same way.
    @inlinable
    public func drop<P: Publisher>(
        untilOutputFrom publisher: P
    ) -> Publishers.DropUntilOutput<Self, P> where P.Failure == Failure {
        Publishers.DropUntilOutput(upstream: self, other: publisher)
    }
}
