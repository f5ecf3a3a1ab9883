// The 25 rules of the contract, each as a test; docs/streams.md has them in words.
import Streams
import Synchronization
import Testing

/// An operator whose values are those of its upstream, or made of them.
struct OperatorCase: CustomTestStringConvertible {
    let testDescription: String
    let make: (ManualPublisher<Int, Boom>) -> AnyPublisher<Int, any Error>
    /// It sends nothing before upstream's end.
    var waitsForTheEnd = false
    /// It sends a value, or waits for one, even if there was none.
    var makesAValue = false
    /// It hands upstream's subscription on, and keeps to the rules about cancel by upstream.
    var isStateless = false

    init<P: Publisher>(
        _ name: String, waitsForTheEnd: Bool = false,
        makesAValue: Bool = false, isStateless: Bool = false,
        _ make: @escaping (ManualPublisher<Int, Boom>) -> P
    ) where P.Output == Int {
        testDescription = name
        self.waitsForTheEnd = waitsForTheEnd
        self.makesAValue = makesAValue
        self.isStateless = isStateless
        self.make = { make($0).mapError { $0 as any Error }.eraseToAnyPublisher() }
    }

    static let immediate = ImmediateScheduler.shared

    nonisolated(unsafe) static let all: [OperatorCase] = [
        OperatorCase("map", isStateless: true) { $0.map { $0 } },
        OperatorCase("filter", isStateless: true) { $0.filter { $0 >= 0 } },
        OperatorCase("tryFilter") { $0.tryFilter { $0 >= 0 } },
        OperatorCase("mapError", isStateless: true) { $0.mapError { $0 } },
        OperatorCase("tryMap") { $0.tryMap { $0 } },
        OperatorCase("compactMap", isStateless: true) { $0.compactMap { $0 } },
        OperatorCase("map(key path)", isStateless: true) { $0.map(\.self) },
        OperatorCase("scan") { $0.scan(0) { $1 } },
        OperatorCase("removeDuplicates") { $0.removeDuplicates() },
        OperatorCase("dropFirst") { $0.dropFirst(0) },
        OperatorCase("drop(while:)") { $0.drop { $0 < 0 } },
        OperatorCase("prefix(while:)") { $0.prefix { $0 >= 0 } },
        OperatorCase("prefix") { $0.prefix(100) },
        OperatorCase("replaceEmpty", makesAValue: true) { $0.replaceEmpty(with: 0) },
        OperatorCase("tryCatch") { upstream in
            upstream.tryCatch { error throws(any Error) -> Fail<Int, Boom> in throw error }
        },
        OperatorCase("last", waitsForTheEnd: true) { $0.last() },
        OperatorCase("reduce", waitsForTheEnd: true, makesAValue: true) {
            $0.reduce(0) { $0 + $1 }
        },
        OperatorCase("handleEvents") { $0.handleEvents() },
        OperatorCase("encode, decode") {
            $0.encode(encoder: HalvingCoder()).decode(type: Int.self, decoder: HalvingCoder())
        },
        OperatorCase("flatMap") { $0.flatMap { Just($0).setFailureType(to: Boom.self) } },
        OperatorCase("flatMap(maxPublishers: 1)") {
            $0.flatMap(maxPublishers: .max(1)) { [$0].publisher.setFailureType(to: Boom.self) }
        },
        OperatorCase("catch") { $0.catch { Fail<Int, Boom>(error: $0) } },
        OperatorCase("retry") { $0.retry(0) },
        OperatorCase("merge") { $0.merge(with: Empty()) },
        OperatorCase("merge of many") { Publishers.MergeMany([$0]) },
        OperatorCase("append") { $0.append(Empty()) },
        OperatorCase("prepend") { $0.prepend(Empty()) },
        OperatorCase("zip") {
            $0.zip((0..<100).publisher.setFailureType(to: Boom.self)) { value, _ in value }
        },
        OperatorCase("combineLatest", makesAValue: true) {
            $0.combineLatest(Just(0).setFailureType(to: Boom.self)) { value, _ in value }
        },
        OperatorCase("switchToLatest") {
            $0.map { Just($0).setFailureType(to: Boom.self) }.switchToLatest()
        },
        OperatorCase("prefix(untilOutputFrom:)") {
            $0.prefix(untilOutputFrom: Empty<Int, Boom>(completeImmediately: false))
        },
        OperatorCase("collect", waitsForTheEnd: true, makesAValue: true) {
            $0.collect().map(\.count)
        },
        OperatorCase("collect(1)") { $0.collect(1).map { $0[0] } },
        OperatorCase("first", waitsForTheEnd: true) { $0.first() },
        OperatorCase("receive(on:)") { $0.receive(on: immediate) },
        OperatorCase("receive(on:capacity:)") { $0.receive(on: immediate, capacity: 1) },
        OperatorCase("subscribe(on:)") { $0.subscribe(on: immediate) },
        OperatorCase("delay") { $0.delay(for: 0, scheduler: immediate) },
        OperatorCase("debounce") { $0.debounce(for: 0, scheduler: immediate) },
        OperatorCase("buffer") {
            $0.buffer(size: 9, prefetch: .byRequest, whenFull: .dropOldest)
        },
        OperatorCase("share") { $0.share() },
        OperatorCase("shareReplay") { $0.shareReplay(9) },
        OperatorCase("multicast") {
            $0.multicast(subject: CurrentValueSubject(0)).autoconnect().filter { $0 > 0 }
        },
    ]
}

