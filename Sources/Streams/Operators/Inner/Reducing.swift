// Reducing: the inner subscriber of operators that make one value of all.

/// Asks for everything, and sends one value when it's known and asked for; then the end.
@usableFromInline
final class Reducing<Input, State, Output, UpstreamFailure: Error, Failure: Error>: Subscriber,
    CustomStringConvertible
{
    @usableFromInline
    struct Work {
        @usableFromInline var state: State
        @usableFromInline let reduce: (inout State, Input) throws(Failure) -> Bool
        @usableFromInline let result: (State) -> Output?
        @usableFromInline let mapFailure: (UpstreamFailure) -> Failure

        @inlinable
        init(
            state: State,
            reduce: @escaping (inout State, Input) throws(Failure) -> Bool,
            result: @escaping (State) -> Output?,
            mapFailure: @escaping (UpstreamFailure) -> Failure
        ) {
            self.state = state
            self.reduce = reduce
            self.result = result
            self.mapFailure = mapFailure
        }
    }

    @usableFromInline let link: PassingLink<Output, Failure, Work>
    @usableFromInline let description: String

    // Under the link's lock.
    @exclusivity(unchecked) @usableFromInline var isDemanded = false
    /// All is known that will be; set by signals from upstream only, which may read it without the lock.
    @exclusivity(unchecked) @usableFromInline var isKnown = false
    /// Somebody sends the result: upstream, or the first to ask for it.
    @exclusivity(unchecked) @usableFromInline var isTaken = false

    /// Used by signals from upstream only.
    @exclusivity(unchecked) @usableFromInline var isReducing = false

    /// Takes the operator's name, its state before the first value, and what it does with each.
    ///
    /// - Parameters:
    ///   - mapFailure: makes upstream's error that of downstream.
    ///   - reduce: adds a value to the state; true if the result is known, and upstream can be cancelled.
    ///   - result: what is sent, nil for the end alone.
    @inlinable
    init<S: Subscriber>(
        _ name: String,
        state: State,
        downstream: S,
        mapFailure: @escaping (UpstreamFailure) -> Failure,
        reduce: @escaping (inout State, Input) throws(Failure) -> Bool,
        result: @escaping (State) -> Output?
    ) where S.Input == Output, S.Failure == Failure {
        description = name
        link = PassingLink(
            downstream: AnySubscriber(downstream),
            work: Work(state: state, reduce: reduce, result: result, mapFailure: mapFailure))
    }

    @inlinable
    func receive(subscription: any Subscription) {
        link.attach(subscription) { ends in
            ends.downstream.receive(
                subscription: OperatorSubscription(
                    self.description, request: { _ in self.request() }, cancel: { self.link.cancel() }))
            // Everything is wanted from upstream, however little downstream wants: it's one value.
            link.upstream?.request(.unlimited)
        }
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        link.pass { ends in
            guard !isKnown else { return }
            do throws(Failure) {
                guard try reduce(with: ends, input) else { return }
            } catch {
                link.close { ends, upstream in
                    upstream?.cancel()
                    ends.downstream.receive(completion: .failure(error))
                }
                return
            }
            know { upstream in upstream?.cancel() }
        }
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<UpstreamFailure>) {
        switch completion {
        case .finished:
            know { _ in }
        case .failure(let error):
            guard !isKnown else { return }
            link.close { ends, _ in
                ends.downstream.receive(completion: .failure(ends.work.mapFailure(error)))
            }
        }
    }

    /// Runs the closure, which owns the state meanwhile: a value that comes from inside it would corrupt it.
    @inlinable @inline(__always)
    func reduce(
        with ends: PassingLink<Output, Failure, Work>.Ends, _ input: Input
    ) throws(Failure) -> Bool {
        precondition(!isReducing, "A value came while the operator was looking at the one before it")
        isReducing = true
        defer { isReducing = false }
        return try ends.work.reduce(&ends.work.state, input)
    }

    /// The result is known from now on; upstream has nothing more to say, and is let go.
    @inlinable
    func know(_ leave: ((any Subscription)?) -> Void) {
        precondition(!isReducing, "The end came while the operator was looking at a value")
        let (isFirst, upstream) = link.lock.withLock { () -> (Bool, (any Subscription)?) in
            defer { (isKnown, link.subscription) = (true, nil) }
            return (!isKnown, link.subscription)
        }
        guard isFirst else { return }
        leave(upstream)
        deliverIfDemanded()
    }

    @inlinable
    func request() {
        link.lock.withLock { isDemanded = true }
        deliverIfDemanded()
    }

    /// Sends the result if it's known and may be sent; the end alone needs no demand.
    @inlinable
    func deliverIfDemanded() {
        link.pass { ends in
            guard link.lock.withLock({ isKnown }) else { return }
            let result = ends.work.result(ends.work.state)
            let isOurs = link.lock.withLock {
                guard !isTaken, isDemanded || result == nil else { return false }
                isTaken = true
                return true
            }
            guard isOurs else { return }
            if let result { _ = ends.downstream.receive(result) }
            // Not if downstream has cancelled meanwhile.
            link.close { ends, _ in ends.downstream.receive(completion: .finished) }
        }
    }
}

extension Reducing where UpstreamFailure == Failure {
    /// The same for an operator that leaves the error as it is.
    @inlinable
    convenience init<S: Subscriber>(
        _ name: String,
        state: State,
        downstream: S,
        reduce: @escaping (inout State, Input) -> Bool,
        result: @escaping (State) -> Output?
    ) where S.Input == Output, S.Failure == Failure {
        self.init(
            name, state: state, downstream: downstream, mapFailure: { $0 }, reduce: reduce, result: result)
    }
}

extension Reducing where Failure == any Error {
    /// The same for an operator whose closure may throw.
    @inlinable
    convenience init<S: Subscriber>(
        throwing name: String,
        state: State,
        downstream: S,
        reduce: @escaping (inout State, Input) throws -> Bool,
        result: @escaping (State) -> Output?
    ) where S.Input == Output, S.Failure == any Error {
        self.init(
            name, state: state, downstream: downstream, mapFailure: { $0 }, reduce: reduce, result: result)
    }
}
