// multicast: one subscription to upstream for all subscribers of a subject.

extension Publishers {
    /// A publisher that sends what another sends through a subject, once it's connected.
    public final class Multicast<Upstream: Publisher, SubjectType: Subject>: ConnectablePublisher
    where Upstream.Failure == SubjectType.Failure, Upstream.Output == SubjectType.Output {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher that is subscribed to once a connection.
        public let upstream: Upstream

        /// Makes the subject, when the first subscriber comes or at the first connection.
        public let createSubject: () -> SubjectType

        private let lock = Lock()
        private var made: SubjectType?

        /// Makes a publisher that sends through a subject.
        public init(upstream: Upstream, createSubject: @escaping () -> SubjectType) {
            self.upstream = upstream
            self.createSubject = createSubject
        }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            subject.subscribe(
                Relay<Output, Failure>(
                    "Multicast",
                    subscription: { subscriber.receive(subscription: NamedSubscription("Multicast", $0)) },
                    value: { subscriber.receive($0) },
                    completion: { subscriber.receive(completion: $0) }))
        }

        public func connect() -> any Cancellable { upstream.subscribe(subject) }

        private var subject: SubjectType {
            if let known = lock.withLock({ made }) { return known }
            // Not under the lock, since it's code of others; of two made at the same time one is dropped.
            let new = createSubject()
            return lock.withLock {
                made = made ?? new
                return made!
            }
        }
    }
}

extension Publisher {
    /// Sends to all subscribers through the subject that the closure makes, once connected.
    public func multicast<S: Subject>(
        _ createSubject: @escaping () -> S
    ) -> Publishers.Multicast<Self, S> where Failure == S.Failure, Output == S.Output {
        Publishers.Multicast(upstream: self, createSubject: createSubject)
    }

    /// Sends to all subscribers through the subject, once connected.
    public func multicast<S: Subject>(subject: S) -> Publishers.Multicast<Self, S>
    where Failure == S.Failure, Output == S.Output {
        multicast { subject }
    }
}
