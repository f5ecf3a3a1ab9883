// OperatorSubscription: the subscription that publishers of this module hand out.

/// A subscription made of closures.
///
/// Subscribers reach their subscription through `any Subscription`, and behind that a generic class is never
/// specialised. A closure that is made where the types are known is, and with it all that it calls: for a
/// sequence with a few maps and a sink the difference is more than tenfold.
@usableFromInline
final class OperatorSubscription: Subscription, CustomStringConvertible {
    @usableFromInline let onRequest: (Subscribers.Demand) -> Void
    @usableFromInline let onCancel: () -> Void
    @usableFromInline let describe: () -> String

    /// Takes the operator's name and closures that do what it does on a request and on cancel.
    @inlinable
    init(
        _ name: @autoclosure @escaping () -> String,
        request: @escaping (Subscribers.Demand) -> Void,
        cancel: @escaping () -> Void
    ) {
        describe = name
        onRequest = request
        onCancel = cancel
    }

    @usableFromInline var description: String { describe() }

    @usableFromInline
    func request(_ demand: Subscribers.Demand) {
        demand.requireSome()
        onRequest(demand)
    }

    @usableFromInline
    func cancel() { onCancel() }
}

/// A subscription under another name: that of an operator that has no state of its own.
@usableFromInline
final class NamedSubscription: Subscription, CustomStringConvertible {
    @usableFromInline let description: String
    @usableFromInline let upstream: any Subscription

    /// Hands requests and cancel to the upstream.
    @inlinable
    init(_ name: String, _ upstream: any Subscription) {
        description = name
        self.upstream = upstream
    }

    @usableFromInline
    func request(_ demand: Subscribers.Demand) { upstream.request(demand) }

    @usableFromInline
    func cancel() { upstream.cancel() }
}
