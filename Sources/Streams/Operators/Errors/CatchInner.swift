// CatchInner: the inner subscriber of catch and tryCatch.

/// Hands on one upstream, and another after its error.
@usableFromInline
final class CatchInner<Output, UpstreamFailure: Error, Failure: Error>: Subscriber, CustomStringConvertible {
    /// Subscribes a `successor` to the publisher that it makes of the error.
    @usableFromInline typealias Handler = (UpstreamFailure, CatchInner) -> Void

    @usableFromInline let description: String
    @usableFromInline let lock = Lock()
    @exclusivity(unchecked) @usableFromInline var handover: Handover<Output, Failure>
    /// Taken by the error that it handles.
    @exclusivity(unchecked) @usableFromInline var handler: Handler?

    @inlinable
    init<S: Subscriber>(_ name: String, downstream: S, handler: @escaping Handler)
    where S.Input == Output, S.Failure == Failure {
        description = name
        handover = Handover(downstream: AnySubscriber(downstream))
        self.handler = handler
    }

    /// Gives downstream its subscription and subscribes to the first upstream.
    @inlinable
    func start<P: Publisher>(_ upstream: P) where P.Output == Output, P.Failure == UpstreamFailure {
        lock.withLock { handover.downstream }?.receive(
            subscription: OperatorSubscription(
                self.description, request: { self.request($0) }, cancel: { self.close().upstream?.cancel() }))
        upstream.subscribe(self)
    }

    @inlinable
    func receive(subscription: any Subscription) {
        guard let demand = lock.withLock({ handover.adopt(subscription) }) else {
            return subscription.cancel()
        }
        if demand > .none { subscription.request(demand) }
    }

    @inlinable
    func receive(_ input: Output) -> Subscribers.Demand {
        guard let downstream = lock.withLock({ handover.send() }) else { return .none }
        let more = downstream.receive(input)
        if more > .none { lock.withLock { handover.add(more) } }
        return more
    }

    @inlinable
    func receive(completion: Subscribers.Completion<UpstreamFailure>) {
        switch completion {
        case .finished:
            finish(with: .finished)
        case .failure(let error):
            let (handler, old) = lock.withLock {
                defer { self.handler = nil }
                return (self.handler, self.handler == nil ? nil : handover.release())
            }
            withExtendedLifetime(old) {}
            handler?(error, self)
        }
    }

    /// The subscriber of the publisher that takes over.
    @inlinable
    func successor() -> Relay<Output, Failure> {
        Relay(
            self.description,
            subscription: { self.receive(subscription: $0) },
            value: { self.receive($0) },
            completion: { self.finish(with: $0) })
    }

    /// The same for a publisher with another type of error.
    @inlinable
    func successor<E: Error>(_ mapFailure: @escaping (E) -> Failure) -> Relay<Output, E> {
        Relay(
            self.description,
            subscription: { self.receive(subscription: $0) },
            value: { self.receive($0) },
            completion: { self.finish(with: $0.mapFailure(mapFailure)) })
    }

    @inlinable
    func finish(with completion: Subscribers.Completion<Failure>) {
        close().downstream?.receive(completion: completion)
    }

    @inlinable
    func request(_ demand: Subscribers.Demand) {
        lock.withLock { handover.request(demand) }?.request(demand)
    }

    @inlinable
    func close() -> Handover<Output, Failure>.Ends {
        let (ends, handler) = lock.withLock {
            defer { self.handler = nil }
            return (handover.close(), self.handler)
        }
        withExtendedLifetime(handler) {}
        return ends
    }
}
