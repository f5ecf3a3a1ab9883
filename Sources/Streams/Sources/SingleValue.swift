// SingleValue: one value for one subscriber, behind the publishers of an optional and of a result.
import Synchronization

/// Sends a value and the end on the first request, unless cancel comes before.
@usableFromInline
final class SingleValue<Output, Failure: Error> {
    @usableFromInline
    enum Stage: UInt8, AtomicRepresentable {
        case waiting
        case sending
        case over
    }

    /// Request and cancel may race; whoever leads it out of `waiting` owns `remains`.
    @usableFromInline let stage = Atomic<Stage>(.waiting)
    @exclusivity(unchecked) @usableFromInline var remains:
        (output: Output, downstream: AnySubscriber<Output, Failure>)?

    @inlinable
    init<S: Subscriber>(_ output: Output, downstream: S) where S.Input == Output, S.Failure == Failure {
        remains = (output, AnySubscriber(downstream))
    }

    /// The subscription that downstream gets.
    @inlinable
    func subscription(named name: String) -> OperatorSubscription {
        OperatorSubscription(name, request: { _ in self.request() }, cancel: { self.cancel() })
    }

    @inlinable
    func request() {
        let start = stage.compareExchange(
            expected: .waiting, desired: .sending, ordering: .acquiringAndReleasing)
        guard start.exchanged, let (output, downstream) = remains else { return }
        remains = nil
        _ = downstream.receive(output)
        // Not if downstream has cancelled meanwhile.
        if stage.exchange(.over, ordering: .acquiringAndReleasing) == .sending {
            downstream.receive(completion: .finished)
        }
    }

    @inlinable
    func cancel() {
        guard stage.exchange(.over, ordering: .acquiringAndReleasing) == .waiting else { return }
        remains = nil
    }
}
