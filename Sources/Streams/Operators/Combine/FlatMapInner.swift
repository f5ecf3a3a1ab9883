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
    /// Makes the child of an element and subscribes the side to it.
    @usableFromInline typealias Start = (Input, Side) -> Void

    @usableFromInline let name: String
    @usableFromInline let isWeighted: Bool
    @usableFromInline let lock = Lock()

    // Under the lock, which makes the run-time checks of exclusive access needless.
    /// Nil once ended or cancelled, as the three that follow.
    @exclusivity(unchecked) @usableFromInline var downstream: Downstream?
    @exclusivity(unchecked) @usableFromInline var start: Start?
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
        start: @escaping Start,
        downstream: S
    ) where S.Input == Output, S.Failure == Failure {
        self.name = name
        self.admission = admission
        isWeighted = cost != nil
        measure = cost
        self.start = start
        self.downstream = AnySubscriber(downstream)
    }

    @usableFromInline var description: String { name }

    // MARK: Upstream

    @usableFromInline
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
        guard isWeighted else { return pump(arriving: (input, 0)) }
        guard let measure = lock.withLock({ self.measure }) else { return .none }
        let cost = measure(input)
        precondition(cost >= 0, "The cost of a value can't be negative")
        return pump(arriving: (input, cost))
    }

    @usableFromInline
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

    /// What the pump does next, nothing if all is empty; optionals cost less here than a generic enum.
    @usableFromInline typealias Work = (
        start: Start?, input: Input?, cost: Int, ask: Subscribers.Demand, upstream: (any Subscription)?
    )

    /// Starts what may start, then asks for what may come.
    ///
    /// - Returns: what to ask for, if the caller is upstream's own `receive`: that is cheaper than a request.
    @inlinable
    func pump(arriving: (input: Input, cost: Int)? = nil) -> Subscribers.Demand {
        let isInReceive = arriving != nil
        var work = lock.withLock { () -> Work in
            if let arriving, downstream != nil, failure == nil {
                admission.arrive(arriving.input, cost: arriving.cost)
            }
            guard !isPumping else { return (nil, nil, 0, .none, nil) }
            isPumping = true
            return nextWork(stopsAtAsk: isInReceive)
        }
        while true {
            if let start = work.start, let input = work.input {
                start(input, Side(parent: self, cost: work.cost))
            } else if work.ask > .none {
                if isInReceive { return work.ask }
                work.upstream?.request(work.ask)
            } else {
                return .none
            }
            work = lock.withLock { nextWork(stopsAtAsk: isInReceive) }
        }
    }

    /// Under the lock, by the pump: what to do now; the pump is free again if that is nothing.
    @inlinable
    func nextWork(stopsAtAsk: Bool) -> Work {
        if failure == nil, let start {
            switch admission.next() {
            case .start(let input, let cost):
                return (start, input, cost, .none, nil)
            case .ask(let more):
                isPumping = !stopsAtAsk
                return (nil, nil, 0, more, stopsAtAsk ? nil : upstream)
            case .wait:
                break
            }
        }
        isPumping = false
        return (nil, nil, 0, .none, nil)
    }

    // MARK: Downstream

    @inlinable
    func request(_ more: Subscribers.Demand) {
        var widened: [any Subscription] = []
        let drains = lock.withLock {
            guard downstream != nil else { return false }
            // What is asked for without limit is asked of the children without limit.
            if more == .unlimited, demand != .unlimited {
                widened = children.compactMap { $0.isFinished ? nil : $0.subscription }
            }
            demand += more
            guard !isDraining, !held.isEmpty else { return false }
            isDraining = true
            return true
        }
        if drains { drain() }
        for child in widened { child.request(.unlimited) }
    }

    @usableFromInline
    func cancel() {
        let remains = lock.withLock { takeAll() }
        remains?.upstream?.cancel()
        remains?.releaseChildren(cancelling: true)
    }
}
