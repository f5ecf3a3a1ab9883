// Connection: what autoconnect, share and shareReplay have in common.
import Synchronization

/// Counts subscribers: the first one to come connects, the last one to leave disconnects.
@usableFromInline
final class Connection<State> {
    private let make: () -> State
    private let outlives: (State) -> Bool

    // Under the lock.
    private let lock = Lock()
    private var count = 0
    /// How many times somebody was the first to come.
    private var number = 0
    private var state: State?
    private var live: (any Cancellable)?

    /// Takes what makes the state of a connection, and whether it's kept when the last subscriber has left.
    ///
    /// Both run under the lock.
    @usableFromInline
    init(_ make: @escaping () -> State, outlives: @escaping (State) -> Bool = { _ in true }) {
        self.make = make
        self.outlives = outlives
    }

    /// Notes a subscriber that comes.
    ///
    /// - Returns: the state of the connection, and its number if it's for this subscriber to connect.
    @usableFromInline
    func enter() -> (state: State, number: Int?) {
        lock.withLock {
            count += 1
            if count == 1 { number += 1 }
            let present = state ?? make()
            state = present
            return (present, count == 1 ? number : nil)
        }
    }

    /// Keeps what disconnects, unless everybody has left meanwhile.
    ///
    /// - Returns: whether the connection is still wanted.
    @usableFromInline
    func keep(_ connection: any Cancellable, number: Int) -> Bool {
        lock.withLock {
            guard count > 0, number == self.number else { return false }
            live = connection
            return true
        }
    }

    /// Connects to the subject, unless everybody has left meanwhile.
    ///
    /// What disconnects is there before the upstream is subscribed to, which may send everything at once.
    @inlinable
    func connect<P: Publisher, S: Subject>(_ upstream: P, to subject: S, number: Int)
    where P.Output == S.Output, P.Failure == S.Failure {
        let subscriber = SubjectSubscriber(subject)
        if keep(AnyCancellable { subscriber.cancel() }, number: number) { upstream.subscribe(subscriber) }
    }

    /// Notes a subscriber that leaves, and disconnects after the last.
    @usableFromInline
    func leave() {
        let (connection, old) = lock.withLock { () -> ((any Cancellable)?, State?) in
            count -= 1
            guard count == 0 else { return (nil, nil) }
            let old = state
            if let old, !outlives(old) { state = nil }
            defer { live = nil }
            return (live, old)
        }
        connection?.cancel()
        withExtendedLifetime(old) {}
    }

    /// What a subscriber cancels when it leaves.
    @usableFromInline
    func membership() -> Membership { Membership { self.leave() } }
}

/// A subscriber's part in a connection, which it gives up once; not by being released, unlike `AnyCancellable`.
@usableFromInline
final class Membership: Cancellable {
    /// Whoever sets it first owns `leave`.
    private let isOver = Atomic<Bool>(false)
    private var leave: (() -> Void)?

    init(_ leave: @escaping () -> Void) { self.leave = leave }

    @usableFromInline
    func cancel() {
        guard !isOver.exchange(true, ordering: .acquiringAndReleasing) else { return }
        let leave = self.leave
        self.leave = nil
        leave?()
    }
}

extension Relay {
    /// Hands everything to the subscriber under the operator's name, and leaves when that is over.
    ///
    /// - Parameters:
    ///   - membership: cancelled when the subscriber cancels.
    ///   - leavesAtEnd: whether it's cancelled at the end, too, before the subscriber hears of that.
    @inlinable
    convenience init<S: Subscriber>(
        _ name: String, to subscriber: S, leaving membership: Membership, leavesAtEnd: Bool = true
    ) where S.Input == Input, S.Failure == Failure {
        self.init(
            name,
            subscription: { subscription in
                subscriber.receive(
                    subscription: OperatorSubscription(
                        name,
                        request: { subscription.request($0) },
                        cancel: {
                            subscription.cancel()
                            membership.cancel()
                        }))
            },
            value: { subscriber.receive($0) },
            completion: {
                if leavesAtEnd { membership.cancel() }
                subscriber.receive(completion: $0)
            })
    }
}
