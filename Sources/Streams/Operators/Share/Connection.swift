// Connection: what autoconnect, share and shareReplay have in common.

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

    /// Keeps what was connected, unless everybody has left meanwhile.
    @usableFromInline
    func keep(_ connection: any Cancellable, number: Int) {
        let needless = lock.withLock { () -> (any Cancellable)? in
            guard count > 0, number == self.number else { return connection }
            live = connection
            return nil
        }
        needless?.cancel()
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
    func membership() -> AnyCancellable { AnyCancellable { self.leave() } }
}

extension Relay {
    /// Hands everything to the subscriber under the operator's name, and leaves when that is over.
    ///
    /// - Parameter membership: cancelled at the end, before the subscriber hears of it, and on cancel.
    @inlinable
    convenience init<S: Subscriber>(
        _ name: String, to subscriber: S, leaving membership: AnyCancellable
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
                membership.cancel()
                subscriber.receive(completion: $0)
            })
    }
}
