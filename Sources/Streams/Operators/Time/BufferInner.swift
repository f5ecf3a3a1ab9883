// BufferInner: the inner subscriber of buffer.

/// Keeps values in a ring; one loop at a time delivers them and asks for others.
@usableFromInline
final class BufferInner<Input, Failure: Error>: Subscriber, CustomStringConvertible {
    @usableFromInline typealias Downstream = AnySubscriber<Input, Failure>

    @usableFromInline let size: Int
    @usableFromInline let keepsFull: Bool
    @usableFromInline let lock = Lock()

    // Under the lock.
    @exclusivity(unchecked) @usableFromInline var whenFull: Publishers.BufferingStrategy<Failure>
    @exclusivity(unchecked) @usableFromInline var downstream: Downstream?
    @exclusivity(unchecked) @usableFromInline var upstream: (any Subscription)?
    @exclusivity(unchecked) @usableFromInline var isAttached = false
    @exclusivity(unchecked) @usableFromInline var demand = Subscribers.Demand.none
    @exclusivity(unchecked) @usableFromInline var waiting = Ring<Input>()
    /// How many values have left since upstream was asked.
    @exclusivity(unchecked) @usableFromInline var room = 0
    /// Nothing more is taken; `completion` is there, or on its way.
    @exclusivity(unchecked) @usableFromInline var isClosed = false
    @exclusivity(unchecked) @usableFromInline var completion: Subscribers.Completion<Failure>?
    @exclusivity(unchecked) @usableFromInline var isDraining = false

    @inlinable
    init<S: Subscriber>(
        size: Int,
        prefetch: Publishers.PrefetchStrategy,
        whenFull: Publishers.BufferingStrategy<Failure>,
        downstream: S
    ) where S.Input == Input, S.Failure == Failure {
        self.size = size
        keepsFull = prefetch == .keepFull
        self.whenFull = whenFull
        self.downstream = AnySubscriber(downstream)
    }

    @usableFromInline var description: String { "Buffer" }

    @inlinable
    func receive(subscription: any Subscription) {
        let target = lock.withLock { () -> Downstream? in
            guard let downstream, !isAttached else { return nil }
            (upstream, isAttached) = (subscription, true)
            return downstream
        }
        guard let target else { return subscription.cancel() }
        target.receive(
            subscription: OperatorSubscription(
                "Buffer", request: { self.request($0) }, cancel: { self.cancel() }))
        lock.withLock { upstream }?.request(keepsFull ? .max(size) : .unlimited)
    }

    /// What is done with a value.
    @usableFromInline
    enum Arrival {
        case deliver(Downstream)
        case kept(dropped: Input?)
        case fail((() -> Failure), (any Subscription)?)
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        switch lock.withLock({ arrive(input) }) {
        case .deliver(let target):
            let more = target.receive(input)
            lock.withLock { demand += more }
            return drain(inReceive: true)
        case .kept:
            return .none
        case .fail(let makeError, let upstream):
            upstream?.cancel()
            end(with: .failure(makeError()))
            return .none
        }
    }

    /// Under the lock: finds a place for a value.
    @inlinable
    func arrive(_ input: Input) -> Arrival {
        guard let downstream, !isClosed else { return .kept(dropped: nil) }
        if demand > .none, waiting.isEmpty, !isDraining {
            isDraining = true
            demand -= 1
            room += 1
            return .deliver(downstream)
        }
        if waiting.count < size {
            waiting.append(input)
            return .kept(dropped: nil)
        }
        switch whenFull {
        case .dropNewest:
            return .kept(dropped: nil)
        case .dropOldest:
            let oldest = waiting.popFirst()
            if size > 0 { waiting.append(input) }
            return .kept(dropped: oldest)
        case .customError(let makeError):
            isClosed = true
            defer { upstream = nil }
            return .fail(makeError, upstream)
        }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        let isFirst = lock.withLock {
            defer { isClosed = true }
            return !isClosed
        }
        if isFirst { end(with: completion) }
    }

    /// Ends, after what waits; for whoever has set `isClosed`.
    @usableFromInline
    func end(with completion: Subscribers.Completion<Failure>) {
        let (drains, old) = lock.withLock { () -> (Bool, (any Subscription)?) in
            defer { (self.completion, upstream, isDraining) = (completion, nil, true) }
            return (!isDraining, upstream)
        }
        withExtendedLifetime(old) {}
        if drains { _ = drain() }
    }

    @inlinable
    func request(_ more: Subscribers.Demand) {
        let drains = lock.withLock {
            demand += more
            guard !isDraining, !waiting.isEmpty else { return false }
            isDraining = true
            return true
        }
        if drains { _ = drain() }
    }

    @usableFromInline
    func cancel() {
        let (target, subscription, dropped, rule) = lock.withLock {
            defer {
                (downstream, upstream, waiting, isClosed) = (nil, nil, Ring(), true)
                (whenFull, completion) = (.dropNewest, nil)
            }
            return (downstream, upstream, (waiting, completion), whenFull)
        }
        subscription?.cancel()
        withExtendedLifetime((target, dropped, rule)) {}
    }

    /// What the drain does next.
    @usableFromInline
    enum Delivery {
        case value(Input, to: Downstream)
        case ask(Int, of: (any Subscription)?)
        case end(Subscribers.Completion<Failure>, of: Downstream, Publishers.BufferingStrategy<Failure>)
        case stop
    }

    /// Delivers what waits as far as demand goes, asks for as much again, and ends; for whoever has set
    /// `isDraining`.
    ///
    /// - Returns: what to ask for, if this is upstream's own call: that is cheaper than a request.
    @inlinable
    func drain(inReceive: Bool = false) -> Subscribers.Demand {
        while true {
            switch lock.withLock({ next(inReceive) }) {
            case .value(let value, let target):
                let more = target.receive(value)
                lock.withLock { demand += more }
            case .ask(let count, let upstream):
                if inReceive { return .max(count) }
                upstream?.request(.max(count))
            case .end(let completion, let target, _):
                target.receive(completion: completion)
            case .stop:
                return .none
            }
        }
    }

    /// Under the lock: what to do now; the drain is free again if that is nothing, or the last thing to do.
    @inlinable
    func next(_ inReceive: Bool) -> Delivery {
        guard let downstream else {
            isDraining = false
            return .stop
        }
        if demand > .none, let value = waiting.popFirst() {
            demand -= 1
            room += 1
            return .value(value, to: downstream)
        }
        if let completion, waiting.isEmpty {
            defer { (self.downstream, whenFull) = (nil, .dropNewest) }
            return .end(completion, of: downstream, whenFull)
        }
        if room > 0, keepsFull, !isClosed {
            defer { room = 0 }
            isDraining = !inReceive
            return .ask(room, of: upstream)
        }
        isDraining = false
        return .stop
    }
}
