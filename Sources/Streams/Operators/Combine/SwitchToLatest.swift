// switchToLatest: the values of the newest of the publishers that come.

extension Publishers {
    /// A publisher of what the newest publisher sends that another publisher has sent.
    public struct SwitchToLatest<P: Publisher, Upstream: Publisher>: Publisher
    where P == Upstream.Output, P.Failure == Upstream.Failure {
        public typealias Output = P.Output
        public typealias Failure = P.Failure

        /// The publisher of publishers.
        public let upstream: Upstream

        /// Makes a publisher of the newest one's values.
        @inlinable
        public init(upstream: Upstream) { self.upstream = upstream }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let inner = SwitchInner<Output, Failure>(downstream: subscriber)
            subscriber.receive(
                subscription: OperatorSubscription(
                    "SwitchToLatest", request: { inner.request($0) }, cancel: { inner.cancel() }))
            upstream.subscribe(
                Relay<P, Failure>(
                    "SwitchToLatest",
                    subscription: { inner.attach($0) },
                    value: { child in
                        inner.change { child.subscribe($0) }
                        return .none
                    },
                    completion: { inner.end(with: $0) }))
        }
    }
}

extension Publisher where Output: Publisher, Output.Failure == Failure {
    /// Sends the values of the newest of the publishers that come; the one before is cancelled.
    ///
    /// Demand that it left is carried over. It ends when upstream and the newest have finished, or with the first
    /// error of either.
    @inlinable
    public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
        Publishers.SwitchToLatest(upstream: self)
    }
}

extension Publisher where Failure == Never, Output: Publisher {
    /// Sends the values of the newest of the publishers that come, which may fail.
    @inlinable
    public func switchToLatest()
        -> Publishers.SwitchToLatest<
            Output, Publishers.SetFailureType<Self, Output.Failure>
        >
    {
        Publishers.SwitchToLatest(upstream: setFailureType(to: Output.Failure.self))
    }
}

extension Publisher where Failure == Never, Output: Publisher, Output.Failure == Never {
    /// Sends the values of the newest of the publishers that come.
    @inlinable
    public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
        Publishers.SwitchToLatest(upstream: self)
    }
}

extension Publisher where Output: Publisher, Output.Failure == Never {
    /// Sends the values of the newest of the publishers that come, which can't fail.
    @inlinable
    public func switchToLatest()
        -> Publishers.SwitchToLatest<
            Publishers.SetFailureType<Output, Failure>,
            Publishers.Map<Self, Publishers.SetFailureType<Output, Failure>>
        >
    {
        let failure = Failure.self
        return Publishers.SwitchToLatest(upstream: map { $0.setFailureType(to: failure) })
    }
}
