// Deferred: a publisher made anew for each subscriber.

/// A publisher that makes the real one when somebody subscribes.
public struct Deferred<DeferredPublisher: Publisher>: Publisher {
    public typealias Output = DeferredPublisher.Output
    public typealias Failure = DeferredPublisher.Failure

    /// Makes the publisher; runs once a subscriber.
    public let createPublisher: () -> DeferredPublisher

    /// Makes a publisher that runs the closure for each subscriber.
    @inlinable
    public init(createPublisher: @escaping () -> DeferredPublisher) { self.createPublisher = createPublisher }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        createPublisher().subscribe(subscriber)
    }
}
