// UntilInner: the running state of prefix(untilOutputFrom:) and drop(untilOutputFrom:).
import Synchronization

/// Hands on values without a lock, while another publisher may begin or end it from another thread.
///
/// An end that comes while a value is being delivered closes the gate, and is sent by the value that leaves it.
@usableFromInline
final class UntilInner<Output, Failure: Error>: CustomStringConvertible {
    @usableFromInline let description: String
    @usableFromInline let gate = Gate()
    @usableFromInline let opened = Atomic<Bool>(false)
    @usableFromInline let lock = Lock()

    /// For those inside the gate; dropped by whoever the gate names.
    @exclusivity(unchecked) @usableFromInline var downstream: AnySubscriber<Output, Failure>?
    /// Set before the gate is closed, nil for cancel; sent by whoever the gate names.
    @exclusivity(unchecked) @usableFromInline var ending: Subscribers.Completion<Failure>?

    // Under the lock.
    @exclusivity(unchecked) @usableFromInline var isOver = false
    @exclusivity(unchecked) @usableFromInline var upstream: (any Subscription)?
    @exclusivity(unchecked) @usableFromInline var other: (any Subscription)?
    @exclusivity(unchecked) @usableFromInline var hasOther = false
    /// What was asked for before upstream's subscription came.
    @exclusivity(unchecked) @usableFromInline var demand = Subscribers.Demand.none

    @inlinable
    init<S: Subscriber>(_ name: String, downstream: S) where S.Input == Output, S.Failure == Failure {
        description = name
        self.downstream = AnySubscriber(downstream)
    }

    /// The subscription for downstream.
    @inlinable var subscription: any Subscription {
        OperatorSubscription(
            self.description,
            request: { self.request($0) },
            cancel: { self.end(with: nil) })
    }

    @inlinable var isOpen: Bool { opened.load(ordering: .acquiring) }

    /// The other has sent what begins it.
    @usableFromInline
    func open() {
        opened.store(true, ordering: .releasing)
        letOtherGo(cancelling: true)
    }

    @usableFromInline
    func attach(_ subscription: any Subscription) {
        let first = lock.withLock { () -> Subscribers.Demand? in
            guard !isOver, upstream == nil else { return nil }
            upstream = subscription
            return demand
        }
        guard let first else { return subscription.cancel() }
        if first > .none { subscription.request(first) }
    }

    @usableFromInline
    func attachOther(_ subscription: any Subscription) {
        let isWanted = lock.withLock {
            guard !isOver, !hasOther else { return false }
            (other, hasOther) = (subscription, true)
            return true
        }
        if isWanted { subscription.request(.max(1)) } else { subscription.cancel() }
    }

    /// The other has nothing more to say.
    @usableFromInline
    func letOtherGo(cancelling: Bool) {
        let old = lock.withLock {
            defer { (other, hasOther) = (nil, true) }
            return other
        }
        if cancelling { old?.cancel() }
    }

    @usableFromInline
    func request(_ more: Subscribers.Demand) {
        let upstream = lock.withLock { () -> (any Subscription)? in
            if self.upstream == nil { demand += more }
            return self.upstream
        }
        upstream?.request(more)
    }

    @inlinable
    func pass(_ value: Output) -> Subscribers.Demand {
        guard gate.enter() else { return .none }
        defer { if gate.leave() { finish() } }
        return downstream?.receive(value) ?? .none
    }

    /// Ends unless it's over, cancels those that still are, and sends the completion, if there is one.
    @usableFromInline
    func end(with completion: Subscribers.Completion<Failure>?, isUpstreams: Bool = false) {
        let (isFirst, upstream, other) = lock.withLock {
            defer { (isOver, self.upstream, self.other) = (true, nil, nil) }
            if !isOver { ending = completion }
            return (!isOver, self.upstream, self.other)
        }
        guard isFirst else { return }
        let mustFinish = gate.close().mustCleanUp
        if !isUpstreams { upstream?.cancel() }
        other?.cancel()
        if mustFinish { finish() }
    }

    /// By whoever the gate names: nobody is inside any longer.
    @usableFromInline
    func finish() {
        let target = downstream
        downstream = nil
        if let ending { target?.receive(completion: ending) }
    }
}
