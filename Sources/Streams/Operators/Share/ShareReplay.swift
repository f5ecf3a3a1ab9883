// shareReplay: an extension beyond Combine, one subscription for all and the latest values for late comers.

extension Publishers {
    /// A publisher whose subscribers share one subscription to another, and get its latest values.
    ///
    /// This is an extension: Combine has nothing like it.
    public final class ShareReplay<Upstream: Publisher>: Publisher, Equatable {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher that is shared.
        public let upstream: Upstream

        /// How many values a late subscriber gets.
        public let count: Int

        @usableFromInline let connection: Connection<ReplaySubject<Output, Failure>>

        /// Makes a publisher that shares another; `count` must be positive.
        @inlinable
        public init(upstream: Upstream, count: Int) {
            precondition(count > 0, "shareReplay must keep at least one value")
            self.upstream = upstream
            self.count = count
            // What was sent on a connection that is given up is not for those who come later.
            connection = Connection({ ReplaySubject(count) }, outlives: \.isOver)
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let (subject, number) = connection.enter()
            subject.subscribe(
                Relay<Output, Failure>("ShareReplay", to: subscriber, leaving: connection.membership()))
            if let number, !subject.isOver { connection.connect(upstream, to: subject, number: number) }
        }

        public static func == (lhs: ShareReplay, rhs: ShareReplay) -> Bool { lhs === rhs }
    }
}

extension Publisher {
    /// Lets all subscribers share one subscription, and sends those who come late the latest values first.
    ///
    /// This is an extension beyond Combine. It's subscribed to when the first subscriber comes, and cancelled
    /// when the last leaves; what was kept is then forgotten, and who comes after that starts anew. After the
    /// end the values are kept, and who comes gets them and the end. A subscriber gets what is kept as it asks
    /// for it; one that falls more than `count` values behind misses the oldest.
    ///
    /// - Parameter count: how many values are kept, at least one.
    public func shareReplay(_ count: Int) -> Publishers.ShareReplay<Self> {
        Publishers.ShareReplay(upstream: self, count: count)
    }
}

/// Hands on what is sent, and the latest values to whoever asks later.
@usableFromInline
final class ReplaySubject<Output, Failure: Error>: Subject {
    @usableFromInline let core: SubjectCore<Output, Failure>

    @inlinable
    init(_ count: Int) { core = SubjectCore("ShareReplay", keeping: count, endWaits: true) }

    /// It has ended.
    @inlinable var isOver: Bool { core.hasEnded }

    @inlinable
    func send(_ value: Output) { core.send(value) }
    @inlinable
    func send(completion: Subscribers.Completion<Failure>) { core.post(.end(completion)) }
    @inlinable
    func send(subscription: any Subscription) { core.attach(subscription) }

    @inlinable
    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        core.subscribe(AnySubscriber(subscriber))
    }
}
