// Subscribers.Assign and assign(to:on:): each value into a property.

extension Subscribers {
    /// A subscriber that asks for everything and writes it into a property of an object.
    ///
    /// The object is held until the end or cancel.
    public final class Assign<Root, Input>: Subscriber, Cancellable, CustomStringConvertible {
        public typealias Failure = Never

        /// The property that is written.
        public let keyPath: ReferenceWritableKeyPath<Root, Input>

        private let sink: Sink<Input, Never>
        private let root: Gated<Holder>

        private final class Holder {
            let object: Root
            init(_ object: Root) { self.object = object }
        }

        /// Makes a subscriber that writes into the object's property.
        public init(object: Root, keyPath: ReferenceWritableKeyPath<Root, Input>) {
            self.keyPath = keyPath
            root = Gated(Holder(object))
            sink = Sink(receiveCompletion: { _ in }, receiveValue: { object[keyPath: keyPath] = $0 })
        }

        /// The object whose property is written; nil after the end.
        public var object: Root? { root.use(\.object) }

        public var description: String { "Assign \(Root.self)." }

        public func receive(subscription: any Subscription) { sink.receive(subscription: subscription) }

        public func receive(_ value: Input) -> Demand { sink.receive(value) }

        public func receive(completion: Completion<Never>) {
            root.close { _ in }
            sink.receive(completion: completion)
        }

        public func cancel() {
            root.close { _ in }
            sink.cancel()
        }
    }
}

extension Publisher where Failure == Never {
    /// Writes each value into the property of the object, which is held until the end or cancel.
    public func assign<Root>(
        to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root
    ) -> AnyCancellable {
        let assign = Subscribers.Assign(object: object, keyPath: keyPath)
        subscribe(assign)
        return AnyCancellable(assign)
    }
}
