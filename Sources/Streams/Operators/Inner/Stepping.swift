// Stepping: the inner subscriber of operators that decide value by value what to hand on.

/// What an operator makes of one value.
@usableFromInline
enum Step<Output> {
    case send(Output)
    /// Nothing; one more value is asked for instead.
    case skip
    /// This one, and with it the end.
    case sendLast(Output)
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

    /// Takes the operator's name, its state before the first value, and what it does with each.
    ///
    /// - Parameter mapFailure: makes upstream's error that of downstream.
    @inlinable
    init<S: Subscriber>(
        _ name: String,
        state: State,
        downstream: S,
        mapFailure: @escaping (UpstreamFailure) -> Failure,
        step: @escaping (inout State, Input) throws(Failure) -> Step<Output>
    ) where S.Input == Output, S.Failure == Failure {
        description = name
        link = PassingLink(
            downstream: AnySubscriber(downstream),
            work: Work(state: state, step: step, mapFailure: mapFailure))
    }

    @inlinable
    func receive(subscription: any Subscription) {
        link.attach(subscription) { ends in
            ends.downstream.receive(
                subscription: OperatorSubscription(
                    self.description,
                    request: { self.link.upstream?.request($0) },
                    cancel: { self.link.cancel() }))
        }
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        link.pass { ends in
            let step: Step<Output>
            do throws(Failure) {
                step = try ends.work.step(&ends.work.state, input)
            } catch {
                end(with: .failure(error))
                return .none
            }
            switch step {
            case .send(let output):
                return ends.downstream.receive(output)
            case .skip:
                return .max(1)
            case .sendLast(let output):
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
        _ name: String, state: State, downstream: S, step: @escaping (inout State, Input) -> Step<Output>
    ) where S.Input == Output, S.Failure == Failure {
        self.init(name, state: state, downstream: downstream, mapFailure: { $0 }, step: step)
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
