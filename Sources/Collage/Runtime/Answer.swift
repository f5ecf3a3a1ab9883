// One value that comes later: what a call that may block gives, or a worker.

import Streams

/// A publisher of one value, or one error, asked for anew by each subscriber; of the event loop's thread alone.
///
/// A `Future` in a `Deferred` would do the same from any thread, which nothing here needs and every photo would
/// pay for several times.
struct Answer<Output, Failure: Error>: Publisher {
    private let ask: (Promise<Output, Failure>) -> Void

    /// - Parameter ask: called at the first request of each subscriber; whoever has the answer fulfils the promise.
    init(_ ask: @escaping (Promise<Output, Failure>) -> Void) { self.ask = ask }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        subscriber.receive(
            subscription: Promise(ask: ask) { promise, result in
                switch result {
                case .success(let value):
                    _ = subscriber.receive(value)
                    if !promise.isCancelled { subscriber.receive(completion: .finished) }
                case .failure(let error):
                    subscriber.receive(completion: .failure(error))
                }
            })
    }
}

/// Something that somebody waits for.
protocol Awaited: AnyObject {
    /// Nobody waits any more.
    var isCancelled: Bool { get }
}

/// Who waits for an answer.
final class Promise<Output, Failure: Error>: Subscription, Awaited, CustomStringConvertible {
    private var ask: ((Promise) -> Void)?
    private var deliver: ((Promise, Result<Output, Failure>) -> Void)?
    private(set) var isCancelled = false
    private var followed: AnyCancellable?

    fileprivate init(
        ask: @escaping (Promise) -> Void, deliver: @escaping (Promise, Result<Output, Failure>) -> Void
    ) {
        self.ask = ask
        self.deliver = deliver
    }

    var description: String { "Answer" }

    func request(_ demand: Subscribers.Demand) {
        let ask = self.ask
        self.ask = nil
        ask?(self)
    }

    func cancel() {
        isCancelled = true
        (ask, deliver, followed) = (nil, nil, nil)
    }

    /// Gives the answer; nothing where it was given or cancelled before.
    func fulfil(_ result: Result<Output, Failure>) {
        let deliver = self.deliver
        self.deliver = nil
        deliver?(self, result)
    }

    /// Gives the answer that the publisher gives.
    func follow(_ publisher: some Publisher<Output, Failure>) {
        follow(publisher) { $0 }
    }

    /// Gives what is made of the answer that the publisher gives.
    func follow<Value, Fault>(
        _ publisher: some Publisher<Value, Fault>,
        _ then: @escaping (Result<Value, Fault>) -> Result<Output, Failure>
    ) {
        if isCancelled { return }
        followed = publisher.sink(
            receiveCompletion: { [weak self] completion in
                if case .failure(let error) = completion { self?.fulfil(then(.failure(error))) }
            },
            receiveValue: { [weak self] value in self?.fulfil(then(.success(value))) })
    }
}
