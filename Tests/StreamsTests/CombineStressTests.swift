// Many threads: sides that send at the same time, demand that comes back one at a time, ends and cancels.
import Glibc
import Streams
import Synchronization
import Testing

/// Sends to its subscriber from whatever thread calls, as many as were asked for.
private final class Tap: Publisher {
    typealias Output = Int
    typealias Failure = Boom
    private let lock = Lock()
    private var subscriber: AnySubscriber<Int, Boom>?
    private var demand = Subscribers.Demand.none
    private var isCancelled = false

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Boom {
        lock.withLock { self.subscriber = AnySubscriber(subscriber) }
        subscriber.receive(subscription: Link(tap: self))
    }

    /// Sends the values, each as soon as it's asked for; then the end, unless it was cancelled.
    func run(_ values: Range<Int>, end: Subscribers.Completion<Boom> = .finished) {
        for value in values {
            while !take() {
                if lock.withLock({ isCancelled }) { return }
                sched_yield()
            }
            guard let target = lock.withLock({ subscriber }) else { return }
            let more = target.receive(value)
            lock.withLock { demand += more }
        }
        lock.withLock { subscriber }?.receive(completion: end)
    }

    private func take() -> Bool {
        lock.withLock {
            guard demand > .none, !isCancelled else { return false }
            demand -= 1
            return true
        }
    }

    private struct Link: Subscription {
        let tap: Tap
        let combineIdentifier = CombineIdentifier()
        func request(_ more: Subscribers.Demand) { tap.lock.withLock { tap.demand += more } }
        func cancel() { tap.lock.withLock { tap.isCancelled = true } }
    }
}

