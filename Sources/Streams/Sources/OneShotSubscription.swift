// OneShotSubscription: the subscription of sources that have one value.
import Synchronization

/// Runs a closure at the first request, unless it was cancelled before.
@usableFromInline
final class OneShotSubscription: Subscription, CustomStringConvertible {
    @usableFromInline let description: String
    /// Request and cancel may race; whoever sets it first owns `deliver`.
    @usableFromInline let isTaken = Atomic<Bool>(false)
    @exclusivity(unchecked) @usableFromInline var deliver: (() -> Void)?

    /// Takes the source's name, and what sends the value and the end.
    @inlinable
    init(_ name: String, deliver: @escaping () -> Void) {
        description = name
        self.deliver = deliver
    }

    @usableFromInline
    func request(_ demand: Subscribers.Demand) {
        demand.requireSome()
        take()?()
    }

    @usableFromInline
    func cancel() { _ = take() }

    private func take() -> (() -> Void)? {
        guard !isTaken.exchange(true, ordering: .acquiringAndReleasing) else { return nil }
        defer { deliver = nil }
        return deliver
    }
}
