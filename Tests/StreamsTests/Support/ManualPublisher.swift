// ManualPublisher: sends what the test says, and notes what is asked of it.
import Streams

/// A publisher that sends to its newest subscriber, whatever was asked for, and holds on to it.
final class ManualPublisher<Output, Failure: Error>: Publisher {
    let history: History
    let name: String
    /// Runs inside each request.
    var onRequest: ((Subscribers.Demand) -> Void)?
    private let lock = Lock()
    private var subscriber: AnySubscriber<Output, Failure>?

    init(_ name: String = "", history: History = History()) {
        self.name = name.isEmpty ? "" : name + " "
        self.history = history
    }

    var lines: [String] { history.lines }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        lock.withLock { self.subscriber = AnySubscriber(subscriber) }
        history.note("\(name)subscribed")
        subscriber.receive(subscription: Link(publisher: self))
    }

    /// Hands out another subscription, which breaks the rules.
    func sendSubscription() { target?.receive(subscription: Link(publisher: self)) }

    /// Returns the demand that came back.
    @discardableResult
    func send(_ value: Output) -> Subscribers.Demand {
        let more = target?.receive(value) ?? .none
        if more > .none { history.note("\(name)returned \(more)") }
        return more
    }

    func send(completion: Subscribers.Completion<Failure>) { target?.receive(completion: completion) }

    func forget() { lock.withLock { subscriber = nil } }

    private var target: AnySubscriber<Output, Failure>? { lock.withLock { subscriber } }

    private struct Link: Subscription, CustomStringConvertible {
        let publisher: ManualPublisher
        let combineIdentifier = CombineIdentifier()
        var description: String { "Manual" }

        func request(_ demand: Subscribers.Demand) {
            publisher.history.note("\(publisher.name)request \(demand)")
            publisher.onRequest?(demand)
        }

        func cancel() { publisher.history.note("\(publisher.name)cancel") }
    }
}
