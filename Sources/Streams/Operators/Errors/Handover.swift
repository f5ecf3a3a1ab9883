// Handover: what operators keep while one upstream takes over from another.

/// A downstream, its present upstream, and the demand that the next upstream inherits.
///
/// A value for use under a lock: its methods decide, the caller acts.
@usableFromInline
struct Handover<Output, Failure: Error> {
    /// Nil once ended or cancelled.
    @usableFromInline var downstream: AnySubscriber<Output, Failure>?
    @usableFromInline var upstream: (any Subscription)?
    /// What was asked for and hasn't been sent.
    @usableFromInline var demand = Subscribers.Demand.none

    @inlinable
    init(downstream: AnySubscriber<Output, Failure>) { self.downstream = downstream }

    /// The demand on the new upstream; nil if it isn't wanted and must be cancelled.
    @inlinable
    mutating func adopt(_ subscription: any Subscription) -> Subscribers.Demand? {
        guard downstream != nil, upstream == nil else { return nil }
        upstream = subscription
        return demand
    }

    /// Adds demand, and returns who is to be asked now.
    @inlinable
    mutating func request(_ more: Subscribers.Demand) -> (any Subscription)? {
        guard downstream != nil else { return nil }
        demand += more
        return upstream
    }

    /// Counts a value, and returns who gets it.
    @inlinable
    mutating func send() -> AnySubscriber<Output, Failure>? {
        guard let downstream else { return nil }
        if demand > .none { demand -= 1 }
        return downstream
    }

    /// Counts what downstream returned for a value.
    @inlinable
    mutating func add(_ returned: Subscribers.Demand) { demand += returned }

    /// Lets the present upstream go, which has ended; the next may come.
    @inlinable
    mutating func release() -> (any Subscription)? {
        defer { upstream = nil }
        return upstream
    }

    @usableFromInline typealias Ends = (
        downstream: AnySubscriber<Output, Failure>?, upstream: (any Subscription)?
    )

    /// Ends, and returns what there was.
    @inlinable
    mutating func close() -> Ends {
        defer { (downstream, upstream) = (nil, nil) }
        return (downstream, upstream)
    }
}
