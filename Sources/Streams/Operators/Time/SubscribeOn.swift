// subscribe(on:): subscription, requests and cancel on a scheduler.

extension Publishers {
    /// A publisher that subscribes to another, asks it and cancels it on a scheduler.
    public struct SubscribeOn<Upstream: Publisher, Context: Scheduler>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher that is subscribed to.
        public let upstream: Upstream

        /// Where that happens.
        public let scheduler: Context

        /// What the scheduler is told with each action.
        public let options: Context.SchedulerOptions?

        /// Makes a publisher that is subscribed to on the scheduler.
        @inlinable
        public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
            self.upstream = upstream
            self.scheduler = scheduler
            self.options = options
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let upstream = self.upstream
            let inner = SubscribeOnInner<Output, Failure, Context>(
                scheduler: scheduler, options: options, downstream: subscriber)
            inner.schedule { upstream.subscribe(inner) }
        }
    }
}

extension Publisher {
    /// Subscribes, asks for values and cancels on the scheduler; values come wherever upstream sends them.
    @inlinable
    public func subscribe<S: Scheduler>(
        on scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.SubscribeOn<Self, S> {
        Publishers.SubscribeOn(upstream: self, scheduler: scheduler, options: options)
    }
}

@usableFromInline
final class SubscribeOnInner<Input, Failure: Error, Context: Scheduler>: Subscriber,
    CustomStringConvertible
{
    @usableFromInline let scheduler: Context
    @usableFromInline let options: Context.SchedulerOptions?
    @usableFromInline let link: PassingLink<Input, Failure, Void>

    @inlinable
    init<S: Subscriber>(scheduler: Context, options: Context.SchedulerOptions?, downstream: S)
    where S.Input == Input, S.Failure == Failure {
        self.scheduler = scheduler
        self.options = options
        link = PassingLink(downstream: AnySubscriber(downstream), work: ())
    }

    @usableFromInline var description: String { "SubscribeOn" }

    @inlinable
    func schedule(_ action: @escaping () -> Void) {
        let crossing = SchedulerCrossing(action)
        scheduler.schedule(options: options) { crossing.run() }
    }

    @inlinable
    func receive(subscription: any Subscription) {
        link.attach(subscription) { ends in
            ends.downstream.receive(
                subscription: OperatorSubscription(
                    "SubscribeOn",
                    request: { demand in self.schedule { self.link.upstream?.request(demand) } },
                    cancel: { self.link.close { _, upstream in self.schedule { upstream?.cancel() } } }))
        }
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        link.pass { $0.downstream.receive(input) } ?? .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        link.close { ends, _ in ends.downstream.receive(completion: completion) }
    }
}
