// Just: one value, then the end.
import Synchronization

/// A publisher that sends one value to each subscriber, then finishes.
public struct Just<Output>: Publisher {
    public typealias Failure = Never

    /// The value that is sent.
    public let output: Output

    /// Makes a publisher of the value.
    @inlinable
    public init(_ output: Output) { self.output = output }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
        let inner = Inner(output: output, downstream: subscriber)
        subscriber.receive(
            subscription: OperatorSubscription(
                "Just", request: { _ in inner.request() }, cancel: { _ = inner.take() }))
    }
}

extension Just: Equatable where Output: Equatable {}

extension Just {
    @usableFromInline
    final class Inner<Downstream: Subscriber>
    where Downstream.Input == Output, Downstream.Failure == Never {
        /// Request and cancel may race; whoever sets it first owns `remains`.
        @usableFromInline let isTaken = Atomic<Bool>(false)
        @exclusivity(unchecked) @usableFromInline var remains: (output: Output, downstream: Downstream)?

        @inlinable
        init(output: Output, downstream: Downstream) { remains = (output, downstream) }

        @inlinable
        func take() -> (output: Output, downstream: Downstream)? {
            guard !isTaken.exchange(true, ordering: .acquiringAndReleasing) else { return nil }
            let taken = remains
            remains = nil
            return taken
        }

        @inlinable
        func request() {
            guard let (output, downstream) = take() else { return }
            _ = downstream.receive(output)
            downstream.receive(completion: .finished)
        }
    }
}
