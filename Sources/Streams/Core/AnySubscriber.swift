// AnySubscriber: a subscriber whose type is hidden.

/// A subscriber that hides the type of the one it wraps, or that is made of closures.
public struct AnySubscriber<Input, Failure: Error>: Subscriber, CustomStringConvertible {
    /// Closures and not a class with overrides, because closures are specialised where they are made.
    @usableFromInline let onSubscription: ((any Subscription) -> Void)?
    @usableFromInline let onValue: ((Input) -> Subscribers.Demand)?
    @usableFromInline let onCompletion: ((Subscribers.Completion<Failure>) -> Void)?
    @usableFromInline let describe: () -> String

    public let combineIdentifier: CombineIdentifier

    /// Wraps the subscriber, whose identity and description it keeps.
    @inlinable
    public init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure {
        if let erased = subscriber as? AnySubscriber<Input, Failure> {
            self = erased
            return
        }
        onSubscription = { subscriber.receive(subscription: $0) }
        onValue = { subscriber.receive($0) }
        onCompletion = { subscriber.receive(completion: $0) }
        describe = { String(describing: subscriber) }
        combineIdentifier = subscriber.combineIdentifier
    }

    /// Makes a subscriber of closures; those left out ignore their signal and ask for nothing.
    public init(
        receiveSubscription: ((any Subscription) -> Void)? = nil,
        receiveValue: ((Input) -> Subscribers.Demand)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil
    ) {
        onSubscription = receiveSubscription
        onValue = receiveValue
        onCompletion = receiveCompletion
        describe = { "Anonymous AnySubscriber" }
        combineIdentifier = CombineIdentifier()
    }

    @inlinable
    public func receive(subscription: any Subscription) { onSubscription?(subscription) }

    @inlinable
    public func receive(_ value: Input) -> Subscribers.Demand { onValue?(value) ?? .none }

    @inlinable
    public func receive(completion: Subscribers.Completion<Failure>) { onCompletion?(completion) }

    public var description: String { describe() }
}
