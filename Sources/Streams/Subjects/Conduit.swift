// Conduit: a subject's connection to one of its subscribers.
import Synchronization

/// One subscriber of a subject, with its demand.
@usableFromInline
final class Conduit<Output, Failure: Error> {
    /// Closed by whoever ends it; let go of then.
    @usableFromInline let core: Gated<SubjectCore<Output, Failure>>
    /// What was asked for and not sent, as a demand's raw value.
    @usableFromInline let demand = Atomic<UInt>(0)
    /// It has its place in the list of subscribers, or a letter about it is on its way.
    @usableFromInline let isOpen = Atomic<Bool>(false)

    // The core's owner's.
    /// Held by hand, since the owner alone lets it go: counting references with each value costs more than
    /// all the rest.
    @exclusivity(unchecked) @usableFromInline var downstream: Unmanaged<Relay<Output, Failure>>?
    /// The number of the value that it gets next, where values are kept.
    @exclusivity(unchecked) @usableFromInline var next = 0

    @inlinable
    init(_ downstream: Relay<Output, Failure>, core: SubjectCore<Output, Failure>) {
        self.downstream = .passRetained(downstream)
        self.core = Gated(core)
    }

    @inlinable
    deinit { drop() }

    @inlinable var isLive: Bool { !core.gate.isClosed }

    // MARK: By the subscriber, from any thread

    @inlinable
    func request(_ more: Subscribers.Demand) {
        core.use { core in
            add(more)
            if isOpen.load(ordering: .sequentiallyConsistent) { announce(to: core) }
        }
    }

    /// Lets requests be heard, those that came before among them.
    ///
    /// Until then they only add to the demand: what they cause would come before its place in the list, and so
    /// overlap with its subscription, or pass it by.
    @inlinable
    func open() {
        isOpen.store(true, ordering: .sequentiallyConsistent)
        guard demand.load(ordering: .sequentiallyConsistent) > 0 else { return }
        core.use { announce(to: $0) }
    }

    @inlinable
    func announce(to core: SubjectCore<Output, Failure>) {
        core.demand()
        if core.capacity > 0 { core.post(.catchUp(self)) }
    }

    @inlinable
    func cancel() {
        core.close { $0.post(.leave(self)) }
    }

    @inlinable
    func add(_ more: Subscribers.Demand) {
        var seen = demand.load(ordering: .relaxed)
        while true {
            let sum = Subscribers.Demand(rawValue: seen) + more
            let step = demand.weakCompareExchange(
                expected: seen, desired: sum.rawValue, ordering: .sequentiallyConsistent)
            if step.exchanged { return }
            seen = step.original
        }
    }

    // MARK: By the core's owner

    /// Sends a value if there is demand for it.
    @inlinable
    func offer(_ value: Output) {
        if isLive, take() { deliver(value) }
    }

    @inlinable
    func deliver(_ value: Output) {
        guard let downstream else { return }
        let more = downstream._withUnsafeGuaranteedRef { $0.receive(value) }
        if more > .none { add(more) }
    }

    /// Takes one from the demand.
    @inlinable
    func take() -> Bool {
        var seen = demand.load(ordering: .relaxed)
        while seen != Subscribers.Demand.unlimited.rawValue {
            guard seen > 0 else { return false }
            let step = demand.weakCompareExchange(
                expected: seen, desired: seen &- 1, ordering: .relaxed)
            if step.exchanged { break }
            seen = step.original
        }
        return true
    }

    /// Sends the end, unless it was cancelled.
    @inlinable
    func finish(_ completion: Subscribers.Completion<Failure>) {
        let target = downstream?.takeUnretainedValue()
        drop()
        if core.close({ _ in }) { target?.receive(completion: completion) }
    }

    /// Lets the subscriber go.
    @inlinable
    func drop() {
        let dropped = downstream
        downstream = nil
        dropped?.release()
    }
}
