// FlatMapInner: the running state of both flatMaps; starting children here, delivering in FlatMapDelivery.

/// Merges children into one downstream.
///
/// Everything below the lock is decided under it and done after it. Two loops do what was decided, each run by
/// one thread at a time: `pump` starts children and asks upstream, `drain` delivers. Whoever finds a loop
/// running leaves its news in the state and goes; the loop looks again before it stops. So nothing overlaps,
/// and nothing recurses however upstream and children call back.
@usableFromInline
final class FlatMapInner<Input, Output, Failure: Error>: Subscriber, CustomStringConvertible {
    @usableFromInline typealias Downstream = AnySubscriber<Output, Failure>
    /// Makes the child of an element with a cost, and starts it.
    ///
    /// A class around the closure, because a closure that goes through a tuple is wrapped anew each time.
    @usableFromInline
    final class Starter {
        @usableFromInline let start: (Input, FlatMapInner, Int) -> Output?

        @inlinable
        init(_ start: @escaping (Input, FlatMapInner, Int) -> Output?) { self.start = start }
    }

    @usableFromInline let name: String
    @usableFromInline let isWeighted: Bool
    @usableFromInline let lock = Lock()

    // Under the lock, which makes the run-time checks of exclusive access needless.
    /// Nil once ended or cancelled, as the three that follow.
    @exclusivity(unchecked) @usableFromInline var downstream: Downstream?
    @exclusivity(unchecked) @usableFromInline var starter: Starter?
    @exclusivity(unchecked) @usableFromInline var measure: ((Input) -> Int)?
    @exclusivity(unchecked) @usableFromInline var upstream: (any Subscription)?
    /// Those that are subscribed and run, in no order.
    @exclusivity(unchecked) @usableFromInline var children: [Side] = []
    @exclusivity(unchecked) @usableFromInline var admission: Admission<Input>
    @exclusivity(unchecked) @usableFromInline var demand = Subscribers.Demand.none
    /// Values that wait for demand, or for the thread that is delivering.
    @exclusivity(unchecked) @usableFromInline var held = Ring<(value: Output, side: Side)>()
    /// An error that is to end all; nothing starts and nothing more is held from then on.
    @exclusivity(unchecked) @usableFromInline var failure: Failure?
    @exclusivity(unchecked) @usableFromInline var isPumping = false
    @exclusivity(unchecked) @usableFromInline var isDraining = false

    @inlinable
    init<S: Subscriber>(
        name: String,
        admission: Admission<Input>,
        cost: ((Input) -> Int)?,
        start: ((Input, FlatMapInner, Int) -> Output?)?,
        downstream: S
    ) where S.Input == Output, S.Failure == Failure {
        self.name = name
        self.admission = admission
        isWeighted = cost != nil
        measure = cost
        starter = start.map { Starter($0) }
        self.downstream = AnySubscriber(downstream)
    }

    @usableFromInline var description: String { name }

    // MARK: Upstream

    @inlinable
    func receive(subscription: any Subscription) {
        let first = lock.withLock { () -> Subscribers.Demand? in
            guard downstream != nil, upstream == nil else { return nil }
            upstream = subscription
            return admission.open()
        }
        if let first { subscription.request(first) } else { subscription.cancel() }
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        guard isWeighted else { return receive(input, cost: 0) }
        guard let measure = lock.withLock({ self.measure }) else { return .none }
        let cost = measure(input)
        precondition(cost >= 0, "The cost of a value can't be negative")
        return receive(input, cost: cost)
    }

    /// Starts an element at once where it may, or has it wait.
    @inlinable
    func receive(_ input: Input, cost: Int) -> Subscribers.Demand {
        let starter = lock.withLock { admit(input, cost: cost) }
        guard let starter else { return .none }
        guard let only = starter.start(input, self, cost) else { return pump(isInReceive: true) }
        return deliver(only, cost: cost, isInReceive: true) ?? pump(isInReceive: true)
    }

    /// Under the lock: what is to start the element now, by the pump, which runs from now on.
    @inlinable
    func admit(_ input: Input, cost: Int) -> Starter? {
        guard failure == nil, let starter else { return nil }
        guard !isPumping, admission.admit(cost: cost) else {
            admission.wait(input, cost: cost)
            return nil
        }
        isPumping = true
        return starter
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        switch completion {
        case .finished:
            let isLast = lock.withLock {
                admission.upstreamHasEnded = true
                return startDrainingIfComplete()
            }
            if isLast { drain() }
        case .failure(let error):
            fail(with: error)
        }
    }

