// share: one subscription to upstream for all subscribers.

extension Publishers {
    /// A publisher whose subscribers share one subscription to another.
    public final class Share<Upstream: Publisher>: Publisher, Equatable {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher that is shared.
        public let upstream: Upstream

        @usableFromInline let connection = Connection { PassthroughSubject<Output, Failure>() }

        /// Makes a publisher that shares another.
        public init(upstream: Upstream) { self.upstream = upstream }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let (subject, number) = connection.enter()
            subject.subscribe(
                Relay<Output, Failure>("Share", to: subscriber, leaving: connection.membership()))
            if let number, !subject.core.hasEnded {
                connection.connect(upstream, to: subject, number: number)
            }
        }

        public static func == (lhs: Share, rhs: Share) -> Bool { lhs === rhs }
    }
}

extension Publisher {
    /// Lets all subscribers share one subscription to this publisher.
    ///
    /// It's subscribed to when the first comes, and cancelled when the last leaves. Everything is asked of it,
    /// as soon as anyone asks; a subscriber without demand misses what is sent meanwhile, as with
    /// `PassthroughSubject`. Who comes after the end gets the end.
    public func share() -> Publishers.Share<Self> { Publishers.Share(upstream: self) }
}
