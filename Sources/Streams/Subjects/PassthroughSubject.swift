// PassthroughSubject: hands what is sent to whoever is subscribed.

/// A subject that broadcasts elements to its subscribers, and keeps none.
///
/// A subscriber without demand misses what is sent meanwhile. Subscribers are served in the order in which they
/// came, one value after the other: what is sent from inside a subscriber, or from another thread while a value
/// is being delivered, is delivered after it, by the thread that is at it; `send` doesn't wait for that.
public final class PassthroughSubject<Output, Failure: Error>: Subject {
    @usableFromInline let core: SubjectCore<Output, Failure>

    /// Makes a subject without subscribers.
    @inlinable
    public init() { core = SubjectCore("PassthroughSubject") }

    @inlinable
    public func send(_ value: Output) { core.send(value) }

    @inlinable
    public func send(completion: Subscribers.Completion<Failure>) { core.post(.end(completion)) }

    public func send(subscription: any Subscription) { core.attach(subscription) }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        core.subscribe(AnySubscriber(subscriber))
    }
}
