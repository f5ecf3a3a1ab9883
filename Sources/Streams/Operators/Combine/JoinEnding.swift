// JoinInner, the other half: how it ends.

extension JoinInner {
    /// What is left when all is over; it is used and released after the lock.
    ///
    /// A class, because nothing of it is what is returned for nearly all values.
    @usableFromInline
    final class Remains {
        @usableFromInline let downstream: Downstream
        @usableFromInline let state: State
        @usableFromInline let subscriptions: [(any Subscription)?]
        @usableFromInline let completion: Subscribers.Completion<Failure>

        @inlinable
        init(
            downstream: Downstream,
            state: State,
            subscriptions: [(any Subscription)?],
            completion: Subscribers.Completion<Failure>
        ) {
            self.downstream = downstream
            self.state = state
            self.subscriptions = subscriptions
            self.completion = completion
        }

        /// Cancels the sides that haven't ended, and tells downstream.
        @inlinable
        func end() {
            for side in subscriptions { side?.cancel() }
            downstream.receive(completion: completion)
        }
    }

    @inlinable
    func end(_ index: Int, with completion: Subscribers.Completion<Failure>) {
        var stopped: [(any Subscription)?] = []
        let (own, remains) = lock.withLock { () -> ((any Subscription)?, Remains?) in
            guard downstream != nil, failure == nil, ended & bit(index) == 0 else { return (nil, nil) }
            ended |= bit(index)
            let own = subscriptions[index]
            subscriptions[index] = nil
            if case .failure(let error) = completion {
                failure = error
                (stopped, subscriptions) = (subscriptions, stopped)
            }
            return (own, isDelivering ? nil : takeIfOver())
        }
        withExtendedLifetime(own) {}
        for side in stopped { side?.cancel() }
        remains?.end()
    }

    /// Under the lock, if nobody delivers: ends all if nothing is left, and returns what there was.
    @inlinable
    func takeIfOver() -> Remains? {
        // An error doesn't wait for demand: what nobody asked for is dropped.
        if let failure { return takeAll(.failure(failure)) }
        guard ended != 0, state.isOver(ended: ended) else { return nil }
        return takeAll(.finished)
    }

    /// Under the lock.
    @inlinable
    func takeAll(_ completion: Subscribers.Completion<Failure>) -> Remains? {
        guard let downstream else { return nil }
        defer { (self.downstream, state, subscriptions) = (nil, empty, []) }
        return Remains(
            downstream: downstream, state: state, subscriptions: subscriptions, completion: completion)
    }

    @inlinable
    func cancel() {
        let remains = lock.withLock { takeAll(.finished) }
        if let remains { for side in remains.subscriptions { side?.cancel() } }
    }
}
