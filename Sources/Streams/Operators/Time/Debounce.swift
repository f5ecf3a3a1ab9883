// debounce: a value once no other has come for some time.

extension Publishers {
    /// A publisher of those values of another after which nothing comes for some time.
    public struct Debounce<Upstream: Publisher, Context: Scheduler>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are thinned out.
        public let upstream: Upstream

        /// For how long nothing else may come.
        public let dueTime: Context.SchedulerTimeType.Stride

        /// Where the values go.
        public let scheduler: Context

        /// What the scheduler is told with each action.
        public let options: Context.SchedulerOptions?

        /// Makes a publisher of the values after which there is silence.
        public init(
            upstream: Upstream,
            dueTime: Context.SchedulerTimeType.Stride,
            scheduler: Context,
            options: Context.SchedulerOptions?
        ) {
            self.upstream = upstream
            self.dueTime = dueTime
            self.scheduler = scheduler
            self.options = options
        }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(
                DebounceInner<Output, Failure, Context>(
                    dueTime: dueTime, scheduler: scheduler, options: options, downstream: subscriber))
        }
    }
}

extension Publisher {
    /// Delivers a value on the scheduler once no other has come for the interval.
    ///
    /// Everything is asked of upstream. A value for which there is no demand when its time has come is dropped,
    /// and so is, as in Combine, one whose time hasn't come at the end.
    public func debounce<S: Scheduler>(
        for dueTime: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.Debounce<Self, S> {
        Publishers.Debounce(upstream: self, dueTime: dueTime, scheduler: scheduler, options: options)
    }
}

/// Keeps the newest value and one timer, which is set anew when it finds that a value has come meanwhile.
final class DebounceInner<Input, Failure: Error, Context: Scheduler>: Subscriber, CustomStringConvertible {
    private let dueTime: Context.SchedulerTimeType.Stride
    private let scheduler: Context
    private let options: Context.SchedulerOptions?
    private let lock = Lock()

    // Under the lock.
    private var downstream: AnySubscriber<Input, Failure>?
    private var upstream: (any Subscription)?
    private var isAttached = false
    private var demand = Subscribers.Demand.none
    private var newest: (value: Input, due: Context.SchedulerTimeType)?
    /// How many values there have been.
    private var number = 0
    /// Values whose time has come.
    private var ready = Ring<Input>()
    private var isTimerSet = false
    private var completion: Subscribers.Completion<Failure>?
    private var isDelivering = false

    init<S: Subscriber>(
        dueTime: Context.SchedulerTimeType.Stride,
        scheduler: Context,
        options: Context.SchedulerOptions?,
        downstream: S
    ) where S.Input == Input, S.Failure == Failure {
        self.dueTime = dueTime
        self.scheduler = scheduler
        self.options = options
        self.downstream = AnySubscriber(downstream)
    }

    var description: String { "Debounce" }

    func receive(subscription: any Subscription) {
        let target = lock.withLock { () -> AnySubscriber<Input, Failure>? in
            guard let downstream, !isAttached else { return nil }
            (upstream, isAttached) = (subscription, true)
            return downstream
        }
        guard let target else { return subscription.cancel() }
        target.receive(
            subscription: OperatorSubscription(
                "Debounce", request: { self.request($0) }, cancel: { self.cancel() }))
        lock.withLock { upstream }?.request(.unlimited)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        let due = scheduler.now.advanced(by: dueTime)
        let (old, sets) = lock.withLock { () -> ((value: Input, due: Context.SchedulerTimeType)?, Bool) in
            guard downstream != nil, completion == nil else { return (nil, false) }
            defer { (newest, isTimerSet) = ((input, due), true) }
            number += 1
            return (newest, !isTimerSet)
        }
        withExtendedLifetime(old) {}
        if sets { setTimer(for: due) }
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        let (isFirst, old) = lock.withLock { () -> (Bool, Input?) in
            guard downstream != nil, self.completion == nil else { return (false, nil) }
            defer { (self.completion, newest) = (completion, nil) }
            return (true, newest?.value)
        }
        withExtendedLifetime(old) {}
        guard isFirst else { return }
        let crossing = SchedulerCrossing(deliver)
        scheduler.schedule(options: options) { crossing.run() }
    }

    private func setTimer(for due: Context.SchedulerTimeType) {
        let crossing = SchedulerCrossing(fire)
        scheduler.schedule(after: due, tolerance: scheduler.minimumTolerance, options: options) {
            crossing.run()
        }
    }

    private func fire() {
        let now = scheduler.now
        let (due, seen) = lock.withLock { (newest?.due, number) }
        // Compared outside the lock: the type is the scheduler's.
        let isDue = due.map { $0 <= now } ?? true
        let again = lock.withLock { () -> Context.SchedulerTimeType? in
            if let newest {
                guard isDue, number == seen else { return newest.due }
                ready.append(newest.value)
                self.newest = nil
            }
            isTimerSet = false
            return nil
        }
        if let again { setTimer(for: again) } else { deliver() }
    }

    private enum Delivery {
        case value(Input, AnySubscriber<Input, Failure>)
        case end(Subscribers.Completion<Failure>, AnySubscriber<Input, Failure>, (any Subscription)?)
        case dropped(Input)
    }

    /// Delivers the value that is due, or the end; one thread at a time, since the scheduler may have many.
    private func deliver() {
        let starts = lock.withLock {
            defer { isDelivering = true }
            return !isDelivering
        }
        guard starts else { return }
        while let delivery = lock.withLock({ next() }) {
            switch delivery {
            case .value(let value, let target):
                let more = target.receive(value)
                lock.withLock { demand += more }
            case .end(let completion, let target, _):
                target.receive(completion: completion)
            case .dropped:
                break
            }
        }
    }

    /// Under the lock: what to do now; `isDelivering` is free again if that is nothing.
    private func next() -> Delivery? {
        if let target = downstream {
            if let value = ready.popFirst() {
                guard demand > .none else { return .dropped(value) }
                demand -= 1
                return .value(value, target)
            }
            if let completion {
                defer { (downstream, upstream) = (nil, nil) }
                return .end(completion, target, upstream)
            }
        }
        isDelivering = false
        return nil
    }

    private func request(_ more: Subscribers.Demand) { lock.withLock { demand += more } }

    private func cancel() {
        let (target, subscription, dropped) = lock.withLock {
            defer {
                (downstream, upstream, newest, completion) = (nil, nil, nil, nil)
                ready = Ring()
            }
            return (downstream, upstream, (newest, ready, completion))
        }
        subscription?.cancel()
        withExtendedLifetime((target, dropped)) {}
    }
}
