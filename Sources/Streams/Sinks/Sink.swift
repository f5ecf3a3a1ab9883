// Subscribers.Sink and sink: a closure for each value, one for the end.

extension Subscribers {
    /// A subscriber that asks for everything and hands it to closures.
    ///
    /// The closures are dropped at the end and on cancel.
    public final class Sink<Input, Failure: Error>: Subscriber, Cancellable, CustomStringConvertible {
        @usableFromInline
        final class Handlers {
            @usableFromInline let value: (Input) -> Void
            @usableFromInline let completion: (Completion<Failure>) -> Void

            @inlinable
            init(value: @escaping (Input) -> Void, completion: @escaping (Completion<Failure>) -> Void) {
                self.value = value
                self.completion = completion
            }
        }

        @usableFromInline
        enum Link {
            case awaited
            case live(any Subscription)
            case over
        }

        @usableFromInline let lock = Lock()
        @usableFromInline var link = Link.awaited

        @usableFromInline let handlers: Gated<Handlers>

        /// Makes a sink of the closures.
        @inlinable
        public init(
            receiveCompletion: @escaping (Completion<Failure>) -> Void,
            receiveValue: @escaping (Input) -> Void
        ) {
            handlers = Gated(Handlers(value: receiveValue, completion: receiveCompletion))
        }

        /// The closure that runs for each value; one that does nothing after the end.
        public var receiveValue: (Input) -> Void { handlers.use(\.value) ?? { _ in } }

        /// The closure that runs at the end; one that does nothing after it.
        public var receiveCompletion: (Completion<Failure>) -> Void { handlers.use(\.completion) ?? { _ in } }

        public var description: String { "Sink" }

        @inlinable
        public func receive(subscription: any Subscription) {
            let isAccepted = lock.withLock {
                guard case .awaited = link else { return false }
                link = .live(subscription)
                return true
            }
            if isAccepted { subscription.request(.unlimited) } else { subscription.cancel() }
        }

        @inlinable
        public func receive(_ value: Input) -> Demand {
            handlers.use { $0.value(value) }
            return .none
        }

        @inlinable
        public func receive(completion: Completion<Failure>) {
            _ = takeSubscription()
            handlers.close { $0.completion(completion) }
        }

        @inlinable
        public func cancel() {
            let subscription = takeSubscription()
            handlers.close { _ in }
            subscription?.cancel()
        }

        @inlinable
        func takeSubscription() -> (any Subscription)? {
            lock.withLock {
                defer { link = .over }
                guard case .live(let subscription) = link else { return nil }
                return subscription
            }
        }
    }
}

extension Publisher {
    /// Runs a closure for each value and one at the end, until the result is cancelled or released.
    @inlinable
    public func sink(
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping (Output) -> Void
    ) -> AnyCancellable {
        let sink = Subscribers.Sink(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
        subscribe(sink)
        return AnyCancellable(sink)
    }
}

extension Publisher where Failure == Never {
    /// Runs a closure for each value, until the result is cancelled or released.
    @inlinable
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
        sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }
}