@Suite(.timeLimit(.minutes(2))) struct CombineStressTests {
    private let demands = [Subscribers.Demand.max(1), .unlimited]

    @Test func zipPairsAllWhateverTheThreads() {
        for round in 0..<10 {
            let taps = [Tap(), Tap(), Tap()]
            let values = Values()
            let tracing = TracingSubscriber<(Int, Int, Int), Boom>(demands[round % 2]) {
                values.append($0.0 == $0.1 && $0.1 == $0.2 ? $0.0 : -1)
                return .max(1)
            }
            taps[0].zip(taps[1], taps[2]).subscribe(tracing)
            inParallel(3) { taps[$0].run(0..<200) }
            #expect(values.all == Array(0..<200))
            #expect(tracing.lines.last == "finished")
            #expect(!tracing.lines.contains("OVERLAP"))
        }
    }

    @Test func combineLatestEndsOnTheNewestAndNeverGoesBack() {
        for round in 0..<14 {
            let taps = [Tap(), Tap()]
            let (first, second) = (Values(), Values())
            let tracing = TracingSubscriber<(Int, Int), Boom>(demands[round % 2]) {
                first.append($0.0)
                second.append($0.1)
                return .max(1)
            }
            taps[0].combineLatest(taps[1]).subscribe(tracing)
            inParallel(2) { taps[$0].run(0..<200) }
            #expect(first.all.last == 199 && second.all.last == 199)
            #expect(first.all == first.all.sorted() && second.all == second.all.sorted())
            #expect(tracing.lines.last == "finished")
            #expect(!tracing.lines.contains("OVERLAP"))
        }
    }

    @Test func mergeSendsAllInTheOrderOfEach() {
        for round in 0..<10 {
            let taps = (0..<4).map { _ in Tap() }
            let values = Values()
            let tracing = TracingSubscriber<Int, Boom>(demands[round % 2]) {
                values.append($0)
                return .max(1)
            }
            Publishers.MergeMany(taps).subscribe(tracing)
            inParallel(4) { taps[$0].run($0 * 1000..<$0 * 1000 + 200) }
            for tap in 0..<4 {
                #expect(values.all.filter { $0 / 1000 == tap } == Array(tap * 1000..<tap * 1000 + 200))
            }
            #expect(tracing.lines.last == "finished")
            #expect(!tracing.lines.contains("OVERLAP"))
        }
    }

    @Test func mergeSendsExactlyWhatIsAskedForFromOtherThreads() {
        for _ in 0..<8 {
            let taps = [Tap(), Tap()]
            let tracing = TracingSubscriber<Int, Boom> { _ in yielding(.none) }
            taps[0].merge(with: taps[1]).subscribe(tracing)
            inParallel(4) { thread in
                if thread < 2 {
                    taps[thread].run(0..<100)
                } else {
                    for _ in 0..<100 { tracing.request(.max(1)) }
                }
            }
            #expect(tracing.lines.count == 202)
            #expect(!tracing.lines.contains("OVERLAP"))
        }
    }

    @Test func zipTakesDemandFromOtherThreads() {
        for _ in 0..<8 {
            let taps = [Tap(), Tap()]
            let tracing = TracingSubscriber<(Int, Int), Boom> { _ in yielding(.none) }
            taps[0].zip(taps[1]).subscribe(tracing)
            inParallel(4) { thread in
                if thread < 2 {
                    taps[thread].run(0..<100)
                } else {
                    for _ in 0..<50 { tracing.request(.max(1)) }
                }
            }
            #expect(tracing.lines.count == 102)
            #expect(!tracing.lines.contains("OVERLAP"))
        }
    }

    @Test func switchToLatestNeverOverlapsNorGoesBack() {
        for round in 0..<10 {
            let upstream = ManualPublisher<Tap, Boom>()
            let values = Values()
            let tracing = TracingSubscriber<Int, Boom>(demands[round % 2]) {
                values.append($0)
                return .max(1)
            }
            upstream.switchToLatest().subscribe(tracing)
            let taps = (0..<5).map { _ in Tap() }
            let started = Atomic<Int>(0)
            inParallel(6) { thread in
                if thread == 5 {
                    for tap in taps {
                        upstream.send(tap)
                        started.add(1, ordering: .sequentiallyConsistent)
                    }
                    upstream.send(completion: .finished)
                } else {
                    while started.load(ordering: .sequentiallyConsistent) <= thread { sched_yield() }
                    taps[thread].run(thread * 1000..<thread * 1000 + 100)
                }
            }
            #expect(values.all == values.all.sorted())
            #expect(values.all.suffix(100) == Array(4000..<4100)[...])
            #expect(tracing.lines.last == "finished")
            #expect(!tracing.lines.contains("OVERLAP"))
        }
    }

    @Test func concatenateLosesNoDemandBetweenTheTwo() {
        for _ in 0..<14 {
            let taps = [Tap(), Tap()]
            let tracing = TracingSubscriber<Int, Boom> { _ in yielding(.none) }
            taps[0].append(taps[1]).subscribe(tracing)
            inParallel(3) { thread in
                if thread == 0 {
                    taps[0].run(0..<50)
                    taps[1].run(50..<100)
                } else {
                    for _ in 0..<50 { tracing.request(.max(1)) }
                }
            }
            #expect(
                tracing.lines == ["subscription Concatenate"] + (0..<100).map { "value \($0)" } + ["finished"]
            )
        }
    }

    @Test func anEndFromTheOtherNeverOverlapsAValue() {
        for _ in 0..<30 {
            let taps = [Tap(), Tap()]
            let tracing = TracingSubscriber<Int, Boom>(.unlimited)
            taps[0].prefix(untilOutputFrom: taps[1]).subscribe(tracing)
            let reached = Atomic<Bool>(false)
            tracing.onValue = {
                if $0 == 5 { reached.store(true, ordering: .sequentiallyConsistent) }
                return yielding(.none)
            }
            inParallel(2) { thread in
                if thread == 0 {
                    taps[0].run(0..<100)
                } else {
                    while !reached.load(ordering: .sequentiallyConsistent) { sched_yield() }
                    taps[1].run(0..<1)
                }
            }
            #expect(tracing.lines.last == "finished")
            #expect(tracing.lines.filter { $0 == "finished" }.count == 1)
            #expect(!tracing.lines.contains("OVERLAP"))
        }
    }

    @Test(arguments: 0..<5)
    func failureAndCancelMayRaceWithEverything(place: Int) {
        let combine: [(Tap, Tap) -> AnyPublisher<Int, Boom>] = [
            { $0.zip($1) { $0 + $1 }.eraseToAnyPublisher() },
            { $0.combineLatest($1) { $0 + $1 }.eraseToAnyPublisher() },
            { $0.merge(with: $1).eraseToAnyPublisher() },
            { $0.append($1).eraseToAnyPublisher() },
            { $0.prefix(untilOutputFrom: $1).eraseToAnyPublisher() },
        ]
        for round in 0..<14 {
            let taps = [Tap(), Tap()]
            let tracing = TracingSubscriber<Int, Boom>(demands[round % 2]) { _ in yielding(.max(1)) }
            combine[place](taps[0], taps[1]).subscribe(tracing)
            inParallel(4) { thread in
                switch thread {
                case 0: taps[0].run(0..<50, end: round % 3 == 0 ? .failure(.first) : .finished)
                case 1 where place < 3: taps[1].run(0..<50, end: .failure(.second))
                default: if round % 4 < 2 || place > 2 { tracing.cancel() }
                }
            }
            let ends = tracing.lines.filter { $0.hasPrefix("f") }
            #expect(ends.count <= 1)
            #expect(ends.isEmpty || tracing.lines.last == ends[0])
            #expect(!tracing.lines.contains("OVERLAP"))
        }
    }

    @Test func subscribersThatFeedEachOtherDoNotDeadlock() {
        for _ in 0..<8 {
            let (a, b, c, d) = (Tap(), Tap(), Tap(), Tap())
            let count = Atomic<Int>(0)
            let first = TracingSubscriber<(Int, Int), Boom>(.unlimited)
            let second = TracingSubscriber<(Int, Int), Boom>(.unlimited)
            // Each asks the other's subscription from inside its own value.
            first.onValue = { [unowned second] _ in
                second.request(.max(1))
                count.add(1, ordering: .relaxed)
                return .none
            }
            second.onValue = { [unowned first] _ in
                first.request(.max(1))
                count.add(1, ordering: .relaxed)
                return .none
            }
            a.zip(b).subscribe(first)
            c.zip(d).subscribe(second)
            inParallel(4) { [a, b, c, d][$0].run(0..<100) }
            #expect(count.load(ordering: .relaxed) == 200)
        }
    }
}

/// Numbers noted by one thread at a time, if all is right.
private final class Values: @unchecked Sendable {  // Behind the lock.
    private let lock = Lock()
    private var noted: [Int] = []

    /// Lets other threads run, too, so that they come while this value is being delivered.
    func append(_ value: Int) {
        lock.withLock { noted.append(value) }
        sched_yield()
    }

    var all: [Int] { lock.withLock { noted } }
}

/// Lets other threads run, too, so that they come while a value is being delivered.
private func yielding(_ demand: Subscribers.Demand) -> Subscribers.Demand {
    sched_yield()
    return demand
}
