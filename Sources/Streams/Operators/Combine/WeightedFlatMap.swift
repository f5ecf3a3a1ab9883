// flatMap with a budget: an extension beyond Combine, for work whose pieces differ in size.

extension Publishers {
    /// A flatMap whose publishers have a cost, and a budget that bounds the sum of those running.
    ///
    /// This is an extension: Combine has nothing like it.
    public struct WeightedFlatMap<NewPublisher: Publisher, Upstream: Publisher>: Publisher
    where NewPublisher.Failure == Upstream.Failure {
        public typealias Output = NewPublisher.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose values become publishers.
        public let upstream: Upstream

        /// How many of them run at a time.
        public let maxPublishers: Subscribers.Demand

        /// The most that the costs of those running may sum up to.
        public let budget: Int

        /// The cost of a value, in the unit of the budget; called once a value.
        public let cost: (Upstream.Output) -> Int

        /// Makes a publisher of a value.
        public let transform: (Upstream.Output) -> NewPublisher

        /// Makes a publisher of the merged values; the budget must not be negative.
        @inlinable
        public init(
            upstream: Upstream,
            maxPublishers: Subscribers.Demand,
            budget: Int,
            cost: @escaping (Upstream.Output) -> Int,
            transform: @escaping (Upstream.Output) -> NewPublisher
        ) {
            precondition(maxPublishers > .none, "flatMap must be allowed to run at least one publisher")
            precondition(budget >= 0, "flatMap's budget can't be negative")
            self.upstream = upstream
            self.maxPublishers = maxPublishers
            self.budget = budget
            self.cost = cost
            self.transform = transform
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let inner = FlatMapInner<Upstream.Output, Output, Failure>(
                name: "WeightedFlatMap",
                admission: Admission<Upstream.Output>(limit: maxPublishers, budget: budget),
                cost: cost,
                start: { [transform] in $1.start(transform($0), cost: $2) },
                downstream: subscriber)
            subscriber.receive(
                subscription: OperatorSubscription(
                    "WeightedFlatMap", request: { inner.request($0) }, cancel: { inner.cancel() }))
            upstream.subscribe(inner)
        }
    }
}

extension Publisher {
    /// Makes a publisher of each value and merges what they send, within a budget of costs.
    ///
    /// This is an extension beyond Combine. Values are asked for one at a time. When one has come, `cost` is
    /// called with it, once; it starts if the costs of those running stay within the budget with it and fewer
    /// than `maxPublishers` run, or if none runs: a value larger than the budget runs alone. Else it is parked
    /// until enough others have ended. The next is asked for when one more could run and the budget isn't used
    /// up. They start in upstream's order; demand, failure and cancel are as in `flatMap(maxPublishers:_:)`.
    ///
    /// - Parameters:
    ///   - maxPublishers: how many run at a time, at least one.
    ///   - budget: the most that the costs of those running may sum up to, in whatever unit; not negative.
    ///   - cost: the cost of a value; a negative one traps.
    ///   - transform: makes a publisher of a value; calls never overlap.
    @inlinable
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited,
        budget: Int,
        cost: @escaping (Output) -> Int,
        _ transform: @escaping (Output) -> P
    ) -> Publishers.WeightedFlatMap<P, Self> where P.Failure == Failure {
        Publishers.WeightedFlatMap(
            upstream: self, maxPublishers: maxPublishers, budget: budget, cost: cost, transform: transform)
    }
}