@Suite struct ContractTests {
    typealias Upstream = ManualPublisher<Int, Boom>

    /// The values, without the subscription that comes before them.
    private func values(_ tracing: TracingSubscriber<Int, any Error>) -> [String] {
        tracing.lines.filter { $0.hasPrefix("value") }
    }

    // MARK: Demand

    @Test(arguments: OperatorCase.all.indices) func rule1ValuesNeverExceedTotalDemand(place: Int) {
        let tested = OperatorCase.all[place]
        let upstream = ObedientPublisher()
        let tracing = TracingSubscriber<Int, any Error>(.max(2))
        tested.make(upstream.manual).subscribe(tracing)
        upstream.send(1...9)
        #expect(values(tracing).count <= 2, "\(tested.testDescription)")
        tracing.request(.max(1))
        upstream.send(10...19)
        #expect(values(tracing).count <= 3, "\(tested.testDescription)")
        if !tested.waitsForTheEnd { #expect(values(tracing).count == 3, "\(tested.testDescription)") }
    }

    @Test func rule2DemandAddsUp() {
        let tracing = TracingSubscriber<Int, Never>(.max(1)) { $0 == 0 ? .max(2) : .none }
        (0..<9).publisher.subscribe(tracing)
        tracing.request(.max(1))
        #expect(tracing.lines.count == 1 + 4)
    }

    @Test func rule3TheSumSaturates() {
        let tracing = TracingSubscriber<Int, Boom>()
        let upstream = Upstream()
        upstream.flatMap(maxPublishers: .max(1)) { Just($0).setFailureType(to: Boom.self) }
            .subscribe(tracing)
        for _ in 0..<3 { tracing.request(.max(.max)) }
        #expect(Subscribers.Demand.max(.max) + .max(1) == .unlimited)
        upstream.send(1)
        #expect(tracing.lines == ["subscription FlatMap", "value 1"])
    }

    @Test func rule4RequestNoneTraps() async {
        await #expect(processExitsWith: .failure) {
            PassthroughSubject<Int, Never>().map { $0 }.subscribe(
                AnySubscriber(receiveSubscription: { $0.request(.none) }))
        }
        await #expect(processExitsWith: .failure) {
            Just(1).subscribe(AnySubscriber(receiveSubscription: { $0.request(.none) }))
        }
    }

    @Test func rule5UnlimitedStaysUnlimited() {
        #expect(Subscribers.Demand.unlimited - .max(5) == .unlimited)
        let tracing = TracingSubscriber<Int, Never>(.unlimited)
        tracing.onSubscription = { $0.request(.max(1)) }
        (0..<1000).publisher.subscribe(tracing)
        #expect(tracing.lines.last == "finished")
    }

    @Test(arguments: OperatorCase.all.indices) func rule6ReturnedDemandCountsLikeARequest(place: Int) {
        let tested = OperatorCase.all[place]
        guard !tested.waitsForTheEnd else { return }
        let upstream = ObedientPublisher()
        let tracing = TracingSubscriber<Int, any Error>(.max(1)) { _ in .max(1) }
        tested.make(upstream.manual).subscribe(tracing)
        upstream.send(1...5)
        #expect(values(tracing) == (1...5).map { "value \($0)" }, "\(tested.testDescription)")
    }

    @Test func rule7ARequestFromInsideDoesNotRecurse() {
        let count = 50_000
        let streams: [(String, AnyPublisher<Int, Never>)] = [
            ("Sequence", (0..<count).publisher.eraseToAnyPublisher()),
            (
                "flatMap",
                (0..<count).publisher.flatMap(maxPublishers: .max(1)) { Just($0) }.eraseToAnyPublisher()
            ),
            (
                "flatMap of sequences",
                (0..<count).publisher.flatMap(maxPublishers: .max(1)) { [$0].publisher }.eraseToAnyPublisher()
            ),
            (
                "buffer",
                (0..<count).publisher.buffer(size: 2, prefetch: .keepFull, whenFull: .dropOldest)
                    .eraseToAnyPublisher()
            ),
            (
                "receive(on:)",
                (0..<count).publisher.receive(on: ImmediateScheduler.shared).eraseToAnyPublisher()
            ),
            (
                "receive(on:capacity:)",
                (0..<count).publisher.receive(on: ImmediateScheduler.shared, capacity: 2)
                    .eraseToAnyPublisher()
            ),
        ]
        for (name, stream) in streams {
            var seen = 0
            inParallel(1) { _ in
                let tracing = TracingSubscriber<Int, Never>(.max(1))
                tracing.onValue = { [unowned tracing] _ in
                    seen += 1
                    tracing.request(.max(1))
                    return .none
                }
                stream.subscribe(tracing)
            }
            #expect(seen == count, "\(name)")
        }
    }

    // MARK: Order

    @Test(arguments: OperatorCase.all.indices) func rule8TheSubscriptionComesOnceAndFirst(place: Int) {
        let tested = OperatorCase.all[place]
        let upstream = Upstream()
        let tracing = TracingSubscriber<Int, any Error>(.unlimited)
        tested.make(upstream).subscribe(tracing)
        upstream.send(1)
        upstream.send(completion: .finished)
        #expect(tracing.lines[0].hasPrefix("subscription"), "\(tested.testDescription)")
        #expect(tracing.lines.filter { $0.hasPrefix("subscription") }.count == 1)
        #expect(tracing.lines.last == "finished", "\(tested.testDescription)")
    }

    @Test(arguments: OperatorCase.all.indices) func rule9ASecondSubscriptionIsCancelled(place: Int) {
        let tested = OperatorCase.all[place]
        let upstream = Upstream()
        // Operators without state hand it on, down to somebody who has some.
        let handle = tested.make(upstream).sink(receiveCompletion: { _ in }, receiveValue: { _ in })
        #expect(!upstream.lines.contains("cancel"))
        upstream.sendSubscription()
        #expect(upstream.lines.last == "cancel", "\(tested.testDescription)")
        handle.cancel()
    }

    @Test(.timeLimit(.minutes(2)), arguments: OperatorCase.all.indices)
    func rule10SignalsNeverOverlap(place: Int) {
        let tested = OperatorCase.all[place]
        for _ in 0..<20 {
            let subject = PassthroughSubject<Int, Boom>()
            let upstream = Upstream()
            let tracing = TracingSubscriber<Int, any Error>(.max(1)) { _ in .max(1) }
            tested.make(upstream).subscribe(tracing)
            // The subject has the values of all threads come one after the other.
            let handle = subject.sink(
                receiveCompletion: { upstream.send(completion: $0) }, receiveValue: { upstream.send($0) })
            inParallel(3) { thread in
                for value in 1...30 { subject.send(value) }
                if thread == 0 { subject.send(completion: .finished) }
                tracing.request(.max(1))
            }
            #expect(!tracing.lines.contains("OVERLAP"), "\(tested.testDescription)")
            handle.cancel()
        }
    }

    @Test(arguments: OperatorCase.all.indices) func rule11OneEndAndNothingAfterIt(place: Int) {
        let tested = OperatorCase.all[place]
        let upstream = Upstream()
        var seen: [String] = []
        let handle = tested.make(upstream).sink(
            receiveCompletion: { _ in seen.append("end") }, receiveValue: { _ in seen.append("value") })
        upstream.send(completion: .failure(.first))
        upstream.send(1)
        upstream.send(completion: .finished)
        #expect(seen == ["end"], "\(tested.testDescription)")
        handle.cancel()
    }

    @Test(arguments: OperatorCase.all.indices) func rule12TheEndNeedsNoDemand(place: Int) {
        let tested = OperatorCase.all[place]
        for fails in [true, false] {
            if !fails, tested.makesAValue { continue }
            let upstream = Upstream()
            let tracing = TracingSubscriber<Int, any Error>()
            tested.make(upstream).subscribe(tracing)
            upstream.send(completion: fails ? .failure(.first) : .finished)
            #expect(tracing.lines.last == (fails ? "failure first" : "finished"), "\(tested.testDescription)")
        }
    }

    @Test func rule13TheEndNeverOvertakesBufferedValues() {
        let scheduler = ManualScheduler()
        let streams: [(String, (Upstream) -> AnyPublisher<Int, Boom>)] = [
            ("receive(on:)", { $0.receive(on: scheduler).eraseToAnyPublisher() }),
            ("receive(on:capacity:)", { $0.receive(on: scheduler, capacity: 4).eraseToAnyPublisher() }),
            (
                "buffer",
                {
                    $0.buffer(size: 4, prefetch: .byRequest, whenFull: .dropOldest).receive(on: scheduler)
                        .eraseToAnyPublisher()
                }
            ),
            ("shareReplay", { $0.shareReplay(4).receive(on: scheduler).eraseToAnyPublisher() }),
            ("flatMap", { $0.flatMap { Just($0).setFailureType(to: Boom.self) }.eraseToAnyPublisher() }),
        ]
        for (name, make) in streams {
            let upstream = Upstream()
            let tracing = TracingSubscriber<Int, Boom>()
            make(upstream).subscribe(tracing)
            tracing.request(.max(1))
            for value in 1...3 { upstream.send(value) }
            upstream.send(completion: .finished)
            scheduler.run()
            tracing.request(.max(2))
            scheduler.run()
            let expected = (1...3).map { "value \($0)" } + ["finished"]
            #expect(Array(tracing.lines.dropFirst()) == expected, "\(name)")
        }
    }

    // MARK: Cancel

    @Test(arguments: OperatorCase.all.indices) func rule14CancelIsIdempotentAndSafeFromAnyThread(place: Int) {
        let tested = OperatorCase.all[place]
        for _ in 0..<10 {
            let upstream = ObedientPublisher()
            let tracing = TracingSubscriber<Int, any Error>(.unlimited)
            tested.make(upstream.manual).subscribe(tracing)
            inParallel(3) { thread in
                if thread == 0 { upstream.send(1...20) } else { tracing.cancel() }
            }
            tracing.cancel()
            // Whoever ended of its own accord had it cancelled once, too.
            let cancels = upstream.manual.lines.filter { $0 == "cancel" }.count
            #expect(tested.isStateless || cancels == 1, "\(tested.testDescription)")
        }
    }

    @Test(arguments: OperatorCase.all.indices) func rules15And16AfterCancelNothingComes(place: Int) {
        let tested = OperatorCase.all[place]
        let upstream = Upstream()
        let tracing = TracingSubscriber<Int, any Error>(.unlimited)
        tested.make(upstream).subscribe(tracing)
        upstream.send(1)
        tracing.cancel()
        let before = (tracing.lines, upstream.lines.filter { $0.hasPrefix("request") })
        if !tested.isStateless {
            tracing.request(.max(1))
            upstream.send(2)
            upstream.send(completion: .finished)
            #expect(tracing.lines == before.0, "\(tested.testDescription)")
            #expect(
                upstream.lines.filter { $0.hasPrefix("request") } == before.1, "\(tested.testDescription)")
        }
    }

    @Test func rules15And16HoldBehindOperatorsWithoutState() {
        let subject = PassthroughSubject<Int, Boom>()
        let tracing = TracingSubscriber<Int, Boom>(.unlimited)
        subject.map { $0 }.filter { _ in true }.compactMap { $0 }.mapError { $0 }.subscribe(tracing)
        tracing.cancel()
        tracing.request(.max(1))
        subject.send(1)
        subject.send(completion: .finished)
        #expect(tracing.lines == ["subscription MapError"])
    }

    @Test(arguments: OperatorCase.all.indices, [true, false])
    func rules17And18CancelAndTheEndLetGo(place: Int, ends: Bool) {
        let tested = OperatorCase.all[place]
        let subject = PassthroughSubject<Int, Boom>()
        let upstream = Upstream()
        let link = subject.sink(
            receiveCompletion: {
                upstream.send(completion: $0)
                upstream.forget()
            }, receiveValue: { upstream.send($0) })
        var tracing: TracingSubscriber<Int, any Error>? = TracingSubscriber(.unlimited)
        weak let watched = tracing
        tested.make(upstream).subscribe(tracing!)
        subject.send(1)
        let subscription = tracing?.subscription
        if ends {
            subject.send(completion: .finished)
        } else {
            subscription?.cancel()
            // As sources do.
            upstream.forget()
        }
        tracing = nil
        #expect(watched == nil, "\(tested.testDescription)")
        withExtendedLifetime((subscription, link)) {}
    }

    // MARK: Operators

    @Test func rule19WhatDropsAValueAsksForOneMore() {
        let tracing = TracingSubscriber<Int, Boom>(.max(1))
        let upstream = Upstream()
        upstream.filter { $0 > 2 }.subscribe(tracing)
        for value in 1...3 { upstream.send(value) }
        #expect(upstream.lines == ["subscribed", "request max(1)", "returned max(1)", "returned max(1)"])
        #expect(tracing.lines == ["subscription Filter", "value 3"])
    }

    @Test func rule20CollectMultipliesDemand() {
        let upstream = Upstream()
        let tracing = TracingSubscriber<[Int], Boom>(.max(2)) { _ in .max(1) }
        upstream.collect(3).subscribe(tracing)
        for value in 1...3 { upstream.send(value) }
        #expect(upstream.lines == ["subscribed", "request max(6)", "returned max(3)"])
    }

    @Test func rule21PrefixCancelsUpstreamWithItsLastValue() {
        let history = History()
        let upstream = ManualPublisher<Int, Boom>("up", history: history)
        let tracing = TracingSubscriber<Int, Boom>(.max(5), history: history)
        upstream.prefix(2).subscribe(tracing)
        for value in 1...3 { upstream.send(value) }
        #expect(
            Array(history.lines.dropFirst(2)) == [
                "up request max(5)", "value 1", "value 2", "up cancel", "finished",
            ])
    }

    @Test func rule22FlatMapRunsNoMoreThanAllowed() {
        let upstream = Upstream()
        var children: [ManualPublisher<Int, Boom>] = []
        let tracing = TracingSubscriber<Int, Boom>(.unlimited)
        upstream.flatMap(maxPublishers: .max(2)) { _ in
            children.append(ManualPublisher())
            return children.last!
        }.subscribe(tracing)
        for value in 1...2 { upstream.send(value) }
        children[0].send(completion: .finished)
        #expect(upstream.lines == ["subscribed", "request max(2)", "request max(1)"])
    }

    @Test func rule23SubjectsDropAndCurrentValueGivesTheLatest() {
        let passthrough = PassthroughSubject<Int, Never>()
        let current = CurrentValueSubject<Int, Never>(0)
        let missing = TracingSubscriber<Int, Never>()
        let asking = TracingSubscriber<Int, Never>()
        passthrough.subscribe(missing)
        current.subscribe(asking)
        for value in 1...3 {
            passthrough.send(value)
            current.send(value)
        }
        missing.request(.max(1))
        asking.request(.max(1))
        #expect(missing.lines == ["subscription PassthroughSubject"])
        #expect(asking.lines == ["subscription CurrentValueSubject", "value 3"])
    }

    @Test func rule24ReceiveOnPassesDemandThrough() {
        let upstream = Upstream()
        let tracing = TracingSubscriber<Int, Boom>(.max(3))
        upstream.receive(on: ImmediateScheduler.shared).subscribe(tracing)
        tracing.request(.max(2))
        #expect(upstream.lines == ["subscribed", "request max(3)", "request max(2)"])
    }

    @Test func rule25BuffersPrefetchAndRefill() {
        let (full, all) = (Upstream(), Upstream())
        let tracing = TracingSubscriber<Int, Boom>()
        full.buffer(size: 3, prefetch: .keepFull, whenFull: .dropOldest).subscribe(tracing)
        all.buffer(size: 3, prefetch: .byRequest, whenFull: .dropOldest)
            .subscribe(TracingSubscriber<Int, Boom>())
        full.send(1)
        tracing.request(.max(1))
        #expect(full.lines == ["subscribed", "request max(3)", "request max(1)"])
        #expect(all.lines == ["subscribed", "request unlimited"])
    }
}

/// A publisher that sends no more than it is asked for, from whatever thread, one value at a time.
private final class ObedientPublisher: @unchecked Sendable {  // The demand is behind the lock.
    let manual = ManualPublisher<Int, Boom>()
    private let lock = Lock()
    private var demand = Subscribers.Demand.none

    init() {
        manual.onRequest = { [unowned self] more in lock.withLock { demand += more } }
    }

    func send(_ values: ClosedRange<Int>) {
        for value in values {
            let isWanted = lock.withLock {
                guard demand > .none else { return false }
                demand -= 1
                return true
            }
            guard isWanted else { continue }
            let more = manual.send(value)
            lock.withLock { demand += more }
        }
    }
}
