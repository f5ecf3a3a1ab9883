// autoconnect: connects while there are subscribers.

extension Publishers {
    /// A publisher that connects another when the first subscriber comes, and disconnects after the last.
    public final class Autoconnect<Upstream: ConnectablePublisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher that is connected.
        public let upstream: Upstream

        private let connection = Connection<Void>({})

        /// Makes a publisher that connects another one.
        public init(upstream: Upstream) { self.upstream = upstream }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let (_, number) = connection.enter()
            // Who has had the end stays, or the next to come would connect once more.
            upstream.subscribe(
                Relay<Output, Failure>(
                    "Autoconnect", to: subscriber, leaving: connection.membership(), leavesAtEnd: false))
            guard let number else { return }
            let connected = upstream.connect()
            if !connection.keep(connected, number: number) { connected.cancel() }
        }
    }
}
