// Result.publisher: the value of a success, or the error of a failure.

extension Result where Failure: Error {
    /// A publisher that sends the value of a success and finishes, or fails at once.
    public struct Publisher: Streams.Publisher {
        public typealias Output = Success

        /// The result that each subscriber gets.
        public let result: Result

        /// Makes a publisher of the result.
        @inlinable
        public init(_ result: Result) { self.result = result }

        /// Makes a publisher of a value.
        @inlinable
        public init(_ output: Output) { self.init(.success(output)) }

        /// Makes a publisher of an error.
        @inlinable
        public init(_ failure: Failure) { self.init(.failure(failure)) }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Success, S.Failure == Failure {
            switch result {
            case .success(let output):
                subscriber.receive(subscription: OneShotSubscription("Once", output, to: subscriber))
            case .failure(let error):
                subscriber.receive(subscription: Subscriptions.empty)
                subscriber.receive(completion: .failure(error))
            }
        }
    }

    /// A publisher of the value, which waits for demand, or of the error, which doesn't.
    @inlinable
    public var publisher: Publisher { Publisher(self) }
}

extension Result.Publisher: Equatable where Success: Equatable, Failure: Equatable {}
