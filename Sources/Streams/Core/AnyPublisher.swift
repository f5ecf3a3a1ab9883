// AnyPublisher: a publisher whose type is hidden.

/// A publisher that hides the type of the one it wraps.
public struct AnyPublisher<Output, Failure: Error>: Publisher, CustomStringConvertible {
    /// A closure over the publisher: it is specialised where it is made, a generic method behind a box isn't.
    @usableFromInline let attach: (Relay<Output, Failure>) -> Void

    /// The value of a publisher that sends one at once, and can't fail: who knows that needs no subscription.
    @usableFromInline let only: Output?

    /// Wraps the publisher.
    @inlinable
    public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
        if let erased = publisher as? AnyPublisher<Output, Failure> {
            self = erased
        } else {
            attach = { publisher.receive(subscriber: $0) }
            only = publisher.onlyValue
        }
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        attach(AnySubscriber(subscriber).relay)
    }

    public var description: String { "AnyPublisher" }
}

extension Publisher {
    /// The value of a publisher that has its only one ready; the compiler knows which of these it is.
    @inlinable @inline(__always)
    var onlyValue: Output? {
        if let just = self as? Just<Output> { return just.output }
        if let just = self as? Publishers.SetFailureType<Just<Output>, Failure> {
            return just.upstream.output
        }
        if let once = self as? Result<Output, Failure>.Publisher, case .success(let only) = once.result {
            return only
        }
        if let erased = self as? AnyPublisher<Output, Failure> { return erased.only }
        return nil
    }

    /// Hides the type of this publisher.
    @inlinable
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}
