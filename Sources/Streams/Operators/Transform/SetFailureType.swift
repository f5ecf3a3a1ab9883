// setFailureType: a publisher that can't fail, where one that can is wanted.

extension Publishers {
    /// A publisher that can't fail, seen as one that could.
    public struct SetFailureType<Upstream: Publisher, Failure: Error>: Publisher
    where Upstream.Failure == Never {
        public typealias Output = Upstream.Output

        /// The publisher that can't fail.
        public let upstream: Upstream

        /// Makes a publisher with another type of error.
        @inlinable
        public init(upstream: Upstream) { self.upstream = upstream }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(
                Relay<Output, Never>(
                    "SetFailureType",
                    subscription: {
                        subscriber.receive(subscription: NamedSubscription("SetFailureType", $0))
                    },
                    value: { subscriber.receive($0) },
                    completion: { _ in subscriber.receive(completion: .finished) }))
        }

        /// Changes the type of error once more.
        @inlinable
        public func setFailureType<E: Error>(to failure: E.Type) -> SetFailureType<Upstream, E> {
            SetFailureType<Upstream, E>(upstream: upstream)
        }
    }
}

extension Publishers.SetFailureType: Equatable where Upstream: Equatable {}

extension Publisher where Failure == Never {
    /// Gives this publisher, which can't fail, a type of error.
    @inlinable
    public func setFailureType<E: Error>(to failureType: E.Type) -> Publishers.SetFailureType<Self, E> {
        Publishers.SetFailureType(upstream: self)
    }
}
