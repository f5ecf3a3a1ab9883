// SubjectCore: what both subjects are made of: the subscribers, and the one thread that serves them.
import Synchronization

/// Delivers what is sent to the conduits, one signal after the other.
///
/// Whoever finds nobody at work becomes the owner: it delivers its own signal and then what others have left in
/// the mail meanwhile. All but what is marked is the owner's, so that neither values nor the list of subscribers
/// need a lock, and user code never runs under one. The count of work is that of a queue with many producers and
/// one consumer, as in the serialised subjects of ReactiveX.
@usableFromInline
final class SubjectCore<Output, Failure: Error> {
    @usableFromInline
    enum Mail {
        case value(Output)
        case end(Subscribers.Completion<Failure>)
        case join(Conduit<Output, Failure>)
        /// The conduit was cancelled.
        case leave(Conduit<Output, Failure>)
        /// The conduit was asked for values, and may have missed what is kept.
        case catchUp(Conduit<Output, Failure>)
    }

    @usableFromInline let name: String
    /// How many of the latest values are kept for those who come or ask later.
    @usableFromInline let capacity: Int
    /// The end waits until a subscriber has got what is kept for it.
    @usableFromInline let endWaits: Bool

    /// How much there is to do: 0 when there is no owner.
    @usableFromInline let work = Atomic<Int>(0)
    /// Some subscriber has asked for values.
    @usableFromInline let isDemanded = Atomic<Bool>(false)

    @usableFromInline let lock = Lock()
    // Under the lock.
    @exclusivity(unchecked) @usableFromInline var mail = Ring<Mail>()
    @exclusivity(unchecked) @usableFromInline var upstreams: [any Subscription] = []
    /// Written by the owner.
    @exclusivity(unchecked) @usableFromInline var completion: Subscribers.Completion<Failure>?

    // The owner's.
    @exclusivity(unchecked) @usableFromInline var conduits: [Conduit<Output, Failure>] = []
    /// How many of the conduits have been left.
    @exclusivity(unchecked) @usableFromInline var left = 0
    @exclusivity(unchecked) @usableFromInline var kept = Ring<Output>()
    /// How many values there have been.
    @exclusivity(unchecked) @usableFromInline var sent = 0
    @exclusivity(unchecked) @usableFromInline var isOver = false

    @inlinable
    init(_ name: String, keeping capacity: Int = 0, endWaits: Bool = false) {
        self.name = name
        self.capacity = capacity
        self.endWaits = endWaits
    }

    /// Keeps a value from the beginning.
    @inlinable
    convenience init(_ name: String, latest: Output) {
        self.init(name, keeping: 1)
        kept.append(latest)
        sent = 1
    }

    deinit {
        for upstream in upstreams { upstream.cancel() }
    }

    // MARK: From any thread

    /// Delivers a value now if nobody is at work, and leaves it to the owner otherwise.
    @inlinable
    func send(_ value: Output) {
        let turn = work.compareExchange(
            expected: 0, desired: 1, successOrdering: .acquiring, failureOrdering: .relaxed)
        guard turn.exchanged else { return post(.value(value)) }
        deliver(value)
        let more = work.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue
        if more != 0 { serve(more) }
    }

    /// Leaves something to do for the owner, or becomes it.
    @inlinable
    func post(_ letter: Mail) { post(letter) {} }

    /// The same, with what has to happen in one step with it.
    @inlinable
    func post<Result>(_ letter: Mail, _ change: () -> Result) -> Result {
        let result = lock.withLock {
            mail.append(letter)
            return change()
        }
        if work.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue == 0 { serve(1) }
        return result
    }

    @inlinable
    func subscribe(_ subscriber: AnySubscriber<Output, Failure>) {
        let end = lock.withLock { completion }
        if let end, !endWaits {
            subscriber.receive(subscription: Subscriptions.empty)
            return subscriber.receive(completion: end)
        }
        let conduit = Conduit(subscriber.relay, core: self)
        // Not through `self`, which the subscription must not hold once it's over.
        let name = self.name
        // It joins only then, so that nothing overlaps with its subscription.
        subscriber.receive(
            subscription: OperatorSubscription(
                name, request: { conduit.request($0) }, cancel: { conduit.cancel() }))
        post(.join(conduit))
        conduit.open()
    }

