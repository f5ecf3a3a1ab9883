// What the operators that combine publishers let go, though those keep their subscribers; and their names.
import Streams
import Testing

@Suite struct CombineReferenceTests {
    typealias Upstream = ManualPublisher<Int, Boom>

    static let operators: [(name: String, make: @Sendable (Upstream, Upstream) -> AnyPublisher<Int, Boom>)] =
        [
            ("Zip", { $0.zip($1) { $0 + $1 }.eraseToAnyPublisher() }),
            ("CombineLatest", { $0.combineLatest($1) { $0 + $1 }.eraseToAnyPublisher() }),
            ("Merge", { $0.merge(with: $1).eraseToAnyPublisher() }),
            ("SwitchToLatest", { a, b in a.map { $0 == 0 ? a : b }.switchToLatest().eraseToAnyPublisher() }),
            ("Concatenate", { $0.append($1).eraseToAnyPublisher() }),
            ("PrefixUntilOutput", { $0.prefix(untilOutputFrom: $1).eraseToAnyPublisher() }),
            ("DropUntilOutput", { $0.drop(untilOutputFrom: $1).eraseToAnyPublisher() }),
        ]

    enum Ending: CaseIterable { case cancel, finish, fail }

    @Test(arguments: 0..<7, Ending.allCases)
    func endingDropsTheDownstream(place: Int, ending: Ending) {
        let (name, make) = Self.operators[place]
        let (a, b) = (Upstream(), Upstream())
        var downstream: TracingSubscriber<Int, Boom>? = TracingSubscriber(.max(1))
        weak let watched = downstream
        make(a, b).subscribe(downstream!)
        a.send(1)
        switch ending {
        case .cancel: downstream?.cancel()
        case .finish:
            a.send(completion: .finished)
            b.send(completion: .finished)
        case .fail: a.send(completion: .failure(.first))
        }
        // The subscriber holds its subscription to the last; the subscription must not hold it.
        downstream = nil
        #expect(watched == nil, "\(name)")
    }

    @Test(arguments: Ending.allCases)
    func theSuffixIsDroppedWhenItIsSubscribedToOrNotNeeded(ending: Ending) {
        let prefix = Upstream()
        let tracing = TracingSubscriber<Int, Boom>(.max(1))
        var suffix: Upstream? = Upstream()
        weak let watched = suffix
        prefix.append(suffix!).subscribe(tracing)
        suffix = nil
        #expect(watched != nil)
        switch ending {
        case .cancel: tracing.cancel()
        case .finish:
            prefix.send(completion: .finished)
            watched?.forget()
            tracing.cancel()
        case .fail: prefix.send(completion: .failure(.first))
        }
        #expect(watched == nil)
    }

    @Test(arguments: [true, false])
    func valuesThatWaitAreDroppedWithTheRest(byCancel: Bool) {
        typealias Tokens = ManualPublisher<Token, Boom>
        let operators: [(String, (Tokens, Tokens) -> AnyPublisher<Void, Boom>)] = [
            ("Zip", { $0.zip($1) { _, _ in }.eraseToAnyPublisher() }),
            ("CombineLatest", { $0.combineLatest($1) { _, _ in }.eraseToAnyPublisher() }),
            ("Merge", { $0.merge(with: $1).map { _ in }.eraseToAnyPublisher() }),
            ("SwitchToLatest", { a, _ in Just(a).switchToLatest().map { _ in }.eraseToAnyPublisher() }),
        ]
        for (name, make) in operators {
            let (a, b) = (Tokens(), Tokens())
            var token: Token? = Token()
            weak let watched = token
            let tracing = TracingSubscriber<Void, Boom>()
            make(a, b).subscribe(tracing)
            a.send(token!)
            token = nil
            #expect(watched != nil, "\(name)")
            if byCancel { tracing.cancel() } else { a.send(completion: .failure(.first)) }
            #expect(watched == nil, "\(name)")
        }
    }

    @Test func combineLatestDropsTheOldValue() {
        let (a, b) = (ManualPublisher<Token, Boom>(), ManualPublisher<Token, Boom>())
        let tracing = TracingSubscriber<Void, Boom>(.unlimited)
        a.combineLatest(b) { _, _ in }.subscribe(tracing)
        var token: Token? = Token()
        weak let watched = token
        a.send(token!)
        token = nil
        b.send(Token())
        a.send(Token())
        #expect(watched == nil)
    }

    @Test func aReplacedChildIsLetGo() {
        let upstream = ManualPublisher<Upstream, Boom>()
        let tracing = TracingSubscriber<Int, Boom>(.unlimited)
        upstream.switchToLatest().subscribe(tracing)
        var child: Upstream? = Upstream()
        weak let watched = child
        upstream.send(child!)
        child = nil
        #expect(watched != nil)
        upstream.send(Upstream())
        #expect(watched == nil)
    }

    @Test func subscribersAreNamedByTheirOperator() {
        let names = History()
        let naming = Naming { names.note($0) }
        let other = Naming { _ in }
        var bag: [AnyCancellable] = []
        func run<P: Publisher>(_ publisher: P) where P.Failure == Never {
            publisher.sink { _ in }.store(in: &bag)
        }
        run(naming.zip(other))
        run(naming.combineLatest(other))
        run(naming.merge(with: Just(1)))
        run(naming.map { Just($0) }.switchToLatest())
        run(Just(naming).switchToLatest())
        run(naming.append(1))
        run(naming.prepend(1))
        run(naming.prefix(untilOutputFrom: other))
        run(other.prefix(untilOutputFrom: naming))
        run(naming.drop(untilOutputFrom: other))
        run(other.drop(untilOutputFrom: naming))
        #expect(
            names.lines == [
                "Zip", "CombineLatest", "Merge", "Map", "SwitchToLatest", "Concatenate", "Concatenate",
                "PrefixUntilOutput", "PrefixUntilOutput", "DropUntilOutput", "DropUntilOutput",
            ])
    }
}

/// Reports its subscriber's description.
private struct Naming: Publisher {
    typealias Output = Int
    typealias Failure = Never
    let report: (String) -> Void

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
        report("\(subscriber)")
        subscriber.receive(subscription: Subscriptions.empty)
    }
}
