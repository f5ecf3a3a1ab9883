// ConcatenateInner: the running state of append and prepend.

/// Hands on the prefix, then the suffix, and the demand that the prefix has left.
///
/// An end that comes inside our own call of a part (`subscribe` or `request`) is not acted on there, but when the
/// call has returned: else each of many appended publishers would deepen the stack of the one before.
@usableFromInline
final class ConcatenateInner<Output, Failure: Error>: CustomStringConvertible {
    @usableFromInline
    enum Part { case prefix, suffix, none }

    /// Used by the signals of the parts only, and so by one at a time: values need no lock.
    @usableFromInline
    struct Account {
        /// The part whose signals count.
        @usableFromInline var part = Part.prefix
        /// What it has sent, and what downstream returned for it.
        @usableFromInline var sent = 0
        @usableFromInline var returned = Subscribers.Demand.none

        @inlinable
        init() {}
    }

    @usableFromInline typealias Link = PassingLink<Output, Failure, Account>
    @usableFromInline typealias Start = (Relay<Output, Failure>) -> Void

    @usableFromInline let link: Link

    // Under the link's lock.
    /// The part whose subscription is wanted, or there.
    @exclusivity(unchecked) @usableFromInline var part = Part.prefix
    /// Subscribes to the suffix; nil once it has, and after the end.
    @exclusivity(unchecked) @usableFromInline var start: Start?
    /// What was asked for, less what the parts before have sent.
    @exclusivity(unchecked) @usableFromInline var demand = Subscribers.Demand.none
    /// How many of our calls of the parts haven't returned.
    @exclusivity(unchecked) @usableFromInline var calls = 0
    /// How the last part ended, until it's acted on.
    @exclusivity(unchecked) @usableFromInline var ending: Subscribers.Completion<Failure>?

    @inlinable
    init<S: Subscriber>(downstream: S, suffix: @escaping Start)
    where S.Input == Output, S.Failure == Failure {
        link = Link(downstream: AnySubscriber(downstream), work: Account())
        start = suffix
    }

    @usableFromInline var description: String { "Concatenate" }

    /// The subscriber of a part.
    @inlinable @inline(never)
    func subscriber(of part: Part) -> Relay<Output, Failure> {
        Relay(
            self.description,
            subscription: { self.attach($0, of: part) },
            value: { value in
                self.link.pass { ends in
                    guard ends.work.part == part else { return .none }
                    ends.work.sent &+= 1
                    let more = ends.downstream.receive(value)
                    return more > .none ? self.add(more, returnedTo: part, ends) : .none
                } ?? .none
            },
            completion: { self.end(part, with: $0) })
    }

    /// Counts what downstream returned; after an end sent from inside the value, the next part is asked.
    @inlinable
    func add(_ more: Subscribers.Demand, returnedTo part: Part, _ ends: Link.Ends) -> Subscribers.Demand {
        guard ends.work.part == part else {
            request(more)
            return .none
        }
        ends.work.returned += more
        return more
    }

    @inlinable
    func attach(_ subscription: any Subscription, of part: Part) {
        let first = link.lock.withLock { () -> Subscribers.Demand? in
            guard !link.isAttached, self.part == part else { return nil }
            (link.subscription, link.isAttached) = (subscription, true)
            calls += 1
            return demand
        }
        guard let first else { return subscription.cancel() }
        if first > .none { subscription.request(first) }
        leave()
    }

    @inlinable
    func request(_ more: Subscribers.Demand) {
        let upstream = link.lock.withLock { () -> (any Subscription)? in
            demand += more
            if link.subscription != nil { calls += 1 }
            return link.subscription
        }
        guard let upstream else { return }
        upstream.request(more)
        leave()
    }

    /// A call of a part begins.
    @inlinable
    func enter() { link.lock.withLock { calls += 1 } }

    /// A call of a part has returned; if it was the last, an end that has come is acted on.
    @inlinable @inline(never)
    func leave() {
        let (start, isOver) = link.lock.withLock { () -> (Start?, Bool) in
            calls -= 1
            return nextStep()
        }
        if let start { begin(start) } else if isOver { finish() }
    }

    @inlinable
    func end(_ part: Part, with completion: Subscribers.Completion<Failure>) {
        guard let (sent, returned) = link.pass({ settle(part, $0) }) ?? nil else { return }
        let (step, old) = link.lock.withLock { () -> ((Start?, Bool), (any Subscription)?) in
            // A part that sent more than it was asked for leaves nothing.
            let total = demand + returned
            demand = total > sent ? total - sent : .none
            self.part = part == .prefix ? .suffix : .none
            ending = completion
            let old = link.subscription
            // Without a suffix it's over, and nothing is wanted any more.
            (link.subscription, link.isAttached) = (nil, start == nil)
            return (nextStep(), old)
        }
        withExtendedLifetime(old) {}
        if let start = step.0 { begin(start) } else if step.1 { finish() }
    }

    /// The signals of the part count no longer; nil if they didn't before.
    @inlinable
    func settle(_ part: Part, _ ends: Link.Ends) -> (sent: Int, returned: Subscribers.Demand)? {
        guard ends.work.part == part else { return nil }
        let old = ends.work
        ends.work = Account()
        ends.work.part = part == .prefix ? .suffix : .none
        return (old.sent, old.returned)
    }

    /// Under the lock: what an end that has come leads to, once no call is going on.
    @inlinable
    func nextStep() -> (start: Start?, isOver: Bool) {
        guard calls == 0, let ending else { return (nil, false) }
        guard case .finished = ending, let next = start else { return (nil, true) }
        (start, self.ending) = (nil, nil)
        calls = 1
        return (next, false)
    }

    @inlinable
    func begin(_ start: Start) {
        start(subscriber(of: .suffix))
        leave()
    }

    @inlinable @inline(never)
    func finish() {
        guard let ending = link.lock.withLock({ self.ending }) else { return }
        close { ends, _ in ends.downstream.receive(completion: ending) }
    }

    @inlinable
    func cancel() { close { _, upstream in upstream?.cancel() } }

    @inlinable
    func close(_ body: (Link.Ends, (any Subscription)?) -> Void) {
        // The suffix goes first: what is closed can't come back by an end that comes meanwhile.
        let dropped = link.lock.withLock {
            defer { (start, ending) = (nil, nil) }
            return start
        }
        link.close(body)
        withExtendedLifetime(dropped) {}
    }
}
