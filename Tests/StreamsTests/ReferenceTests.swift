// What cancel and the end let go, although upstream keeps its subscriber and downstream its subscription.
import Streams
import Testing

@Suite struct ReferenceTests {
    typealias Upstream = ManualPublisher<Int, Boom>

    /// An operator whose closures hold the token, ready to be subscribed to.
    struct Operator: CustomTestStringConvertible {
        let testDescription: String
        let make: (Upstream, Token) -> AnyPublisher<Int, any Error>

        init<P: Publisher>(_ name: String, _ make: @escaping (Upstream, Token) -> P) where P.Output == Int {
            testDescription = name
            self.make = { make($0, $1).mapError { $0 as any Error }.eraseToAnyPublisher() }
        }
    }

    static var operators: [Operator] {
        [
            Operator("flatMap") { upstream, token in upstream.flatMap { Child($0, token) } },
            Operator("weighted flatMap") { upstream, token in
                upstream.flatMap(budget: 1, cost: { _ in token.cost }) { Child($0, token) }
            },
            Operator("flat map whose children end") { upstream, token in
                upstream.flatMap { Just($0 + token.cost).setFailureType(to: Boom.self) }
            },
            Operator("handleEvents") { upstream, token in
                upstream.handleEvents(receiveOutput: { _ = token.cost + $0 })
            },
            Operator("catch") { upstream, token in
                upstream.catch { _ in Fail(error: token.cost == 1 ? Boom.first : .second) }
            },
            Operator("decode") { upstream, token in
                upstream.decode(type: Int.self, decoder: HoldingCoder(token: token))
            },
            Operator("encode") { upstream, token in upstream.encode(encoder: HoldingCoder(token: token)) },
            Operator("retry") { upstream, token in Holding(upstream: upstream, token: token).retry(0) },
            Operator("collect") { upstream, token in
                upstream.collect().handleEvents(receiveOutput: { _ = $0.count + token.cost }).map(\.count)
            },
            Operator("collect by count") { upstream, token in
                upstream.collect(2).handleEvents(receiveOutput: { _ = $0.count + token.cost }).map(\.count)
            },
            Operator("receive on") { upstream, token in
                upstream.receive(on: ImmediateScheduler.shared)
                    .handleEvents(receiveOutput: { _ = token.cost + $0 })
            },
        ]
    }

    enum Ending: CaseIterable { case cancel, finish, fail }

    @Test(arguments: 0..<11, Ending.allCases)
    func endingDropsClosuresAndDownstream(place: Int, ending: Ending) {
        let tested = Self.operators[place]
        let upstream = Upstream()
        var token: Token? = Token()
        weak let closureToken = token
        var downstream: TracingSubscriber<Int, any Error>? = TracingSubscriber(.max(1))
        weak let watchedDownstream = downstream
        tested.make(upstream, token!).subscribe(downstream!)
        token = nil
        upstream.send(2)
        #expect(closureToken != nil, "\(tested.testDescription) must hold its closure until then")
        switch ending {
        case .cancel: downstream?.cancel()
        case .finish: upstream.send(completion: .finished)
        case .fail: upstream.send(completion: .failure(.first))
        }
        let isChildless = !tested.testDescription.contains("flatMap")
        if ending != .finish || isChildless {
            #expect(closureToken == nil, "\(tested.testDescription) must drop its closure")
        }
        // The subscriber holds its subscription to the last; the subscription must not hold it.
        downstream = nil
        if ending != .finish || isChildless { #expect(watchedDownstream == nil) }
    }

    @Test func sinkDropsItsClosuresOnCancelAndAtTheEnd() {
        for ends in [true, false] {
            let upstream = ManualPublisher<Int, Never>()
            var token: Token? = Token()
            weak let watched = token
            let sink = Subscribers.Sink<Int, Never>(
                receiveCompletion: { [token] _ in _ = token }, receiveValue: { [token] _ in _ = token })
            upstream.subscribe(sink)
            token = nil
            #expect(watched != nil)
            if ends { upstream.send(completion: .finished) } else { sink.cancel() }
            #expect(watched == nil)
        }
    }

    @Test func sourcesDropTheirSubscriber() {
        let sources: [(String, AnyPublisher<Int, Never>)] = [
            ("Just", Just(1).eraseToAnyPublisher()),
            ("Sequence", [1, 2].publisher.eraseToAnyPublisher()),
            ("Future", Future { _ in }.eraseToAnyPublisher()),
        ]
        for (name, source) in sources {
            var subscriber: TracingSubscriber<Int, Never>? = TracingSubscriber()
            weak let watched = subscriber
            source.subscribe(subscriber!)
            subscriber?.cancel()
            let subscription = subscriber?.subscription
            subscriber = nil
            #expect(watched == nil, "\(name)")
            withExtendedLifetime(subscription) {}
        }
    }

    @Test func aFutureLivesWhileItsPromiseDoes() {
        var promise: Future<Int, Never>.Promise?
        weak var watched: Future<Int, Never>?
        let tracing = TracingSubscriber<Int, Never>(.max(1))
        do {
            let future = Future<Int, Never> { promise = $0 }
            watched = future
            future.subscribe(tracing)
        }
        promise?(.success(1))
        #expect(tracing.lines == ["subscription Future", "value 1", "finished"])
        promise = nil
        #expect(watched == nil)
    }

    @Test func anyCancellableDropsItsClosureOnCancel() {
        var token: Token? = Token()
        weak let watched = token
        let handle = AnyCancellable { [token] in _ = token }
        token = nil
        handle.cancel()
        #expect(watched == nil)
    }

    @Test func receiveOnDropsValuesThatWait() {
        let scheduler = ManualScheduler()
        let upstream = ManualPublisher<Token, Never>()
        let tracing = TracingSubscriber<Token, Never>(.unlimited)
        upstream.receive(on: scheduler).subscribe(tracing)
        var token: Token? = Token()
        weak let watched = token
        upstream.send(token!)
        token = nil
        tracing.cancel()
        #expect(watched == nil)
    }
}

extension Token {
    fileprivate var cost: Int { 1 }
}

/// A child that never ends and holds its token.
private struct Child: Publisher {
    typealias Output = Int
    typealias Failure = Boom
    let token: Token

    init(_ value: Int, _ token: Token) { self.token = token }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Boom {
        subscriber.receive(subscription: Subscriptions.empty)
    }
}

/// A publisher that holds a token.
private struct Holding: Publisher {
    typealias Output = Int
    typealias Failure = Boom
    let upstream: ManualPublisher<Int, Boom>
    let token: Token

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Boom {
        upstream.subscribe(subscriber)
    }
}

private struct HoldingCoder: TopLevelEncoder, TopLevelDecoder {
    let token: Token

    func encode<T: Encodable>(_ value: T) throws -> Int { token.cost }
    func decode<T: Decodable>(_ type: T.Type, from: Int) throws -> T { 1 as! T }
}
