// receive(on:): values and the end on a scheduler.
import Synchronization

extension Publishers {
    /// A publisher that delivers the values and the end of another on a scheduler.
    public struct ReceiveOn<Upstream: Publisher, Context: Scheduler>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose signals are moved.
        public let upstream: Upstream

        /// Where the signals go.
        public let scheduler: Context

        /// What the scheduler is told with each action.
        public let options: Context.SchedulerOptions?

        /// Makes a publisher that delivers on the scheduler.
        @inlinable
        public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
            self.upstream = upstream
            self.scheduler = scheduler
            self.options = options
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(ReceiveOnInner(scheduler: scheduler, options: options, downstream: subscriber))
        }
    }
}

extension Publisher {
    /// Delivers values and the end on the scheduler; the subscription comes on the caller's thread.
    ///
    /// The order is kept on concurrent schedulers too: one action is scheduled at a time, and it delivers what
    /// has come until then. Demand passes through, so no more waits than was asked for.
    @inlinable
    public func receive<S: Scheduler>(
        on scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.ReceiveOn<Self, S> {
        Publishers.ReceiveOn(upstream: self, scheduler: scheduler, options: options)
    }
}

@usableFromInline
final class ReceiveOnInner<Input, Failure: Error, Context: Scheduler>: Subscriber, CustomStringConvertible {
    @usableFromInline typealias Downstream = AnySubscriber<Input, Failure>

    @usableFromInline let scheduler: Context
    @usableFromInline let options: Context.SchedulerOptions?
    @usableFromInline let lock = Lock()
    /// Set under the lock, read without it before each value.
    @usableFromInline let isCancelled = Atomic<Bool>(false)

    // Under the lock.
    @exclusivity(unchecked) @usableFromInline var downstream: Downstream?
    @exclusivity(unchecked) @usableFromInline var upstream: (any Subscription)?
    @exclusivity(unchecked) @usableFromInline var waiting: [Input] = []
    @exclusivity(unchecked) @usableFromInline var completion: Subscribers.Completion<Failure>?
    /// Somebody will look at what waits: a scheduled action, or whoever hands down the subscription.
    @exclusivity(unchecked) @usableFromInline var isScheduled = false
    @exclusivity(unchecked) @usableFromInline var turn = DeliveryTurn()

    /// What is being delivered; of whoever has the turn.
    @exclusivity(unchecked) @usableFromInline var batch: [Input] = []

    @inlinable
    init<S: Subscriber>(scheduler: Context, options: Context.SchedulerOptions?, downstream: S)
    where S.Input == Input, S.Failure == Failure {
        self.scheduler = scheduler
        self.options = options
        self.downstream = AnySubscriber(downstream)
    }

    @usableFromInline var description: String { "ReceiveOn" }

    @inlinable
    func receive(subscription: any Subscription) {
        let target = lock.withLock { () -> Downstream? in
            guard let downstream, upstream == nil, completion == nil else { return nil }
            upstream = subscription
            isScheduled = true
            return downstream
        }
        guard let target else { return subscription.cancel() }
        target.receive(
            subscription: OperatorSubscription(
                "ReceiveOn", request: { self.request($0) }, cancel: { self.cancel() }))
        // Values that came meanwhile had to wait, or they would overlap with the subscription.
        let schedules = lock.withLock {
            isScheduled = !waiting.isEmpty || completion != nil
            return isScheduled
        }
        if schedules { scheduleDelivery() }
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        put { waiting.append(input) }
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        put { self.completion = completion }
    }

    @inlinable
    func request(_ demand: Subscribers.Demand) {
        lock.withLock { upstream }?.request(demand)
    }

    @inlinable
    func cancel() {
        let taken = lock.withLock {
            isCancelled.store(true, ordering: .relaxed)
            defer { (downstream, upstream, waiting, completion) = (nil, nil, [], nil) }
            return (downstream, upstream, waiting, completion)
        }
        taken.1?.cancel()
    }

    @inlinable
    func put(_ change: () -> Void) {
        let schedules = lock.withLock {
            guard downstream != nil, completion == nil else { return false }
            change()
            defer { isScheduled = true }
            return !isScheduled
        }
        if schedules { scheduleDelivery() }
    }

    @inlinable
    func scheduleDelivery() {
        let crossing = SchedulerCrossing(deliver)
        scheduler.schedule(options: options) { crossing.run() }
    }

    /// On the scheduler.
    @inlinable
    func deliver() {
        guard lock.withLock({ turn.take() }) else { return }
        while deliverBatch() {
            scheduleDelivery()
            guard lock.withLock({ turn.giveUp() }) else { return }
        }
    }

    /// Delivers what waits, so that the lock is taken once a batch, and the end if nothing is left.
    ///
    /// - Returns: whether something has come meanwhile, for the next action.
    @inlinable
    func deliverBatch() -> Bool {
        if let target = lock.withLock({ takeBatch() }) {
            for value in batch {
                if isCancelled.load(ordering: .relaxed) { break }
                let more = target.receive(value)
                if more > .none { request(more) }
            }
            batch.removeAll(keepingCapacity: true)
        }
        switch lock.withLock({ look() }) {
        case .more: return true
        case .end(let completion, let target, _): target.receive(completion: completion)
        case .nothing: break
        }
        return false
    }

    /// Under the lock, by whoever has the turn.
    @inlinable
    func takeBatch() -> Downstream? {
        swap(&batch, &waiting)
        return downstream
    }

    @usableFromInline
    enum Rest {
        case more
        case end(Subscribers.Completion<Failure>, to: Downstream, (any Subscription)?)
        case nothing
    }

    /// Under the lock: what there is after a batch; turn and schedule are free again if that is nothing.
    @inlinable
    func look() -> Rest {
        if let target = downstream {
            if !waiting.isEmpty { return .more }
            if let completion {
                defer { (downstream, upstream) = (nil, nil) }
                return .end(completion, to: target, upstream)
            }
        }
        isScheduled = false
        _ = turn.giveUp()
        return .nothing
    }
}