    /// What the pump does next.
    @usableFromInline
    enum Work {
        case start(Starter, Input, cost: Int)
        case ask(Subscribers.Demand, of: (any Subscription)?)
        case stop
    }

    /// Runs the pump, unless it runs already.
    @inlinable
    func pump() {
        let starts = lock.withLock {
            defer { isPumping = true }
            return !isPumping
        }
        if starts { _ = pump(isInReceive: false) }
    }

    /// Starts what may start, then asks for what may come; for whoever has set `isPumping`.
    ///
    /// - Returns: what to ask for, if the caller is upstream's own `receive`: that is cheaper than a request.
    @inlinable
    func pump(isInReceive: Bool) -> Subscribers.Demand {
        while true {
            switch lock.withLock({ nextWork(stopsAtAsk: isInReceive) }) {
            case .start(let starter, let input, let cost):
                if let only = starter.start(input, self, cost),
                    let more = deliver(only, cost: cost, isInReceive: isInReceive)
                {
                    return more
                }
            case .ask(let more, let upstream):
                if isInReceive { return more }
                upstream?.request(more)
            case .stop:
                return .none
            }
        }
    }

    /// Subscribes to a child, unless it's one that has its only value ready.
    ///
    /// The types are known to the compiler where this is called, and so is which of the branches is taken.
    ///
    /// - Returns: the value of such a child, which has nothing to say but that and its end.
    @inlinable @inline(__always)
    func start<P: Publisher>(_ child: P, cost: Int) -> Output?
    where P.Output == Output, P.Failure == Failure {
        if let only = child.onlyValue { return only }
        child.subscribe(Side(parent: self, cost: cost))
        return nil
    }

    /// By the pump: delivers the only value of a child, which ends with it.
    ///
    /// - Returns: what upstream's own `receive` is to return, with which the pump has stopped; nil if it's to
    ///   look for more work.
    @inlinable
    func deliver(_ value: Output, cost: Int, isInReceive: Bool) -> Subscribers.Demand? {
        let target = lock.withLock { () -> Downstream? in
            guard failure == nil, let downstream else { return nil }
            if isDraining || demand == .none {
                let side = Side(parent: self, cost: cost)
                (side.isFinished, side.waiting) = (true, 1)
                held.append((value, side))
                return nil
            }
            isDraining = true
            demand -= 1
            return downstream
        }
        guard let target else { return nil }
        let more = target.receive(value)
        if more > .none { widen(by: more) }
        let (ask, drains) = lock.withLock { () -> (Subscribers.Demand?, Bool) in
            admission.end(cost: cost)
            guard held.isEmpty, failure == nil, !isComplete else { return (nil, true) }
            isDraining = false
            guard isInReceive, let ask = admission.askIfNothingWaits() else { return (nil, false) }
            isPumping = false
            return (ask, false)
        }
        if drains { drain() }
        return ask
    }

    /// Under the lock, by the pump: what to do now; the pump is free again if that is nothing.
    @inlinable
    func nextWork(stopsAtAsk: Bool) -> Work {
        if failure == nil, let starter {
            switch admission.next() {
            case .start(let input, let cost):
                return .start(starter, input, cost: cost)
            case .ask(let more):
                isPumping = !stopsAtAsk
                return .ask(more, of: stopsAtAsk ? nil : upstream)
            case .wait:
                break
            }
        }
        isPumping = false
        return .stop
    }

    // MARK: Downstream

    @inlinable
    func request(_ more: Subscribers.Demand) {
        let (drains, widened) = lock.withLock { () -> (Bool, [any Subscription]) in
            guard downstream != nil else { return (false, []) }
            let widened = raise(by: more)
            guard !isDraining, !held.isEmpty else { return (false, widened) }
            isDraining = true
            return (true, widened)
        }
        if drains { drain() }
        for child in widened { child.request(.unlimited) }
    }

    /// Under the lock: adds to the demand.
    ///
    /// - Returns: the children, if demand has become unlimited by that: until then each was asked for one value
    ///   at a time, from now on they are to be asked for all.
    @inlinable
    func raise(by more: Subscribers.Demand) -> [any Subscription] {
        let wasLimited = demand != .unlimited
        demand += more
        guard wasLimited, demand == .unlimited else { return [] }
        return children.compactMap { $0.isFinished ? nil : $0.subscription }
    }

    @inlinable
    func widen(by more: Subscribers.Demand) {
        for child in lock.withLock({ raise(by: more) }) { child.request(.unlimited) }
    }

    @inlinable
    func cancel() {
        let remains = lock.withLock { takeAll() }
        remains?.upstream?.cancel()
        remains?.releaseChildren(cancelling: true)
    }
}
