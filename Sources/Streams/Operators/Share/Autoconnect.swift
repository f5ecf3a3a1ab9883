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
            upstream.subscribe(
                Relay<Output, Failure>("Autoconnect", to: subscriber, leaving: connection.membership()))
            if let number { connection.keep(upstream.connect(), number: number) }
        }
    }
}
