// receive(on:) with a capacity: an extension beyond Combine, for a scheduler that is slower than upstream.

extension Publishers {
    /// A publisher that delivers another's signals on a scheduler, of which only so many may be under way.
    ///
    /// This is an extension: Combine has nothing like it.
    public struct BoundedReceiveOn<Upstream: Publisher, Context: Scheduler>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose signals are moved.
        public let upstream: Upstream

        /// Where the signals go.
        public let scheduler: Context

        /// What the scheduler is told with each action.
        public let options: Context.SchedulerOptions?

        /// The most values that were asked for and not yet delivered.
        public let capacity: Int

        /// Makes a publisher that delivers on the scheduler; `capacity` must be positive.
        @inlinable
        public init(
            upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?, capacity: Int
        ) {
            precondition(capacity > 0, "receive(on:) must have room for at least one value")
            self.upstream = upstream
            self.scheduler = scheduler
            self.options = options
            self.capacity = capacity
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(
                BoundedReceiveOnInner(
                    scheduler: scheduler, options: options, capacity: capacity, downstream: subscriber))
        }
    }
}

extension Publisher {
    /// Delivers values and the end on the scheduler, of which at most `capacity` values are under way.
    ///
    /// This is an extension beyond Combine, whose `receive(on:)` passes demand through: an upstream that is asked
    /// for everything and is faster than the scheduler fills the memory. Here upstream is asked for `capacity`
    /// values, whatever downstream asks for, and for more when a quarter of them has been delivered. Values for
    /// which there is no demand wait. Order, overlap and the end are as in `receive(on:options:)`.
    @inlinable
    public func receive<S: Scheduler>(
        on scheduler: S, options: S.SchedulerOptions? = nil, capacity: Int
    ) -> Publishers.BoundedReceiveOn<Self, S> {
        Publishers.BoundedReceiveOn(
            upstream: self, scheduler: scheduler, options: options, capacity: capacity)
    }
}

