// delay: values and the end some time later, on a scheduler.

extension Publishers {
    /// A publisher that delivers the values and the end of another some time later.
    public struct Delay<Upstream: Publisher, Context: Scheduler>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose signals are delayed.
        public let upstream: Upstream

        /// How long each is delayed.
        public let interval: Context.SchedulerTimeType.Stride

        /// How much longer it may take.
        public let tolerance: Context.SchedulerTimeType.Stride

        /// Where the signals go.
        public let scheduler: Context

        /// What the scheduler is told with each action.
        public let options: Context.SchedulerOptions?

        /// Makes a publisher of delayed signals.
        public init(
            upstream: Upstream,
            interval: Context.SchedulerTimeType.Stride,
            tolerance: Context.SchedulerTimeType.Stride,
            scheduler: Context,
            options: Context.SchedulerOptions? = nil
        ) {
            self.upstream = upstream
            self.interval = interval
            self.tolerance = tolerance
            self.scheduler = scheduler
            self.options = options
        }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(
                // Not `self`, which holds upstream.
                DelayInner<Output, Failure>(downstream: subscriber) {
                    [scheduler, interval, tolerance, options] action in
                    let crossing = SchedulerCrossing(action)
                    scheduler.schedule(
                        after: scheduler.now.advanced(by: interval), tolerance: tolerance, options: options
                    ) { crossing.run() }
                })
        }
    }
}

extension Publisher {
    /// Delivers values and the end after the interval, on the scheduler; demand passes through.
    ///
    /// The order is kept, and nothing overlaps, on concurrent schedulers too.
    ///
    /// - Parameter tolerance: how much longer it may take; nil for the least that the scheduler allows.
    public func delay<S: Scheduler>(
        for interval: S.SchedulerTimeType.Stride,
        tolerance: S.SchedulerTimeType.Stride? = nil,
        scheduler: S,
        options: S.SchedulerOptions? = nil
    ) -> Publishers.Delay<Self, S> {
        Publishers.Delay(
            upstream: self,
            interval: interval,
            tolerance: tolerance ?? scheduler.minimumTolerance,
            scheduler: scheduler,
            options: options)
    }
}

/// Keeps signals until their time has come. Each has an action of its own on the scheduler; when one runs, the
/// oldest signal is due, whichever it was scheduled for.
final class DelayInner<Input, Failure: Error>: Subscriber, CustomStringConvertible {
    private enum Signal {
        case value(Input)
        case end(Subscribers.Completion<Failure>)
    }

    private let later: (@escaping () -> Void) -> Void
    private let lock = Lock()

    // Under the lock.
    private var downstream: AnySubscriber<Input, Failure>?
    private var upstream: (any Subscription)?
    private var isAttached = false
    private var hasEnded = false
    private var waiting = Ring<Signal>()
    /// How many of them may be delivered.
    private var due = 0
    private var isDraining = false

    /// - Parameter later: runs an action after the interval.
    init<S: Subscriber>(downstream: S, later: @escaping (@escaping () -> Void) -> Void)
    where S.Input == Input, S.Failure == Failure {
        self.downstream = AnySubscriber(downstream)
        self.later = later
    }

    var description: String { "Delay" }

    func receive(subscription: any Subscription) {
        let target = lock.withLock { () -> AnySubscriber<Input, Failure>? in
            guard let downstream, !isAttached else { return nil }
            (upstream, isAttached, isDraining) = (subscription, true, true)
            return downstream
        }
        guard let target else { return subscription.cancel() }
        target.receive(
            subscription: OperatorSubscription(
                "Delay",
                request: { demand in self.lock.withLock { self.upstream }?.request(demand) },
                cancel: { self.cancel() }))
        // What came due meanwhile had to wait, or it would overlap with the subscription.
        drain()
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        put(.value(input))
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) { put(.end(completion)) }

    private func put(_ signal: Signal) {
        let isWanted = lock.withLock {
            guard downstream != nil, !hasEnded else { return false }
            waiting.append(signal)
            if case .end = signal { hasEnded = true }
            return true
        }
        if isWanted { later(comeDue) }
    }

    private func comeDue() {
        let drains = lock.withLock {
            due += 1
            defer { isDraining = true }
            return !isDraining
        }
        if drains { drain() }
    }

    /// Delivers what is due; for whoever has set `isDraining`.
    private func drain() {
        while let (signal, target) = lock.withLock({ next() }) {
            switch signal {
            case .value(let value):
                let more = target.receive(value)
                if more > .none { lock.withLock { upstream }?.request(more) }
            case .end(let completion):
                let old = lock.withLock {
                    defer { (downstream, upstream) = (nil, nil) }
                    return upstream
                }
                withExtendedLifetime(old) {}
                target.receive(completion: completion)
            }
        }
    }

    /// Under the lock: what is to be delivered now; the drain is free again if that is nothing.
    private func next() -> (Signal, AnySubscriber<Input, Failure>)? {
        guard due > 0, let downstream, let signal = waiting.popFirst() else {
            isDraining = false
            return nil
        }
        due -= 1
        return (signal, downstream)
    }

    private func cancel() {
        let (target, subscription, dropped) = lock.withLock {
            defer { (downstream, upstream, waiting) = (nil, nil, Ring()) }
            return (downstream, upstream, waiting)
        }
        subscription?.cancel()
        withExtendedLifetime((target, dropped)) {}
    }
}
