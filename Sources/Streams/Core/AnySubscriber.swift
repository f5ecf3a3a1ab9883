// AnySubscriber: a subscriber whose type is hidden.

/// A subscriber that hides the type of the one it wraps, or that is made of closures.
public struct AnySubscriber<Input, Failure: Error>: Subscriber, CustomStringConvertible {
    @usableFromInline let relay: Relay<Input, Failure>

    public let combineIdentifier: CombineIdentifier

    @inlinable
    init(relay: Relay<Input, Failure>, combineIdentifier: CombineIdentifier) {
        self.relay = relay
        self.combineIdentifier = combineIdentifier
    }

    /// Wraps the subscriber, whose identity and description it keeps.
    @inlinable
    public init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure {
        // Where the type is known, these are decided by the compiler.
        if let erased = subscriber as? AnySubscriber<Input, Failure> {
            self = erased
        } else if let relay = subscriber as? Relay<Input, Failure> {
            self.init(relay: relay, combineIdentifier: relay.combineIdentifier)
        } else {
            self.init(relay: Relay(to: subscriber), combineIdentifier: subscriber.combineIdentifier)
        }
    }

    /// Makes a subscriber of closures; those left out ignore their signal and ask for nothing.
    public init(
        receiveSubscription: ((any Subscription) -> Void)? = nil,
        receiveValue: ((Input) -> Subscribers.Demand)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil
    ) {
        self.init(
            relay: Relay(
                "Anonymous AnySubscriber",
                subscription: receiveSubscription ?? { _ in },
                value: receiveValue ?? { _ in .none },
                completion: receiveCompletion ?? { _ in }),
            combineIdentifier: CombineIdentifier())
    }

    @inlinable
    public func receive(subscription: any Subscription) { relay.receive(subscription: subscription) }

    @inlinable
    public func receive(_ value: Input) -> Subscribers.Demand { relay.receive(value) }

    @inlinable
    public func receive(completion: Subscribers.Completion<Failure>) { relay.receive(completion: completion) }

    public var description: String { relay.description }
}
