// makeConnectable: an explicit moment for a publisher to start.

extension Publishers {
    /// A publisher that starts to send when it's connected.
    public struct MakeConnectable<Upstream: Publisher>: ConnectablePublisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        private let multicast: Multicast<Upstream, PassthroughSubject<Output, Failure>>

        /// Makes a publisher that waits for `connect()`.
        public init(upstream: Upstream) {
            multicast = upstream.multicast(subject: PassthroughSubject())
        }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            multicast.subscribe(
                Relay<Output, Failure>(
                    "MakeConnectable",
                    subscription: {
                        subscriber.receive(subscription: NamedSubscription("MakeConnectable", $0))
                    },
                    value: { subscriber.receive($0) },
                    completion: { subscriber.receive(completion: $0) }))
        }

        public func connect() -> any Cancellable { multicast.connect() }
    }
}

extension Publisher where Failure == Never {
    /// Lets this publisher start only when it's connected.
    public func makeConnectable() -> Publishers.MakeConnectable<Self> {
        Publishers.MakeConnectable(upstream: self)
    }
}
