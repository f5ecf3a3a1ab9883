// Optional.publisher: the value that an optional holds, or none.

extension Optional {
    /// A publisher that sends the value of an optional, if there is one, then finishes.
    public struct Publisher: Streams.Publisher {
        public typealias Output = Wrapped
        public typealias Failure = Never

        /// The value that is sent; nil for the end alone.
        public let output: Wrapped?

        /// Makes a publisher of the optional's value.
        @inlinable
        public init(_ output: Wrapped?) { self.output = output }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Wrapped, S.Failure == Never {
            if let output {
                subscriber.receive(subscription: OneShotSubscription("Optional", output, to: subscriber))
            } else {
                subscriber.receive(subscription: Subscriptions.empty)
                subscriber.receive(completion: .finished)
            }
        }
    }

    /// A publisher of the value, if there is one.
    @inlinable
    public var publisher: Publisher { Publisher(self) }
}

extension Optional.Publisher: Equatable where Wrapped: Equatable {}
