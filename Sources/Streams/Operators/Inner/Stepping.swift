// Stepping: the inner subscriber of operators that decide value by value what to hand on.

/// What an operator makes of one value.
@usableFromInline
enum Step<Output> {
    case send(Output)
    /// Nothing; one more value is asked for instead.
    case skip
    /// Nothing, and nothing instead: it was asked for at the opening.
    case drop
    /// This one, and with it the end.
    case sendLast(Output)
    case end
}

/// What an operator does of its own accord once downstream has its subscription.
@usableFromInline
enum Opening {
    case wait
    /// It asks for values that it will `drop`.
    case ask(Subscribers.Demand)
    /// It ends without asking for anything.
    case end
}

/// Hands on what a step makes of each value; what it throws cancels upstream and ends downstream.
@usableFromInline
final class Stepping<Input, State, Output, UpstreamFailure: Error, Failure: Error>: Subscriber,
    CustomStringConvertible
{
    @usableFromInline
    struct Work {
        @usableFromInline var state: State
        @usableFromInline let step: (inout State, Input) throws(Failure) -> Step<Output>
        @usableFromInline let mapFailure: (UpstreamFailure) -> Failure

        @inlinable
        init(
            state: State,
            step: @escaping (inout State, Input) throws(Failure) -> Step<Output>,
            mapFailure: @escaping (UpstreamFailure) -> Failure
        ) {
            self.state = state
            self.step = step
            self.mapFailure = mapFailure
        }
    }

    @usableFromInline let link: PassingLink<Output, Failure, Work>
    @usableFromInline let description: String
    @usableFromInline let opening: Opening
    /// The last value is known or there is none: nothing more is asked for or taken.
    ///
    /// Set under the link's lock, by signals from upstream only, which may read it without the lock.
    @exclusivity(unchecked) @usableFromInline var isEnding = false
    /// Used by signals from upstream only.
    @exclusivity(unchecked) @usableFromInline var isStepping = false

    /// Takes the operator's name, its state before the first value, and what it does with each.
    ///
    /// - Parameter mapFailure: makes upstream's error that of downstream.
    @inlinable
    init<S: Subscriber>(
        _ name: String,
        state: State,
        opening: Opening = .wait,
        downstream: S,
        mapFailure: @escaping (UpstreamFailure) -> Failure,
        step: @escaping (inout State, Input) throws(Failure) -> Step<Output>
    ) where S.Input == Output, S.Failure == Failure {
        description = name
        self.opening = opening
        if case .end = opening { isEnding = true }
        link = PassingLink(
            downstream: AnySubscriber(downstream),
            work: Work(state: state, step: step, mapFailure: mapFailure))
    }

    @inlinable
    func receive(subscription: any Subscription) {
        link.attach(subscription) { ends in
            ends.downstream.receive(
                subscription: OperatorSubscription(
                    self.description, request: { self.request($0) }, cancel: { self.link.cancel() }))
            switch opening {
            case .wait: break
            case .ask(let demand): link.upstream?.request(demand)
            case .end: end(with: .finished)
            }
        }
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        link.pass { ends in
            guard !isEnding else { return .none }
            let step: Step<Output>
            do throws(Failure) {
                step = try self.step(from: ends, input)
            } catch {
                end(with: .failure(error))
                return .none
            }
            // The closure may have cancelled.
            guard !link.isOver else { return .none }
            switch step {
            case .send(let output):
                return ends.downstream.receive(output)
            case .skip:
                return .max(1)
            case .drop:
                break
            case .sendLast(let output):
                link.lock.withLock { isEnding = true }
                _ = ends.downstream.receive(output)
                end(with: .finished)
            case .end:
                end(with: .finished)
            }
            return .none
        } ?? .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<UpstreamFailure>) {
        link.close { ends, _ in
            ends.downstream.receive(completion: completion.mapFailure(ends.work.mapFailure))
        }
    }

    /// Runs the closure, which owns the state meanwhile: a value that comes from inside it would corrupt it.
    @inlinable @inline(__always)
    func step(
        from ends: PassingLink<Output, Failure, Work>.Ends, _ input: Input
    ) throws(Failure) -> Step<Output> {
        if State.self != Void.self {
            precondition(!isStepping, "A value came while the operator was looking at the one before it")
            isStepping = true
        }
        defer { isStepping = false }
        return try ends.work.step(&ends.work.state, input)
    }

    @inlinable
    func request(_ demand: Subscribers.Demand) {
        link.lock.withLock { isEnding ? nil : link.subscription }?.request(demand)
    }

    /// Ends of our own accord: upstream is told first.
    @inlinable
    func end(with completion: Subscribers.Completion<Failure>) {
        link.close { ends, upstream in
            upstream?.cancel()
            ends.downstream.receive(completion: completion)
        }
    }
}

extension Stepping where UpstreamFailure == Failure {
    /// The same for an operator that leaves the error as it is.
    @inlinable
    convenience init<S: Subscriber>(
        _ name: String,
        state: State,
        opening: Opening = .wait,
        downstream: S,
        step: @escaping (inout State, Input) -> Step<Output>
    ) where S.Input == Output, S.Failure == Failure {
        self.init(
            name, state: state, opening: opening, downstream: downstream, mapFailure: { $0 }, step: step)
    }
}

extension Stepping where Failure == any Error {
    /// The same for an operator whose closure may throw.
    @inlinable
    convenience init<S: Subscriber>(
        throwing name: String,
        state: State,
        downstream: S,
        step: @escaping (inout State, Input) throws -> Step<Output>
    ) where S.Input == Output, S.Failure == any Error {
        self.init(name, state: state, downstream: downstream, mapFailure: { $0 }, step: step)
    }
}
