// FlatMapInner, the other half: the children's signals, what waits, and the one loop that delivers.

extension FlatMapInner {
    /// The subscriber of one child; all but `parent` and `cost` is under the parent's lock.
    @usableFromInline
    final class Side: Subscriber, CustomStringConvertible {
        @usableFromInline typealias Input = Output

        @usableFromInline let parent: FlatMapInner
        @usableFromInline let cost: Int
        @exclusivity(unchecked) @usableFromInline var subscription: (any Subscription)?
        /// Its place in the list of children, -1 outside.
        @exclusivity(unchecked) @usableFromInline var slot = -1
        /// How many of its values wait.
        @exclusivity(unchecked) @usableFromInline var waiting = 0
        /// The child has sent its end.
        @exclusivity(unchecked) @usableFromInline var isFinished = false
        /// Its place has been given to the next.
        @exclusivity(unchecked) @usableFromInline var hasLeft = false

        @inlinable
        init(parent: FlatMapInner, cost: Int) {
            self.parent = parent
            self.cost = cost
        }

        @usableFromInline var description: String { parent.description }

        @inlinable
        func receive(subscription: any Subscription) { parent.attach(self, to: subscription) }

        @inlinable
        func receive(_ input: Output) -> Subscribers.Demand { parent.receive(input, from: self) }

        @inlinable
        func receive(completion: Subscribers.Completion<Failure>) {
            switch completion {
            case .finished: parent.finish(self)
            case .failure(let error): parent.fail(with: error, from: self)
            }
        }
    }

    /// What is left when all is over; it is released after the lock.
    @usableFromInline
    final class Remains {
        @usableFromInline let downstream: Downstream
        @usableFromInline let upstream: (any Subscription)?
        @usableFromInline let children: [Side]
        // Kept only to be released in time; not as a tuple, whose type would be looked up each time.
        @usableFromInline let starter: Starter?
        @usableFromInline let measure: ((Input) -> Int)?
        @usableFromInline let admission: Admission<Input>
        @usableFromInline let held: Ring<(value: Output, side: Side)>

        @inlinable
        init(_ inner: FlatMapInner, downstream: Downstream) {
            self.downstream = downstream
            upstream = inner.upstream
            children = inner.children
            (starter, measure) = (inner.starter, inner.measure)
            (admission, held) = (inner.admission, inner.held)
        }

        /// Drops the children's subscriptions, which nobody else looks at any longer.
        @inlinable
        func releaseChildren(cancelling: Bool) {
            for side in children {
                let subscription = side.subscription
                side.subscription = nil
                if cancelling { subscription?.cancel() }
            }
        }
    }

    @inlinable
    func attach(_ side: Side, to subscription: any Subscription) {
        let first = lock.withLock { () -> Subscribers.Demand? in
            guard downstream != nil, failure == nil, side.slot < 0, !side.isFinished else { return nil }
            side.subscription = subscription
            side.slot = children.count
            children.append(side)
            return demand == .unlimited ? .unlimited : .max(1)
        }
        if let first { subscription.request(first) } else { subscription.cancel() }
    }

    @inlinable
    func receive(_ value: Output, from side: Side) -> Subscribers.Demand {
        let target = lock.withLock { () -> Downstream? in
            guard failure == nil, !side.isFinished, let downstream else { return nil }
            if isDraining || demand == .none {
                held.append((value, side))
                side.waiting += 1
                return nil
            }
            isDraining = true
            demand -= 1
            return downstream
        }
        guard let target else { return .none }
        let more = target.receive(value)
        let (answer, widened) = lock.withLock { () -> (Subscribers.Demand?, [any Subscription]) in
            let widened = raise(by: more)
            return (stopIfNothingWaits(for: side), widened)
        }
        for child in widened { child.request(.unlimited) }
        return answer ?? drain(for: side)
    }

    @inlinable
    func finish(_ side: Side) {
        let (pumps, isLast, old) = lock.withLock { () -> (Bool, Bool, (any Subscription)?) in
            guard downstream != nil, !side.isFinished else { return (false, false, nil) }
            side.isFinished = true
            // While a value of its waits for demand it keeps its place, or what waits would have no bound.
            let leaves = side.waiting == 0 || demand >= held.count
            let old = leaves ? leave(side) : nil
            return (leaves && !isPumping, startDrainingIfComplete(), old)
        }
        withExtendedLifetime(old) {}
        if isLast { drain() } else if pumps { pump() }
    }

