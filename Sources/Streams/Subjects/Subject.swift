// Subject: a publisher into which values are sent from outside.

/// A publisher that exposes a method for outside callers to send elements.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
    /// Sends a value to the subscribers.
    func send(_ value: Output)

    /// Sends the end to the subscribers.
    func send(completion: Subscribers.Completion<Failure>)

    /// Hands the subject a subscription to a publisher whose values will be sent into it.
    func send(subscription: any Subscription)
}

extension Subject where Output == Void {
    /// Sends the one value there is.
    public func send() { send(()) }
}

extension Publisher {
    /// Sends everything that this publisher sends into the subject, until cancelled.
    @inlinable
    public func subscribe<S: Subject>(_ subject: S) -> AnyCancellable
    where Failure == S.Failure, Output == S.Output {
        let subscriber = SubjectSubscriber(subject)
        subscribe(subscriber)
        return AnyCancellable { subscriber.cancel() }
    }
}

extension AnySubscriber {
    /// Makes a subscriber that sends what it receives into the subject.
    @inlinable
    public init<S: Subject>(_ subject: S) where Input == S.Output, Failure == S.Failure {
        self.init(SubjectSubscriber(subject))
    }
}

/// A subscription that can tell when it's of no use any longer.
@usableFromInline
protocol EndingSubscription: Subscription {
    /// It was cancelled, or its publisher has ended.
    var isOver: Bool { get }
}

/// Sends what it receives into a subject.
@usableFromInline
final class SubjectSubscriber<S: Subject>: Subscriber, CustomStringConvertible {
    @usableFromInline let link: PassingLink<S.Output, S.Failure, S>

    @inlinable
    init(_ subject: S) {
        // The subject decides about demand, so there is no downstream to be asked.
        link = PassingLink(downstream: AnySubscriber(), work: subject)
    }

    @usableFromInline var description: String { "Subject" }

    @inlinable
    func receive(subscription: any Subscription) {
        link.attach(subscription) { $0.work.send(subscription: Upstream(link: link)) }
    }

    /// What the subject gets: it may hold this as long as it likes, and cancel what is cancelled already.
    @usableFromInline
    final class Upstream: EndingSubscription, CustomStringConvertible {
        private let link: PassingLink<S.Output, S.Failure, S>

        @usableFromInline
        init(link: PassingLink<S.Output, S.Failure, S>) { self.link = link }

        @usableFromInline var description: String { "Subject" }
        @usableFromInline var isOver: Bool { link.upstream == nil }

        @usableFromInline
        func request(_ demand: Subscribers.Demand) { link.upstream?.request(demand) }

        @usableFromInline
        func cancel() { link.cancel() }
    }

    @inlinable
    func receive(_ input: S.Output) -> Subscribers.Demand {
        link.pass { $0.work.send(input) }
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<S.Failure>) {
        link.close { ends, _ in ends.work.send(completion: completion) }
    }

    @inlinable
    func cancel() { link.cancel() }
}