    @inlinable var hasEnded: Bool { lock.withLock { completion != nil } }

    /// Takes the subscription to an upstream, which is asked for everything as soon as any subscriber asks.
    @usableFromInline
    func attach(_ subscription: any Subscription) {
        let (isWanted, asks, old) = lock.withLock { () -> (Bool, Bool, [any Subscription]) in
            guard completion == nil else { return (false, false, []) }
            // Who connects and disconnects again and again leaves some behind that are over.
            let isOver = { (upstream: any Subscription) in
                (upstream as? any EndingSubscription)?.isOver == true
            }
            let old = upstreams.filter(isOver)
            upstreams.removeAll(where: isOver)
            upstreams.append(subscription)
            return (true, isDemanded.load(ordering: .relaxed), old)
        }
        withExtendedLifetime(old) {}
        if !isWanted {
            subscription.cancel()
        } else if asks {
            subscription.request(.unlimited)
        }
    }

    /// Notes that there is demand.
    @usableFromInline
    func demand() {
        guard !isDemanded.load(ordering: .relaxed) else { return }
        let asked = lock.withLock {
            isDemanded.exchange(true, ordering: .relaxed) ? [] : upstreams
        }
        for upstream in asked { upstream.request(.unlimited) }
    }

    // MARK: By the owner

    /// Does what there is to do.
    ///
    /// - Parameter amount: how much of it the caller knows of.
    @inlinable
    func serve(_ amount: Int) {
        var known = amount
        while true {
            while let letter = lock.withLock({ mail.popFirst() }) { handle(letter) }
            known = work.wrappingSubtract(known, ordering: .acquiringAndReleasing).newValue
            if known == 0 { return }
        }
    }

    @inlinable
    func handle(_ letter: Mail) {
        switch letter {
        case .value(let value):
            deliver(value)
        case .end(let completion):
            end(completion)
        case .join(let conduit):
            guard conduit.isLive else { return conduit.drop() }
            conduits.append(conduit)
            catchUp(conduit)
        case .leave(let conduit):
            conduit.drop()
            forget()
        case .catchUp(let conduit):
            catchUp(conduit)
        }
    }

    @inlinable
    func deliver(_ value: Output) {
        guard !isOver else { return }
        guard capacity == 0 else { return keep(value) }
        conduits.withUnsafeBufferPointer { conduits in
            for index in conduits.indices {
                Unmanaged.passUnretained(conduits[index])._withUnsafeGuaranteedRef { $0.offer(value) }
            }
        }
    }

    @inlinable
    func keep(_ value: Output) {
        sent += 1
        if kept.count == capacity { _ = kept.popFirst() }
        kept.append(value)
        for conduit in conduits { catchUp(conduit) }
    }

    /// Sends what is kept and hasn't been sent, as far as demand goes, and the end if it waited for that.
    @inlinable
    func catchUp(_ conduit: Conduit<Output, Failure>) {
        while conduit.next < sent, conduit.isLive, conduit.take() {
            let oldest = sent - kept.count
            conduit.next = max(conduit.next, oldest) + 1
            conduit.deliver(kept[conduit.next - 1 - oldest])
        }
        if let end = isOver ? completion : nil { finish(conduit, end) }
    }

    @inlinable
    func finish(_ conduit: Conduit<Output, Failure>, _ completion: Subscribers.Completion<Failure>) {
        guard !endWaits || conduit.next == sent else { return }
        conduit.finish(completion)
        forget()
    }

    /// Counts a conduit that is of no use any longer; the list is tidied up when half of it is that.
    @inlinable
    func forget() {
        left += 1
        guard left > conduits.count / 2 else { return }
        conduits.removeAll { !$0.isLive }
        left = 0
    }

    @inlinable
    func end(_ completion: Subscribers.Completion<Failure>) {
        guard !isOver else { return }
        isOver = true
        let upstreams = lock.withLock {
            defer { (self.completion, self.upstreams) = (completion, []) }
            return self.upstreams
        }
        for conduit in conduits { finish(conduit, completion) }
        withExtendedLifetime(upstreams) {}
    }
}
