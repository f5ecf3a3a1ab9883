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
            upstream.subscribe(Inner(downstream: subscriber))
        }

        /// Changes the type of error once more.
        @inlinable
        public func setFailureType<E: Error>(to failure: E.Type) -> SetFailureType<Upstream, E> {
            SetFailureType<Upstream, E>(upstream: upstream)
        }
    }
}

extension Publisher where Failure == Never {
    /// Gives this publisher, which can't fail, a type of error.
    @inlinable
    public func setFailureType<E: Error>(to failureType: E.Type) -> Publishers.SetFailureType<Self, E> {
        Publishers.SetFailureType(upstream: self)
    }
}

extension Publishers.SetFailureType {
    /// Stateless: the upstream's subscription is handed on.
    @usableFromInline
    final class Inner<Downstream: Subscriber>: Subscriber, CustomStringConvertible
    where Downstream.Input == Upstream.Output, Downstream.Failure == Failure {
        @usableFromInline typealias Input = Upstream.Output
        @usableFromInline typealias Failure = Never

        @usableFromInline let downstream: Downstream

        @inlinable
        init(downstream: Downstream) { self.downstream = downstream }

        @usableFromInline var description: String { "SetFailureType" }

        @inlinable
        func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }

        @inlinable
        func receive(_ input: Upstream.Output) -> Subscribers.Demand { downstream.receive(input) }

        @inlinable
        func receive(completion: Subscribers.Completion<Never>) { downstream.receive(completion: .finished) }
    }
}
