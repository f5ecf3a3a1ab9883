// PassingLink: the ends of an operator that hands values on one by one and keeps none.

/// A downstream and what the operator needs for a value, dropped together at the end, and the upstream.
///
/// Values pass through a `Gate` without a lock; the upstream is under a lock, because cancel must find it
/// whatever a value is doing meanwhile.
@usableFromInline
final class PassingLink<Output, Failure: Error, Work> {
    @usableFromInline
    final class Ends {
        @usableFromInline let downstream: AnySubscriber<Output, Failure>
        /// Used by signals from upstream only, and so by one at a time.
        @exclusivity(unchecked) @usableFromInline var work: Work

        @inlinable
        init(downstream: AnySubscriber<Output, Failure>, work: Work) {
            self.downstream = downstream
            self.work = work
        }
    }

    @usableFromInline let ends: Gated<Ends>
    @usableFromInline let lock = Lock()
    @exclusivity(unchecked) @usableFromInline var subscription: (any Subscription)?
    /// A subscription has come; no other is wanted.
    @exclusivity(unchecked) @usableFromInline var isAttached = false

    @inlinable
    init(downstream: AnySubscriber<Output, Failure>, work: Work) {
        ends = Gated(Ends(downstream: downstream, work: work))
    }

    /// The upstream, nil before the subscription and after the end.
    @inlinable var upstream: (any Subscription)? { lock.withLock { subscription } }

    /// It has ended or was cancelled, perhaps by what runs inside `pass`.
    @inlinable @inline(__always)
    var isOver: Bool { ends.gate.isClosed }

    /// Takes the upstream and runs the body, or cancels an upstream that isn't wanted.
    @inlinable
    func attach(_ new: any Subscription, _ body: (Ends) -> Void) {
        let isAccepted = lock.withLock {
            guard !isAttached else { return false }
            (subscription, isAttached) = (new, true)
            return true
        }
        if isAccepted { ends.use(body) } else { new.cancel() }
    }

    /// Runs the body with the ends; nil after the end.
    @inlinable @inline(__always)
    @discardableResult
    func pass<Result>(_ body: (Ends) -> Result) -> Result? { ends.use(body) }

    /// Ends: runs the body with what there was if nobody has ended before, then drops everything.
    ///
    /// - Returns: whether this call ended it.
    @inlinable
    @discardableResult
    func close(_ body: (Ends, (any Subscription)?) -> Void) -> Bool {
        ends.close { ends in
            let upstream = lock.withLock {
                defer { (subscription, isAttached) = (nil, true) }
                return subscription
            }
            body(ends, upstream)
        }
    }

    /// Ends and cancels the upstream.
    @inlinable
    func cancel() { close { _, upstream in upstream?.cancel() } }
}
