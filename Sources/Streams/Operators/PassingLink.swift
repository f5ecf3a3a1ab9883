// PassingLink: the ends of an operator that hands values on one by one and keeps none.

/// A downstream and the operator's closures, dropped together at the end, and the upstream.
///
/// Values pass through a `Gate` without a lock; the upstream is under a lock, because cancel must find it
/// whatever a value is doing meanwhile.
@usableFromInline
final class PassingLink<Downstream: Subscriber, Work> {
    @usableFromInline
    final class Ends {
        @usableFromInline let downstream: Downstream
        @usableFromInline let work: Work

        @inlinable
        init(downstream: Downstream, work: Work) {
            self.downstream = downstream
            self.work = work
        }
    }

    @usableFromInline let ends: Gated<Ends>
    @usableFromInline let lock = Lock()
    @usableFromInline var subscription: (any Subscription)?
    @usableFromInline var isOver = false

    @inlinable
    init(downstream: Downstream, work: Work) {
        ends = Gated(Ends(downstream: downstream, work: work))
    }

    /// The upstream, nil before the subscription and after the end.
    @inlinable var upstream: (any Subscription)? { lock.withLock { subscription } }

    /// Takes the upstream and runs the body, or cancels an upstream that isn't wanted.
    @inlinable
    func attach(_ new: any Subscription, _ body: (Ends) -> Void) {
        let isAccepted = lock.withLock {
            guard subscription == nil, !isOver else { return false }
            subscription = new
            return true
        }
        if isAccepted { ends.use(body) } else { new.cancel() }
    }

    /// Runs the body with the ends; nil after the end.
    @inlinable
    @discardableResult
    func pass<Result>(_ body: (Ends) -> Result) -> Result? { ends.use(body) }

    /// Ends: runs the body if nobody has ended before, then drops everything.
    ///
    /// - Returns: whether this call ended it.
    @inlinable
    @discardableResult
    func close(_ body: (Ends) -> Void) -> Bool {
        ends.close { ends in
            let dropped = lock.withLock {
                defer { (subscription, isOver) = (nil, true) }
                return subscription
            }
            withExtendedLifetime(dropped) {}
            body(ends)
        }
    }
}
