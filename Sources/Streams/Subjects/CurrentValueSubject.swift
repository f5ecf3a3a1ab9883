// CurrentValueSubject: hands on what is sent, and the latest to whoever asks later.

/// A subject that wraps a single value and publishes a new element whenever the value changes.
///
/// A subscriber gets the latest value as soon as it asks, and then what is sent while it has demand; what it
/// missed without demand is dropped except for the latest. Values are delivered as by `PassthroughSubject`; all
/// subscribers end on the value that was sent last.
public final class CurrentValueSubject<Output, Failure: Error>: Subject {
    @usableFromInline let core: SubjectCore<Output, Failure>

    // Under the core's lock.
    /// The end was sent; the value stays what it was.
    @exclusivity(unchecked) @usableFromInline var isClosed = false
    @exclusivity(unchecked) @usableFromInline var current: Output

    /// Makes a subject with its first value.
    @inlinable
    public init(_ value: Output) {
        current = value
        core = SubjectCore("CurrentValueSubject", latest: value)
    }

    /// The value that was sent last; setting it sends it.
    @inlinable public var value: Output {
        get { core.lock.withLock { current } }
        set { send(newValue) }
    }

    @inlinable
    public func send(_ value: Output) {
        // In one step with the mail, so that the last of them is what subscribers get last.
        let old = core.post(.value(value)) { () -> Output in
            guard !isClosed else { return value }
            defer { current = value }
            return current
        }
        withExtendedLifetime(old) {}
    }

    @inlinable
    public func send(completion: Subscribers.Completion<Failure>) {
        core.post(.end(completion)) { isClosed = true }
    }

    public func send(subscription: any Subscription) {
        core.demand()
        core.attach(subscription)
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        core.subscribe(AnySubscriber(subscriber))
    }
}
