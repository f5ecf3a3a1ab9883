// Fail: no values, only an error.

/// A publisher that ends at once with an error.
public struct Fail<Output, Failure: Error>: Publisher {
    /// The error that is sent.
    public let error: Failure

    /// Makes a publisher of the error.
    @inlinable
    public init(error: Failure) { self.error = error }

    /// Makes a publisher of the error whose output type is named.
    @inlinable
    public init(outputType: Output.Type, failure: Failure) { self.init(error: failure) }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        subscriber.receive(subscription: Subscriptions.empty)
        subscriber.receive(completion: .failure(error))
    }
}

extension Fail: Equatable where Failure: Equatable {}
