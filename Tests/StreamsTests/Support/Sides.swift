// Sides: the publishers that an operator under test combines, noting everything in one history.
import Streams

/// Manual publishers by name, made when first named, and the subscriber of what is made of them.
final class Sides<Output> {
    let history = History()
    let tracing: TracingSubscriber<Output, Boom>
    private var publishers: [String: ManualPublisher<Int, Boom>] = [:]

    /// Subscribes to what the closure makes.
    init<P: Publisher>(_ demand: Subscribers.Demand = .none, _ combine: (Sides) -> P)
    where P.Output == Output, P.Failure == Boom {
        tracing = TracingSubscriber(demand, history: history)
        combine(self).subscribe(tracing)
    }

    subscript(name: String) -> ManualPublisher<Int, Boom> {
        if let known = publishers[name] { return known }
        let new = ManualPublisher<Int, Boom>(name, history: history)
        publishers[name] = new
        return new
    }

    /// Each side sends the value, by turns.
    func send(_ value: Int, from names: String...) { for name in names { self[name].send(value) } }
}
