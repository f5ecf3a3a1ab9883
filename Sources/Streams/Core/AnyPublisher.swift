// AnyPublisher: a publisher whose type is hidden.

/// A publisher that hides the type of the one it wraps.
public struct AnyPublisher<Output, Failure: Error>: Publisher, CustomStringConvertible {
    /// A closure over the publisher: it is specialised where it is made, a generic method behind a box isn't.
    @usableFromInline let attach: (Relay<Output, Failure>) -> Void

    /// Wraps the publisher.
    @inlinable
    public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
        if let erased = publisher as? AnyPublisher<Output, Failure> {
            self = erased
        } else {
            attach = { publisher.receive(subscriber: $0) }
        }
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        attach(AnySubscriber(subscriber).relay)
    }

    public var description: String { "AnyPublisher" }
}

extension Publisher {
    /// Hides the type of this publisher.
    @inlinable
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}
