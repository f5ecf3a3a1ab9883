// Relay: the subscriber that operators hand to their upstream.

/// A subscriber made of closures.
///
/// Closures, because they are specialised where they are made; methods behind a protocol or in a base class
/// aren't. One type whatever the downstream, because the compiler stops to specialise a chain whose types grow
/// with each operator: three maps in a row cost ten times as much without it.
@usableFromInline
final class Relay<Input, Failure: Error>: Subscriber, CustomStringConvertible {
    @usableFromInline let describe: () -> String
    @usableFromInline let onSubscription: (any Subscription) -> Void
    @usableFromInline let onValue: (Input) -> Subscribers.Demand
    @usableFromInline let onCompletion: (Subscribers.Completion<Failure>) -> Void

    /// Takes the operator's name, and what it does on each signal.
    @inlinable
    init(
        _ name: @autoclosure @escaping () -> String,
        subscription: @escaping (any Subscription) -> Void,
        value: @escaping (Input) -> Subscribers.Demand,
        completion: @escaping (Subscribers.Completion<Failure>) -> Void
    ) {
        describe = name
        onSubscription = subscription
        onValue = value
        onCompletion = completion
    }

    /// Hands everything to the subscriber.
    @inlinable
    convenience init<S: Subscriber>(to subscriber: S) where S.Input == Input, S.Failure == Failure {
        self.init(
            String(describing: subscriber),
            subscription: { subscriber.receive(subscription: $0) },
            value: { subscriber.receive($0) },
            completion: { subscriber.receive(completion: $0) })
    }

    @usableFromInline var description: String { describe() }

    @inlinable
    func receive(subscription: any Subscription) { onSubscription(subscription) }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand { onValue(input) }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) { onCompletion(completion) }
}
