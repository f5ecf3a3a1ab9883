// OneShotSubscription: the subscription of sources that have one value ready.
import Synchronization

/// Sends a value and the end at the first request, unless it was cancelled before.
@usableFromInline
final class OneShotSubscription: Subscription, CustomStringConvertible {
    @usableFromInline
    enum Stage: UInt8, AtomicRepresentable {
        case waiting
        case sending
        case over
    }

    @usableFromInline let description: String
    /// Request and cancel may race; whoever leads it out of `waiting` owns `send`.
    @usableFromInline let stage = Atomic<Stage>(.waiting)
    @exclusivity(unchecked) @usableFromInline var send: ((OneShotSubscription) -> Void)?

    /// Takes the source's name, what it sends, and to whom.
    @inlinable
    init<S: Subscriber>(_ name: String, _ value: S.Input, to subscriber: S) {
        description = name
        send = { subscription in
            _ = subscriber.receive(value)
            // Not if downstream has cancelled meanwhile.
            if subscription.stage.exchange(.over, ordering: .acquiringAndReleasing) == .sending {
                subscriber.receive(completion: .finished)
            }
        }
    }

    @usableFromInline
    func request(_ demand: Subscribers.Demand) {
        demand.requireSome()
        let start = stage.compareExchange(
            expected: .waiting, desired: .sending, ordering: .acquiringAndReleasing)
        if start.exchanged { take()?(self) }
    }

    @usableFromInline
    func cancel() {
        if stage.exchange(.over, ordering: .acquiringAndReleasing) == .waiting { _ = take() }
    }

    private func take() -> ((OneShotSubscription) -> Void)? {
        defer { send = nil }
        return send
    }
}
