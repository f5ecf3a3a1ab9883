// ConnectablePublisher: sends nothing until it's told to.

/// A publisher that starts to send when `connect()` is called, so that all subscribers can be there by then.
public protocol ConnectablePublisher: Publisher {
    /// Starts to send; cancelling the result stops it.
    func connect() -> any Cancellable
}

extension ConnectablePublisher {
    /// Connects with the first subscriber, and disconnects when the last has left.
    public func autoconnect() -> Publishers.Autoconnect<Self> { Publishers.Autoconnect(upstream: self) }
}
