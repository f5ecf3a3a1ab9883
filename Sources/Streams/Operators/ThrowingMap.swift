// ThrowingMap: the inner subscriber of operators that turn each value into another or fail.

/// Transforms each value; an error that is thrown cancels upstream and ends downstream.
@usableFromInline
final class ThrowingMap<Input, Failure: Error, Downstream: Subscriber>: Subscriber, CustomStringConvertible
where Downstream.Failure == any Error {
    @usableFromInline typealias Transform = (Input) throws -> Downstream.Input

    @usableFromInline let link: PassingLink<Downstream, Transform>
    @usableFromInline let description: String

    @inlinable
    init(name: String, downstream: Downstream, transform: @escaping Transform) {
        description = name
        link = PassingLink(downstream: downstream, work: transform)
    }

    @inlinable
    func receive(subscription: any Subscription) {
        link.attach(subscription) { ends in
            ends.downstream.receive(
                subscription: OperatorSubscription(
                    self.description, request: { self.request($0) }, cancel: { self.cancel() }))
        }
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        link.pass { ends in
            let output: Downstream.Input
            do {
                output = try ends.work(input)
            } catch {
                fail(with: error)
                return .none
            }
            return ends.downstream.receive(output)
        } ?? .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        link.close { ends in
            switch completion {
            case .finished: ends.downstream.receive(completion: .finished)
            case .failure(let error): ends.downstream.receive(completion: .failure(error))
            }
        }
    }

    @inlinable
    func request(_ demand: Subscribers.Demand) {
        link.upstream?.request(demand)
    }

    @inlinable
    func cancel() {
        let upstream = link.upstream
        if link.close({ _ in }) { upstream?.cancel() }
    }

    @inlinable
    func fail(with error: any Error) {
        let upstream = link.upstream
        link.close { ends in
            upstream?.cancel()
            ends.downstream.receive(completion: .failure(error))
        }
    }
}
