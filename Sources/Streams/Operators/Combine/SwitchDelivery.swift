// SwitchInner, the other half: the one loop that delivers, and what downstream says.

extension SwitchInner {
    @inlinable
    func request(_ more: Subscribers.Demand) {
        let (value, target, child) = lock.withLock { () -> (Output?, Downstream?, (any Subscription)?) in
            guard downstream != nil else { return (nil, nil, nil) }
            demand += more
            return (isDelivering ? nil : nextValue(), downstream, self.child)
        }
        // What comes of it waits for the value that is older.
        child?.request(more)
        if let value, let target { _ = deliver(value, to: target, sender: nil) }
    }

    /// Under the lock, if nobody delivers or by who does: the next value, which the caller must deliver.
    @inlinable
    func nextValue() -> Output? {
        guard demand > .none, downstream != nil, let value = held.popFirst() else { return nil }
        demand -= 1
        isDelivering = true
        return value
    }

    /// Delivers the value and what can be delivered after it, for whoever has taken it.
    ///
    /// - Parameter sender: the child on whose thread this is, because it has just sent a value.
    /// - Returns: what is then asked of that child.
    @inlinable
    func deliver(_ first: Output, to target: Downstream, sender: Int?) -> Subscribers.Demand {
        var value = first
        var answer = Subscribers.Demand.none
        while true {
            let more = target.receive(value)
            if more > .none { answer += ask(more, sender: sender) }
            let (next, remains) = lock.withLock { () -> (Output?, Remains?) in
                if let next = nextValue() { return (next, nil) }
                isDelivering = false
                return (nil, takeIfOver())
            }
            guard let next else {
                remains?.end()
                return answer
            }
            value = next
        }
    }

    /// What downstream returned is asked of the newest child.
    ///
    /// - Returns: what the sender is asked by the return of its own call, if that's the newest.
    @inlinable
    func ask(_ more: Subscribers.Demand, sender: Int?) -> Subscribers.Demand {
        let (asked, answer) = lock.withLock { () -> ((any Subscription)?, Subscribers.Demand) in
            demand += more
            if let sender, isNewest(sender) { return (nil, more) }
            return (child, .none)
        }
        asked?.request(more)
        return answer
    }

    /// What is left when all is over; it is used and released after the lock.
    ///
    /// A class, because nothing of it is what is returned for nearly all values.
    @usableFromInline
    final class Remains {
        @usableFromInline let downstream: Downstream
        @usableFromInline let upstream: (any Subscription)?
        @usableFromInline let child: (any Subscription)?
        @usableFromInline let held: Ring<Output>
        @usableFromInline let failure: Failure?

        @inlinable
        init(_ inner: SwitchInner, downstream: Downstream) {
            self.downstream = downstream
            (upstream, child) = (inner.upstream, inner.child)
            (held, failure) = (inner.held, inner.failure)
        }

        /// Tells downstream, when nothing is left to cancel.
        @inlinable
        func end() {
            downstream.receive(completion: failure.map { .failure($0) } ?? .finished)
        }
    }

    /// Under the lock: ends all if nobody delivers and nothing is left, and returns what there was.
    @inlinable
    func takeIfOver() -> Remains? {
        // An error doesn't wait for demand: what nobody asked for is dropped.
        let isComplete = hasUpstreamEnded && !isRunning && held.isEmpty
        return !isDelivering && (isComplete || failure != nil) ? takeAll() : nil
    }

    /// Under the lock.
    @inlinable
    func takeAll() -> Remains? {
        guard let downstream else { return nil }
        let remains = Remains(self, downstream: downstream)
        (self.downstream, upstream, child, held) = (nil, nil, nil, Ring())
        return remains
    }

    @inlinable
    func cancel() {
        let remains = lock.withLock { takeAll() }
        remains?.child?.cancel()
        remains?.upstream?.cancel()
    }
}