    /// Under the lock: gives the child's place free, and returns what is to be released after the lock.
    @inlinable
    func leave(_ side: Side) -> (any Subscription)? {
        defer { side.subscription = nil }
        side.hasLeft = true
        admission.end(cost: side.cost)
        if side.slot >= 0, let last = children.popLast() {
            if last !== side {
                children[side.slot] = last
                last.slot = side.slot
            }
            side.slot = -1
        }
        return side.subscription
    }

    /// Ends all with the error of a child, or of upstream if there is no side.
    @inlinable
    func fail(with error: Failure, from side: Side? = nil) {
        var stopped: [any Subscription] = []
        let drains = lock.withLock {
            guard failure == nil, side?.isFinished != true, downstream != nil else { return false }
            failure = error
            stopped = children.filter { $0 !== side && !$0.isFinished }.compactMap(\.subscription)
            if side != nil, let upstream { stopped.append(upstream) }
            guard !isDraining else { return false }
            isDraining = true
            return true
        }
        for subscription in stopped { subscription.cancel() }
        if drains { drain() }
    }

    /// Under the lock: true if there's nothing left but to say so, which is then the caller's to do.
    @inlinable
    func startDrainingIfComplete() -> Bool {
        guard isComplete, !isDraining else { return false }
        isDraining = true
        return true
    }

    @inlinable var isComplete: Bool {
        downstream != nil && admission.upstreamHasEnded && admission.isIdle && held.isEmpty
    }

    /// Under the lock: ends all, and returns what there was.
    @inlinable
    func takeAll() -> Remains? {
        guard let downstream else { return nil }
        let remains = Remains(self, downstream: downstream)
        (self.downstream, starter, measure, upstream) = (nil, nil, nil, nil)
        (children, admission, held) = ([], Admission(limit: .none, budget: nil), Ring())
        return remains
    }

    /// What the drain does next: a value with its receiver, an end, or nothing if both are nil.
    @usableFromInline
    struct Delivery {
        @usableFromInline var value: Output?
        @usableFromInline var downstream: Downstream?
        @usableFromInline var child: (any Subscription)?
        @usableFromInline var asksChild = false
        @usableFromInline var pumps = false
        @usableFromInline var remains: Remains?
        @usableFromInline var completion = Subscribers.Completion<Failure>.finished
        /// What is asked of the child whose thread this is.
        @usableFromInline var answer = Subscribers.Demand.none

        @inlinable
        init() {}
    }

    /// Delivers what waits as far as demand goes, and the end; for whoever has set `isDraining`.
    ///
    /// - Parameter side: the child on whose thread this is, because it has just sent a value.
    /// - Returns: what is then asked of that child.
    @inlinable
    @discardableResult
    func drain(for side: Side? = nil) -> Subscribers.Demand {
        while true {
            let delivery = lock.withLock { nextDelivery(for: side) }
            if let downstream = delivery.downstream, let value = delivery.value {
                let more = downstream.receive(value)
                if more > .none { widen(by: more) }
                if delivery.asksChild { delivery.child?.request(.max(1)) }
                if delivery.pumps { pump() }
            } else {
                delivery.remains?.releaseChildren(cancelling: false)
                delivery.remains?.downstream.receive(completion: delivery.completion)
                return delivery.answer
            }
        }
    }

    /// Under the lock: the usual case after a value, told apart first because it is so much cheaper.
    @inlinable
    func stopIfNothingWaits(for sender: Side) -> Subscribers.Demand? {
        held.isEmpty && failure == nil && !isComplete ? stop(for: sender) : nil
    }

    /// Under the lock: the drain is free again, and the sender is asked for the next value if it's to be asked.
    @inlinable
    func stop(for sender: Side?) -> Subscribers.Demand {
        isDraining = false
        let asks = demand != .unlimited && downstream != nil && sender?.isFinished == false
        return asks ? .max(1) : .none
    }

    /// Under the lock, by the drain: what to deliver now; the drain is free again if that is nothing.
    @inlinable
    func nextDelivery(for sender: Side?) -> Delivery {
        var delivery = Delivery()
        if demand > .none, let downstream, let (value, side) = held.popFirst() {
            demand -= 1
            side.waiting -= 1
            delivery.value = value
            delivery.downstream = downstream
            delivery.asksChild = demand != .unlimited && failure == nil && !side.isFinished
            delivery.pumps = side.isFinished && !side.hasLeft && side.waiting == 0
            delivery.child = delivery.pumps ? leave(side) : side.subscription
        } else if let failure {
            // An error doesn't wait for demand: what nobody asked for is dropped.
            delivery.completion = .failure(failure)
            delivery.remains = takeAll()
        } else if isComplete {
            delivery.remains = takeAll()
        } else {
            delivery.answer = stop(for: sender)
        }
        return delivery
    }
}
