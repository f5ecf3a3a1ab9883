// SwitchInner: the running state of switchToLatest.

/// Hands on the newest child, and its demand from child to child.
///
/// Children are numbered; the signals of one that isn't the newest any longer are ignored. One loop delivers at a
/// time: what the newest sends while a value of the one before is being delivered waits for it.
@usableFromInline
final class SwitchInner<Output, Failure: Error>: CustomStringConvertible {
    @usableFromInline typealias Downstream = AnySubscriber<Output, Failure>

    @usableFromInline let lock = Lock()

    // Under the lock.
    /// Nil once ended or cancelled.
    @exclusivity(unchecked) @usableFromInline var downstream: Downstream?
    @exclusivity(unchecked) @usableFromInline var upstream: (any Subscription)?
    @exclusivity(unchecked) @usableFromInline var isAttached = false
    @exclusivity(unchecked) @usableFromInline var hasUpstreamEnded = false
    /// The number of the newest child.
    @exclusivity(unchecked) @usableFromInline var newest = 0
    /// The newest has come, and hasn't ended.
    @exclusivity(unchecked) @usableFromInline var isRunning = false
    @exclusivity(unchecked) @usableFromInline var child: (any Subscription)?
    /// What was asked for and isn't being delivered yet.
    @exclusivity(unchecked) @usableFromInline var demand = Subscribers.Demand.none
    /// Values of the newest that wait for whoever delivers.
    @exclusivity(unchecked) @usableFromInline var held = Ring<Output>()
    @exclusivity(unchecked) @usableFromInline var failure: Failure?
    @exclusivity(unchecked) @usableFromInline var isDelivering = false

    @inlinable
    init<S: Subscriber>(downstream: S) where S.Input == Output, S.Failure == Failure {
        self.downstream = AnySubscriber(downstream)
    }

    @usableFromInline var description: String { "SwitchToLatest" }

    // MARK: Upstream

    @inlinable
    func attach(_ subscription: any Subscription) {
        let isWanted = lock.withLock {
            guard downstream != nil, failure == nil, !isAttached, !hasUpstreamEnded else { return false }
            (upstream, isAttached) = (subscription, true)
            return true
        }
        if isWanted { subscription.request(.unlimited) } else { subscription.cancel() }
    }

    /// Cancels the child that there is, and subscribes another by the closure.
    @inlinable
    func change(_ subscribe: (Relay<Output, Failure>) -> Void) {
        let (number, old, stale) = lock.withLock { () -> (Int?, (any Subscription)?, Ring<Output>?) in
            guard downstream != nil, failure == nil, !hasUpstreamEnded else { return (nil, nil, nil) }
            defer { (child, held) = (nil, Ring()) }
            newest += 1
            isRunning = true
            return (newest, child, held)
        }
        withExtendedLifetime(stale) {}
        old?.cancel()
        guard let number else { return }
        subscribe(
            Relay(
                self.description,
                subscription: { self.attach($0, ofChild: number) },
                value: { self.receive($0, fromChild: number) },
                completion: { self.end(with: $0, ofChild: number) }))
    }

    @inlinable
    func end(with completion: Subscribers.Completion<Failure>) {
        if case .failure(let error) = completion { return fail(with: error, ofChild: nil) }
        let (old, remains) = lock.withLock {
            hasUpstreamEnded = true
            defer { upstream = nil }
            return (upstream, takeIfOver())
        }
        withExtendedLifetime(old) {}
        remains?.end()
    }

    // MARK: The newest child

    /// Under the lock.
    @inlinable
    func isNewest(_ number: Int) -> Bool {
        number == newest && isRunning && failure == nil && downstream != nil
    }

    @inlinable
    func attach(_ subscription: any Subscription, ofChild number: Int) {
        let first = lock.withLock { () -> Subscribers.Demand? in
            guard isNewest(number), child == nil else { return nil }
            child = subscription
            return demand
        }
        guard let first else { return subscription.cancel() }
        if first > .none { subscription.request(first) }
    }

    @inlinable
    func receive(_ value: Output, fromChild number: Int) -> Subscribers.Demand {
        let target = lock.withLock { () -> Downstream? in
            guard isNewest(number) else { return nil }
            if isDelivering || demand == .none {
                held.append(value)
                return nil
            }
            demand -= 1
            isDelivering = true
            return downstream
        }
        guard let target else { return .none }
        return deliver(value, to: target, sender: number)
    }

    @inlinable
    func end(with completion: Subscribers.Completion<Failure>, ofChild number: Int) {
        if case .failure(let error) = completion { return fail(with: error, ofChild: number) }
        let (old, remains) = lock.withLock { () -> ((any Subscription)?, Remains?) in
            guard isNewest(number) else { return (nil, nil) }
            isRunning = false
            defer { child = nil }
            return (child, takeIfOver())
        }
        withExtendedLifetime(old) {}
        remains?.end()
    }

    /// Ends all with the error of a child, or of upstream if there's no number; the other is cancelled.
    @inlinable
    func fail(with error: Failure, ofChild number: Int?) {
        let (stopped, old, remains) = lock.withLock {
            () -> ((any Subscription)?, (any Subscription)?, Remains?) in
            guard downstream != nil, failure == nil, number.map({ isNewest($0) }) ?? !hasUpstreamEnded else {
                return (nil, nil, nil)
            }
            failure = error
            defer { (upstream, child) = (nil, nil) }
            let ends = number == nil ? (child, upstream) : (upstream, child)
            return (ends.0, ends.1, takeIfOver())
        }
        withExtendedLifetime(old) {}
        stopped?.cancel()
        remains?.end()
    }
}
