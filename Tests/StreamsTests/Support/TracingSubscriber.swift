// TracingSubscriber: notes all signals, and "OVERLAP" if two of them ever run at a time.
import Glibc
import Streams
import Synchronization

/// Asks for `initial`, then for what `onValue` returns.
final class TracingSubscriber<Input, Failure: Error>: Subscriber {
    let history: History
    var onSubscription: ((any Subscription) -> Void)?
    var onValue: (Input) -> Subscribers.Demand
    var onCompletion: (() -> Void)?
    private let initial: Subscribers.Demand
    private let inside = Atomic<Int>(0)
    /// The thread that is in `receive(subscription:)`, or 0.
    private let subscribing = Atomic<UInt>(0)
    private let lock = Lock()
    private var held: (any Subscription)?

    init(
        _ initial: Subscribers.Demand = .none,
        history: History = History(),
        onValue: @escaping (Input) -> Subscribers.Demand = { _ in .none }
    ) {
        self.initial = initial
        self.history = history
        self.onValue = onValue
    }

    var subscription: (any Subscription)? { lock.withLock { held } }
    var lines: [String] { history.lines }

    func request(_ demand: Subscribers.Demand) { subscription?.request(demand) }
    func cancel() { subscription?.cancel() }

    func receive(subscription: any Subscription) {
        // Signals that the subscription's own thread causes from inside are in order.
        subscribing.store(UInt(pthread_self()), ordering: .sequentiallyConsistent)
        defer { subscribing.store(0, ordering: .sequentiallyConsistent) }
        history.note("subscription \(subscription)")
        lock.withLock { held = subscription }
        onSubscription?(subscription)
        if initial > .none { subscription.request(initial) }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        enter()
        defer { inside.subtract(1, ordering: .sequentiallyConsistent) }
        history.note("value \(input)")
        return onValue(input)
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        enter()
        defer { inside.subtract(1, ordering: .sequentiallyConsistent) }
        switch completion {
        case .finished: history.note("finished")
        case .failure(let error): history.note("failure \(error)")
        }
        onCompletion?()
    }

    private func enter() {
        let other = subscribing.load(ordering: .sequentiallyConsistent)
        let overlaps = inside.add(1, ordering: .sequentiallyConsistent).oldValue != 0
        if overlaps || other != 0 && other != UInt(pthread_self()) { history.note("OVERLAP") }
    }
}
