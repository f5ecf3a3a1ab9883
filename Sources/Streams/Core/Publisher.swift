// Publisher: the source of a stream.

/// Declares that a type sends a sequence of values over time to subscribers.
///
/// A publisher sends each subscriber one subscription, then at most as many values as were asked for, then at
/// most one completion; never two signals at a time.
public protocol Publisher<Output, Failure> {
    /// The kind of values that this publisher sends.
    associatedtype Output

    /// The kind of error with which it may end; `Never` if it can't fail.
    associatedtype Failure: Error

    /// Attaches the subscriber; called by `subscribe(_:)`, implemented by publishers.
    func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input
}

extension Publisher {
    /// Attaches the subscriber to this publisher.
    @inlinable
    public func subscribe<S: Subscriber>(_ subscriber: S) where Failure == S.Failure, Output == S.Input {
        receive(subscriber: subscriber)
    }
}