@usableFromInline
final class BoundedReceiveOnInner<Input, Failure: Error, Context: Scheduler>: Subscriber,
    CustomStringConvertible
{
    @usableFromInline typealias Downstream = AnySubscriber<Input, Failure>

    @usableFromInline let scheduler: Context
    @usableFromInline let options: Context.SchedulerOptions?
    @usableFromInline let capacity: Int
    @usableFromInline let lock = Lock()

    // Under the lock.
    @exclusivity(unchecked) @usableFromInline var downstream: Downstream?
    @exclusivity(unchecked) @usableFromInline var upstream: (any Subscription)?
    @exclusivity(unchecked) @usableFromInline var isAttached = false
    @exclusivity(unchecked) @usableFromInline var demand = Subscribers.Demand.none
    @exclusivity(unchecked) @usableFromInline var waiting = Ring<Input>()
    /// How many values have been delivered since upstream was asked.
    @exclusivity(unchecked) @usableFromInline var delivered = 0
    @exclusivity(unchecked) @usableFromInline var completion: Subscribers.Completion<Failure>?
    /// Somebody will look at what waits: a scheduled action, or whoever hands down the subscription.
    @exclusivity(unchecked) @usableFromInline var isScheduled = false
    @exclusivity(unchecked) @usableFromInline var turn = DeliveryTurn()

    @inlinable
    init<S: Subscriber>(
        scheduler: Context, options: Context.SchedulerOptions?, capacity: Int, downstream: S
    ) where S.Input == Input, S.Failure == Failure {
        self.scheduler = scheduler
        self.options = options
        self.capacity = capacity
        self.downstream = AnySubscriber(downstream)
    }

    @usableFromInline var description: String { "BoundedReceiveOn" }

    @inlinable
    func receive(subscription: any Subscription) {
        let target = lock.withLock { () -> Downstream? in
            guard let downstream, !isAttached else { return nil }
            (upstream, isAttached, isScheduled) = (subscription, true, true)
            return downstream
        }
        guard let target else { return subscription.cancel() }
        target.receive(
            subscription: OperatorSubscription(
                "BoundedReceiveOn", request: { self.request($0) }, cancel: { self.cancel() }))
        lock.withLock { upstream }?.request(.max(capacity))
        // What came meanwhile had to wait, or it would overlap with the subscription.
        change(isScheduled: false) {}
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        change { if completion == nil { waiting.append(input) } }
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        change { self.completion = self.completion ?? completion }
    }

    @inlinable
    func request(_ more: Subscribers.Demand) {
        change { demand += more }
    }

    /// Changes the state, and schedules an action if there's something to do that nobody is at.
    ///
    /// - Parameter isScheduled: false if the caller was the one who was at it.
    @inlinable
    func change(isScheduled: Bool? = nil, _ body: () -> Void) {
        let schedules = lock.withLock {
            guard downstream != nil else { return false }
            body()
            if let isScheduled { self.isScheduled = isScheduled }
            guard !self.isScheduled, hasSomethingToDo else { return false }
            self.isScheduled = true
            return true
        }
        if schedules { schedule() }
    }

    @inlinable
    func schedule() {
        let crossing = SchedulerCrossing(deliver)
        scheduler.schedule(options: options) { crossing.run() }
    }

    /// Under the lock.
    @inlinable var hasSomethingToDo: Bool {
        waiting.isEmpty ? completion != nil : demand > .none
    }

    @usableFromInline
    func cancel() {
        let (target, subscription, dropped) = lock.withLock {
            defer { (downstream, upstream, waiting, completion) = (nil, nil, Ring(), nil) }
            return (downstream, upstream, (waiting, completion))
        }
        subscription?.cancel()
        withExtendedLifetime((target, dropped)) {}
    }

    /// What the scheduled action does next.
    @usableFromInline
    enum Delivery {
        case value(Input, to: Downstream)
        case ask(Int, of: (any Subscription)?)
        case end(Subscribers.Completion<Failure>, of: Downstream, (any Subscription)?)
        case pause
        case stop
    }

    /// On the scheduler.
    @inlinable
    func deliver() {
        guard lock.withLock({ turn.take() }) else { return }
        while deliverSome() {
            schedule()
            guard lock.withLock({ turn.giveUp() }) else { return }
        }
    }

    /// Delivers up to `capacity` values as far as demand goes, and asks for as many again.
    ///
    /// - Returns: whether there are others, for the next action.
    @inlinable
    func deliverSome() -> Bool {
        var more = Subscribers.Demand.none
        var count = 0
        while true {
            switch lock.withLock({ next(more, isLast: count == capacity) }) {
            case .value(let value, let target):
                count += 1
                more = target.receive(value)
                continue
            case .ask(let count, let upstream):
                upstream?.request(.max(count))
            case .end(let completion, let target, _):
                target.receive(completion: completion)
                return false
            case .pause:
                return true
            case .stop:
                return false
            }
            more = .none
        }
    }

    /// Under the lock: what to do now; turn and schedule are free again if that is nothing.
    ///
    /// - Parameters:
    ///   - more: what downstream has returned.
    ///   - isLast: no other value is for this action.
    @inlinable
    func next(_ more: Subscribers.Demand, isLast: Bool) -> Delivery {
        demand += more
        if let downstream {
            if completion == nil, delivered > capacity / 4 {
                defer { delivered = 0 }
                return .ask(delivered, of: upstream)
            }
            if demand > .none, !waiting.isEmpty {
                if isLast { return .pause }
                demand -= 1
                delivered += 1
                return .value(waiting.popFirst()!, to: downstream)
            }
            if let completion, waiting.isEmpty {
                defer { (self.downstream, upstream) = (nil, nil) }
                return .end(completion, of: downstream, upstream)
            }
        }
        isScheduled = false
        _ = turn.giveUp()
        return .stop
    }
}
