// Subscription: what ties one subscriber to one publisher, and the empty one.

/// The connection of a subscriber to a publisher, through which it asks for values and cancels.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
    /// Says that the publisher may send so many more values.
    ///
    /// Demands add up. Asking for `.none` is a programming error and traps.
    func request(_ demand: Subscribers.Demand)
}

extension Subscriptions {
    /// The subscription of a stream that sends no values: requests and cancels do nothing.
    public static var empty: any Subscription { EmptySubscription() }
}

struct EmptySubscription: Subscription, CustomStringConvertible {
    /// All empty subscriptions are one and the same.
    static let identifier = CombineIdentifier()

    var combineIdentifier: CombineIdentifier { Self.identifier }
    var description: String { "Empty" }

    func request(_ demand: Subscribers.Demand) {}
    func cancel() {}
}
