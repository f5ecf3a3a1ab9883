// Admission: which element of a flatMap may start, and when the next is asked for; values only, no effects.

/// Decides for both flatMaps; its owner calls it under a lock and does what `next()` says.
@usableFromInline
struct Admission<Element> {
    @usableFromInline
    enum Step {
        /// Make the element's child and subscribe to it; it counts as running from now on.
        case start(Element, cost: Int)
        /// Ask upstream for so many.
        case ask(Subscribers.Demand)
        /// Nothing to do until something happens.
        case wait
    }

    @usableFromInline let limit: Subscribers.Demand
    /// The most that the costs of the running children may sum up to; nil counts children only.
    @usableFromInline let budget: Int?

    @usableFromInline var running = 0
    @usableFromInline var spent = 0
    /// What has come and may not start yet: with a budget at most one, unless upstream sends unasked.
    @usableFromInline var waiting = Ring<(element: Element, cost: Int)>()
    /// Without a budget: children that have ended and whose successor hasn't been asked for.
    @usableFromInline var owed = 0
    /// With a budget: whether an element was asked for and hasn't come.
    @usableFromInline var isAsking = false
    @usableFromInline var upstreamHasEnded = false

    @inlinable
    init(limit: Subscribers.Demand, budget: Int?) {
        self.limit = limit
        self.budget = budget
    }

    /// Nothing runs and nothing waits.
    @inlinable var isIdle: Bool { running == 0 && waiting.isEmpty }

    /// The first demand on upstream.
    @inlinable
    mutating func open() -> Subscribers.Demand {
        isAsking = true
        return budget == nil ? limit : .max(1)
    }

    /// Lets an element that has come start at once, if none is before it and there's room.
    @inlinable
    mutating func admit(cost: Int) -> Bool {
        isAsking = false
        guard waiting.isEmpty, limit > running, fits(cost) else { return false }
        running += 1
        spent += cost
        return true
    }

    /// Notes an element that has come and was not admitted.
    @inlinable
    mutating func wait(_ element: Element, cost: Int) {
        waiting.append((element, cost))
        isAsking = false
    }

    @inlinable
    mutating func end(cost: Int) {
        running -= 1
        spent -= cost
        owed += 1
    }

    @inlinable
    mutating func next() -> Step {
        if let candidate = waiting.first {
            guard limit > running, fits(candidate.cost) else { return .wait }
            _ = waiting.popFirst()
            running += 1
            spent += candidate.cost
            return .start(candidate.element, cost: candidate.cost)
        }
        guard !upstreamHasEnded else { return .wait }
        return budget.map { askWithin($0) } ?? askForSuccessors()
    }

    /// What to ask for, if no element waits; nil if one does.
    @inlinable
    mutating func askIfNothingWaits() -> Subscribers.Demand? {
        guard waiting.isEmpty else { return nil }
        if case .ask(let more) = next() { return more }
        return Subscribers.Demand.none
    }

    /// An element that is larger than the budget runs alone, never "never".
    @inlinable
    func fits(_ cost: Int) -> Bool {
        guard let budget else { return true }
        return running == 0 || cost <= budget - spent
    }

    @inlinable
    mutating func askWithin(_ budget: Int) -> Step {
        guard !isAsking, limit > running, running == 0 || spent < budget else { return .wait }
        isAsking = true
        return .ask(.max(1))
    }

    @inlinable
    mutating func askForSuccessors() -> Step {
        defer { owed = 0 }
        return owed > 0 && limit != .unlimited ? .ask(.max(owed)) : .wait
    }
}
