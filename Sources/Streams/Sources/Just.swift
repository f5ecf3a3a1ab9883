// Just: one value, then the end.

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
        subscriber.receive(subscription: OneShotSubscription("Just", output, to: subscriber))
    }
}

extension Just: Equatable where Output: Equatable {}
