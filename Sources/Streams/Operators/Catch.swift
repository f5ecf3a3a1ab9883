// catch: another publisher takes over after an error.

extension Publishers {
    /// A publisher that continues with another one when the first fails.
    public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
    where NewPublisher.Output == Upstream.Output {
        public typealias Output = Upstream.Output
        public typealias Failure = NewPublisher.Failure

        /// The publisher that may fail.
        public let upstream: Upstream

        /// Makes the publisher that takes over.
        public let handler: (Upstream.Failure) -> NewPublisher

        /// Makes a publisher that continues with another after an error.
        @inlinable
        public init(upstream: Upstream, handler: @escaping (Upstream.Failure) -> NewPublisher) {
            self.upstream = upstream
            self.handler = handler
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let inner = Inner(downstream: subscriber, handler: handler)
            subscriber.receive(
                subscription: OperatorSubscription(
                    "Catch", request: { inner.request($0) }, cancel: { inner.cancel() }))
            upstream.subscribe(inner)
        }
    }
}

extension Publisher {
    /// Continues with the publisher that the closure makes of an error; unmet demand is carried over.
    @inlinable
    public func `catch`<P: Publisher>(
        _ handler: @escaping (Failure) -> P
    ) -> Publishers.Catch<Self, P> where P.Output == Output {
        Publishers.Catch(upstream: self, handler: handler)
    }
}

extension Publishers.Catch {
    @usableFromInline
    final class Inner<Downstream: Subscriber>: Subscriber, CustomStringConvertible
    where Downstream.Input == Upstream.Output, Downstream.Failure == NewPublisher.Failure {
        @usableFromInline typealias Input = Upstream.Output
        @usableFromInline typealias Failure = Upstream.Failure
        @usableFromInline typealias Handler = (Upstream.Failure) -> NewPublisher

        @usableFromInline let lock = Lock()
        @exclusivity(unchecked) @usableFromInline var handover: Handover<Downstream>
        /// Taken by the error that it handles.
        @usableFromInline var handler: Handler?

        @inlinable
        init(downstream: Downstream, handler: @escaping Handler) {
            handover = Handover(downstream: downstream)
            self.handler = handler
        }

        @usableFromInline var description: String { "Catch" }

        @inlinable
        func receive(subscription: any Subscription) {
            guard let demand = lock.withLock({ handover.adopt(subscription) }) else {
                return subscription.cancel()
            }
            if demand > .none { subscription.request(demand) }
        }

        @inlinable
        func receive(_ input: Input) -> Subscribers.Demand {
            guard let downstream = lock.withLock({ handover.send() }) else { return .none }
            let more = downstream.receive(input)
            if more > .none { lock.withLock { handover.add(more) } }
            return more
        }

        @inlinable
        func receive(completion: Subscribers.Completion<Failure>) {
            switch completion {
            case .finished:
                finish(with: .finished)
            case .failure(let error):
                let (handler, old) = lock.withLock {
                    defer { self.handler = nil }
                    return (self.handler, self.handler == nil ? nil : handover.release())
                }
                withExtendedLifetime(old) {}
                if let handler { handler(error).subscribe(Successor(inner: self)) }
            }
        }

        @inlinable
        func finish(with completion: Subscribers.Completion<Downstream.Failure>) {
            close().downstream?.receive(completion: completion)
        }

        @inlinable
        func request(_ demand: Subscribers.Demand) {
            lock.withLock { handover.request(demand) }?.request(demand)
        }

        @inlinable
        func cancel() { close().upstream?.cancel() }

        @inlinable
        func close() -> (downstream: Downstream?, upstream: (any Subscription)?) {
            let (ends, handler) = lock.withLock {
                defer { self.handler = nil }
                return (handover.close(), self.handler)
            }
            withExtendedLifetime(handler) {}
            return ends
        }

        /// The subscriber of the publisher that takes over.
        @usableFromInline
        final class Successor: Subscriber, CustomStringConvertible {
            @usableFromInline typealias Input = Upstream.Output
            @usableFromInline typealias Failure = NewPublisher.Failure

            @usableFromInline let inner: Inner

            @inlinable
            init(inner: Inner) { self.inner = inner }

            @usableFromInline var description: String { "Catch" }

            @inlinable
            func receive(subscription: any Subscription) { inner.receive(subscription: subscription) }
            @inlinable
            func receive(_ input: Input) -> Subscribers.Demand { inner.receive(input) }
            @inlinable
            func receive(completion: Subscribers.Completion<Failure>) { inner.finish(with: completion) }
        }
    }
}
