// handleEvents: closures that watch the signals as they pass.

extension Publishers {
    /// A publisher that runs closures as the signals of another pass.
    public struct HandleEvents<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher that is watched.
        public let upstream: Upstream

        /// Runs when the subscription comes, before downstream gets it.
        public var receiveSubscription: ((any Subscription) -> Void)?

        /// Runs for each value, before downstream gets it.
        public var receiveOutput: ((Upstream.Output) -> Void)?

        /// Runs at the end, before downstream is told.
        public var receiveCompletion: ((Subscribers.Completion<Upstream.Failure>) -> Void)?

        /// Runs when downstream cancels, before upstream is told.
        public var receiveCancel: (() -> Void)?

        /// Runs when downstream asks for values, before upstream is told.
        public var receiveRequest: ((Subscribers.Demand) -> Void)?

        /// Makes a publisher that runs closures as signals pass.
        @inlinable
        public init(
            upstream: Upstream,
            receiveSubscription: ((any Subscription) -> Void)? = nil,
            receiveOutput: ((Output) -> Void)? = nil,
            receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
            receiveCancel: (() -> Void)? = nil,
            receiveRequest: ((Subscribers.Demand) -> Void)? = nil
        ) {
            self.upstream = upstream
            self.receiveSubscription = receiveSubscription
            self.receiveOutput = receiveOutput
            self.receiveCompletion = receiveCompletion
            self.receiveCancel = receiveCancel
            self.receiveRequest = receiveRequest
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(HandleEventsInner(events: self, downstream: subscriber))
        }
    }
}

extension Publisher {
    /// Runs closures as signals pass: subscription, values, end, cancel and requests.
    ///
    /// Demand that downstream returns for a value counts as a request.
    @inlinable
    public func handleEvents(
        receiveSubscription: ((any Subscription) -> Void)? = nil,
        receiveOutput: ((Output) -> Void)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
        receiveCancel: (() -> Void)? = nil,
        receiveRequest: ((Subscribers.Demand) -> Void)? = nil
    ) -> Publishers.HandleEvents<Self> {
        Publishers.HandleEvents(
            upstream: self,
            receiveSubscription: receiveSubscription,
            receiveOutput: receiveOutput,
            receiveCompletion: receiveCompletion,
            receiveCancel: receiveCancel,
            receiveRequest: receiveRequest)
    }
}

@usableFromInline
final class HandleEventsInner<Upstream: Publisher>: Subscriber, CustomStringConvertible {
    @usableFromInline typealias Input = Upstream.Output
    @usableFromInline typealias Failure = Upstream.Failure

    @usableFromInline let link: PassingLink<Input, Failure, Publishers.HandleEvents<Upstream>>

    @inlinable
    init<S: Subscriber>(events: Publishers.HandleEvents<Upstream>, downstream: S)
    where S.Input == Input, S.Failure == Failure {
        link = PassingLink(downstream: AnySubscriber(downstream), work: events)
    }

    @usableFromInline var description: String { "HandleEvents" }

    @inlinable
    func receive(subscription: any Subscription) {
        link.attach(subscription) { ends in
            ends.work.receiveSubscription?(subscription)
            ends.downstream.receive(
                subscription: OperatorSubscription(
                    "HandleEvents", request: { self.request($0) }, cancel: { self.cancel() }))
        }
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        link.pass { ends in
            ends.work.receiveOutput?(input)
            let more = ends.downstream.receive(input)
            if more > .none { ends.work.receiveRequest?(more) }
            return more
        } ?? .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        link.close { ends, _ in
            ends.work.receiveCompletion?(completion)
            ends.downstream.receive(completion: completion)
        }
    }

    @inlinable
    func request(_ demand: Subscribers.Demand) {
        link.pass { ends in ends.work.receiveRequest?(demand) }
        link.upstream?.request(demand)
    }

    @inlinable
    func cancel() {
        link.close { ends, upstream in
            ends.work.receiveCancel?()
            upstream?.cancel()
        }
    }
}
