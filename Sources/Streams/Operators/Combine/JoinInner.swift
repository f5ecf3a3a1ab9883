// JoinInner: the running state of zip and combineLatest, which make rows of the values of several sides.

/// What an operator keeps of its sides' values, and which rows it makes of them; no effects.
@usableFromInline
protocol JoinState<Row> {
    associatedtype Row

    /// Notes that a value of the side has been stored.
    ///
    /// - Parameter room: how many rows may wait, because somebody is delivering; nil if nobody is.
    mutating func noteValue(of side: SideSet, room: Subscribers.Demand?)

    /// The next row, nil if there's none yet.
    mutating func next() -> Row?

    /// Whether no row can come any more, if the sides of the set have ended.
    func isOver(ended: SideSet) -> Bool
}

/// A set of sides, one bit for each.
@usableFromInline typealias SideSet = UInt8

/// Stores what the sides send, and delivers the rows that the state makes of it.
///
/// Decisions are made under the lock and done after it. One loop delivers at a time; whoever finds it running
/// leaves its news in the state and goes, so that nothing overlaps, nobody waits, and nothing recurses.
@usableFromInline
final class JoinInner<State: JoinState, Failure: Error>: CustomStringConvertible {
    @usableFromInline typealias Downstream = AnySubscriber<State.Row, Failure>

    @usableFromInline let description: String
    @usableFromInline let empty: State
    @usableFromInline let lock = Lock()

    // Under the lock.
    /// Nil once ended or cancelled; then the state is empty.
    @exclusivity(unchecked) @usableFromInline var downstream: Downstream?
    @exclusivity(unchecked) @usableFromInline var state: State
    @exclusivity(unchecked) @usableFromInline var subscriptions: [(any Subscription)?]
    @exclusivity(unchecked) @usableFromInline var attached: SideSet = 0
    @exclusivity(unchecked) @usableFromInline var ended: SideSet = 0
    /// All sides have been subscribed to: before that none is asked, or its values could miss the others.
    @exclusivity(unchecked) @usableFromInline var hasStarted = false
    @exclusivity(unchecked) @usableFromInline var demand = Subscribers.Demand.none
    @exclusivity(unchecked) @usableFromInline var failure: Failure?
    @exclusivity(unchecked) @usableFromInline var isDelivering = false

    @inlinable
    init<S: Subscriber>(_ name: String, sides: Int, state: State, downstream: S)
    where S.Input == State.Row, S.Failure == Failure {
        description = name
        subscriptions = Array(repeating: nil, count: sides)
        (empty, self.state) = (state, state)
        self.downstream = AnySubscriber(downstream)
    }

    /// Gives downstream its subscription, lets the closure subscribe all sides, then asks them for values.
    @inlinable
    func start(_ subscribeSides: () -> Void) {
        lock.withLock { downstream }?.receive(
            subscription: OperatorSubscription(
                self.description, request: { self.request($0) }, cancel: { self.cancel() }))
        subscribeSides()
        let (first, sides) = lock.withLock {
            hasStarted = true
            return (demand, subscriptions)
        }
        if first > .none { for side in sides { side?.request(first) } }
    }

    /// The subscriber of a side; the closure stores a value, and returns what it has replaced.
    ///
    /// Inlined always, so that the closure is, too.
    @inlinable @inline(__always)
    func side<Value, Replaced>(
        _ index: Int, store: @escaping (inout State, Value) -> Replaced
    ) -> Relay<Value, Failure> {
        Relay(
            self.description,
            subscription: { self.attach($0, at: index) },
            value: { value in self.receive(from: index) { store(&$0, value) } },
            completion: { self.end(index, with: $0) })
    }

    @inlinable
    func attach(_ subscription: any Subscription, at index: Int) {
        let first = lock.withLock { () -> Subscribers.Demand? in
            guard downstream != nil, failure == nil, (attached | ended) & bit(index) == 0 else { return nil }
            attached |= bit(index)
            subscriptions[index] = subscription
            return hasStarted ? demand : Subscribers.Demand.none
        }
        guard let first else { return subscription.cancel() }
        if first > .none { subscription.request(first) }
    }

    @inlinable
    func receive<Replaced>(from index: Int, _ store: (inout State) -> Replaced) -> Subscribers.Demand {
        // What was replaced is returned to be released after the lock.
        let (row, target, _) = lock.withLock { () -> (State.Row?, Downstream?, Replaced?) in
            guard downstream != nil, failure == nil, attached & ~ended & bit(index) != 0 else {
                return (nil, nil, nil)
            }
            let replaced = store(&state)
            state.noteValue(of: bit(index), room: isDelivering ? demand : nil)
            guard !isDelivering, let row = nextRow() else { return (nil, nil, replaced) }
            return (row, downstream, replaced)
        }
        guard let row, let target else { return .none }
        return deliver(row, to: target, sender: index)
    }

    @inlinable
    func request(_ more: Subscribers.Demand) {
        let (row, target, sides) = lock.withLock { () -> (State.Row?, Downstream?, [(any Subscription)?]) in
            guard downstream != nil else { return (nil, nil, []) }
            demand += more
            return (isDelivering ? nil : nextRow(), downstream, hasStarted ? subscriptions : [])
        }
        // What comes of it waits for the row that is older.
        for side in sides { side?.request(more) }
        if let row, let target { _ = deliver(row, to: target, sender: nil) }
    }

    /// Under the lock, if nobody delivers or by who does: the next row, which the caller must deliver.
    @inlinable
    func nextRow() -> State.Row? {
        guard demand > .none, let row = state.next() else { return nil }
        demand -= 1
        isDelivering = true
        return row
    }

    /// Delivers the row and what can be delivered after it, for whoever has taken it.
    ///
    /// - Parameter sender: the side on whose thread this is, because it has just sent a value.
    /// - Returns: what is then asked of that side.
    @inlinable
    func deliver(_ first: State.Row, to target: Downstream, sender: Int?) -> Subscribers.Demand {
        var row = first
        var answer = Subscribers.Demand.none
        while true {
            let more = target.receive(row)
            if more > .none { answer += ask(more, sender: sender) }
            let (next, remains) = lock.withLock { () -> (State.Row?, Remains?) in
                if let next = nextRow() { return (next, nil) }
                isDelivering = false
                return (nil, takeIfOver())
            }
            guard let next else {
                remains?.end()
                return answer
            }
            row = next
        }
    }

    /// What downstream returned is asked of all sides.
    ///
    /// - Returns: what the sender is asked by the return of its own call.
    @inlinable
    func ask(_ more: Subscribers.Demand, sender: Int?) -> Subscribers.Demand {
        let sides = lock.withLock {
            demand += more
            return subscriptions
        }
        for index in sides.indices where index != sender { sides[index]?.request(more) }
        // There are none after the end.
        return sides.isEmpty ? .none : more
    }

    @inlinable
    func bit(_ index: Int) -> SideSet { 1 &<< SideSet(truncatingIfNeeded: index) }
}
