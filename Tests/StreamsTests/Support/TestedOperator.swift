// TestedOperator: an operator between an upstream and a subscriber that both write a history.
import Streams
import Testing

/// One of the operators that a test runs over, by name.
///
/// Its closures, if it takes any, hold the token. All fail with any error, so that those that throw fit in.
struct TestedOperator: CustomTestStringConvertible, @unchecked Sendable {  // Its closures capture nothing.
    typealias Upstream = AnyPublisher<Int, any Error>

    let testDescription: String
    /// What its subscription calls itself.
    let name: String
    private let attach: (Upstream, Token, OperatorRig.Settings) -> OperatorRig.Handle

    init<P: Publisher>(
        _ testDescription: String, _ name: String, _ make: @escaping (Upstream, Token) -> P
    ) where P.Failure == any Error {
        self.testDescription = testDescription
        self.name = name
        attach = { upstream, token, settings in
            let tracing = TracingSubscriber<P.Output, any Error>(settings.initial, history: settings.history)
            let rig = OperatorRig.Handle(
                request: { [weak tracing] in tracing?.request($0) },
                cancel: { [weak tracing] in tracing?.cancel() },
                subscriber: tracing)
            tracing.onSubscription = settings.onSubscription
            tracing.onValue = { [weak tracing] in
                settings.onValue?("\($0)") { tracing?.subscription } ?? .none
            }
            make(upstream, token).subscribe(tracing)
            return rig
        }
    }

    /// Subscribes to it.
    func rig(
        _ initial: Subscribers.Demand = .none, token: Token = Token(),
        onValue: OperatorRig.OnValue? = nil,
        onSubscription: ((any Subscription) -> Void)? = nil
    ) -> OperatorRig {
        let rig = OperatorRig()
        let settings = OperatorRig.Settings(
            initial: initial, history: rig.history, onSubscription: onSubscription, onValue: onValue)
        rig.handle = attach(rig.upstream.eraseToAnyPublisher(), token, settings)
        return rig
    }

    /// What its inner subscriber calls itself.
    var innerName: String {
        let naming = NamingPublisher()
        let settings = OperatorRig.Settings(
            initial: .none, history: History(), onSubscription: nil, onValue: nil)
        _ = attach(naming.eraseToAnyPublisher(), Token(), settings)
        return naming.name
    }
}

/// An operator with an upstream to send from; downstream and upstream have a history each.
final class OperatorRig: @unchecked Sendable {  // Set up by one thread before others use it.
    typealias OnValue = (String, _ subscription: () -> (any Subscription)?) -> Subscribers.Demand

    struct Settings {
        let initial: Subscribers.Demand
        let history: History
        let onSubscription: ((any Subscription) -> Void)?
        let onValue: OnValue?
    }

    struct Handle {
        let request: (Subscribers.Demand) -> Void
        let cancel: () -> Void
        var subscriber: AnyObject?
    }

    let upstream = ManualPublisher<Int, any Error>()
    let history = History()
    fileprivate(set) var handle: Handle!

    /// What downstream saw, and what was asked of upstream.
    var lines: [String] { history.lines }
    var asked: [String] { upstream.lines }

    func request(_ demand: Subscribers.Demand) { handle.request(demand) }
    func cancel() { handle.cancel() }
    func send(_ values: Int...) { for value in values { upstream.send(value) } }
    func finish() { upstream.send(completion: .finished) }
    func fail(_ error: Boom = .first) { upstream.send(completion: .failure(error)) }
    func forgetSubscriber() { handle.subscriber = nil }
    var subscriber: AnyObject? { handle.subscriber }
}

/// Notes the description of its subscriber, and sends nothing.
private final class NamingPublisher: Publisher {
    typealias Output = Int
    typealias Failure = any Error
    private(set) var name = ""

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == any Error {
        name = "\(subscriber)"
        subscriber.receive(subscription: Subscriptions.empty)
    }
}

extension Token {
    /// Uses the token, so that a closure holds it.
    func pass<Value>(_ value: Value) -> Value { value }

    /// The value, unless it's 13.
    func throwing(at value: Int) throws -> Int {
        if value == 13 { throw Boom.first }
        return value
    }
}
