// Subscriber: the receiver of a stream.

/// Declares that a type can receive the values of a publisher.
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
    /// The kind of values that this subscriber receives.
    associatedtype Input

    /// The kind of error that it may receive; `Never` if it can't.
    associatedtype Failure: Error

    /// Tells the subscriber that it is subscribed, and may ask for values; comes once, and first.
    func receive(subscription: any Subscription)

    /// Tells the subscriber that a value has come.
    ///
    /// - Returns: how many more values it wants, added to what it asked for before.
    func receive(_ input: Input) -> Subscribers.Demand

    /// Tells the subscriber that the stream has ended; nothing comes after it.
    func receive(completion: Subscribers.Completion<Failure>)
}

extension Subscriber where Input == Void {
    /// Tells the subscriber that the publisher is ready again.
    @inlinable
    public func receive() -> Subscribers.Demand { receive(()) }
}
