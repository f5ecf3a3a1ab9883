// Many threads: children that send while demand comes back one at a time, budgets with real threads.
import Dispatch
import Streams
import Synchronization
import Testing

/// Sends its values from a queue's threads, one for each that is asked for.
private struct QueuedChild: Publisher {
    typealias Output = Int
    typealias Failure = Boom
    let queue: DispatchQueue
    let values: Range<Int>
    var failure: Boom?

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Boom {
        let base = values.publisher.setFailureType(to: Boom.self)
        if let failure {
            base.flatMap { _ in Fail<Int, Boom>(error: failure) }.receive(on: QueueScheduler(queue: queue))
                .subscribe(subscriber)
        } else {
            base.receive(on: QueueScheduler(queue: queue)).subscribe(subscriber)
        }
    }
}

@Suite(.timeLimit(.minutes(2))) struct StressTests {
    let queue = DispatchQueue(label: "children", attributes: .concurrent)

    @Test func flatMapNeverStallsWhenDemandComesBackOneAtATime() {
        var generator = SeededGenerator()
        for _ in 0..<40 {
            let children = Int.random(in: 1...40, using: &generator)
            let limit = Int.random(in: 1...8, using: &generator)
            let each = Int.random(in: 0...12, using: &generator)
            let done = DispatchSemaphore(value: 0)
            let seen = History()
            let tracing = TracingSubscriber<Int, Boom>(.max(1)) {
                seen.note("\($0)")
                return .max(1)
            }
            tracing.onCompletion = { done.signal() }
            (0..<children).publisher.setFailureType(to: Boom.self)
                .flatMap(maxPublishers: .max(limit)) {
                    QueuedChild(queue: queue, values: $0 * each..<($0 + 1) * each)
                }
                .subscribe(tracing)
            done.wait()
            #expect(tracing.lines.last == "finished")
            #expect(!tracing.lines.contains("OVERLAP"))
            let values = seen.lines.compactMap { Int($0) }
            #expect(values.sorted() == Array(0..<children * each))
            // Each child's own values keep their order.
            for child in 0..<children where each > 0 {
                let own = values.filter { $0 / each == child }
                #expect(own == own.sorted())
            }
        }
    }

    @Test func demandFromAnotherThreadIsNeverLost() {
        for _ in 0..<20 {
            let done = DispatchSemaphore(value: 0)
            let tracing = TracingSubscriber<Int, Boom>()
            tracing.onCompletion = { done.signal() }
            (0..<20).publisher.setFailureType(to: Boom.self)
                .flatMap(maxPublishers: .max(4)) {
                    QueuedChild(queue: queue, values: $0 * 10..<($0 + 1) * 10)
                }
                .subscribe(tracing)
            inParallel(2) { _ in for _ in 0..<100 { tracing.request(.max(1)) } }
            done.wait()
            #expect(tracing.lines.count == 202)
            #expect(!tracing.lines.contains("OVERLAP"))
        }
    }

    @Test func failureAndCancelMayRaceWithEverything() {
        for round in 0..<60 {
            let done = DispatchSemaphore(value: 0)
            let tracing = TracingSubscriber<Int, Boom>(.max(1)) { _ in .max(1) }
            tracing.onCompletion = { done.signal() }
            (0...).publisher.setFailureType(to: Boom.self)
                .flatMap(maxPublishers: .max(4)) {
                    QueuedChild(queue: queue, values: 0..<3, failure: $0 == 20 ? .first : nil)
                }
                .subscribe(tracing)
            if round % 2 == 0 {
                inParallel(2) { _ in tracing.cancel() }
            } else {
                done.wait()
                #expect(tracing.lines.last == "failure first")
            }
            queue.sync(flags: .barrier) {}
            #expect(!tracing.lines.contains("OVERLAP"))
            #expect(tracing.lines.filter { $0.hasPrefix("f") }.count <= 1)
        }
    }

    @Test func theBudgetIsKeptByRealThreads() {
        var generator = SeededGenerator()
        for _ in 0..<20 {
            let budget = 10
            let costs = (0..<100).map { _ in Int.random(in: 1...14, using: &generator) }
            let ledger = Ledger()
            let done = DispatchSemaphore(value: 0)
            let tracing = TracingSubscriber<Int, Boom>(.max(1)) { _ in .max(1) }
            tracing.onCompletion = { done.signal() }
            costs.publisher.setFailureType(to: Boom.self)
                .flatMap(maxPublishers: .max(4), budget: budget, cost: { $0 }) { cost in
                    ledger.start(cost, budget: budget)
                    return QueuedChild(queue: queue, values: 0..<2)
                        .handleEvents(receiveCompletion: { _ in ledger.end(cost) })
                }
                .subscribe(tracing)
            done.wait()
            #expect(ledger.broken == 0)
            #expect(ledger.starts == costs)
            #expect(tracing.lines.count == 2 * costs.count + 2)
            #expect(!tracing.lines.contains("OVERLAP"))
        }
    }

    @Test func thePeakInFlightIsExact() {
        // Children that end only when all that may run do run: it would hang with one fewer.
        let meeting = DispatchSemaphore(value: 0)
        let inFlight = Atomic<Int>(0)
        let peak = Atomic<Int>(0)
        let done = DispatchSemaphore(value: 0)
        let width = 4
        let threads = DispatchQueue(label: "peak", attributes: .concurrent)
        let handle = (0..<40).publisher
            .flatMap(maxPublishers: .max(width), budget: 2 * width, cost: { _ in 2 }) { place in
                Future<Int, Never> { promise in
                    let now = inFlight.add(1, ordering: .sequentiallyConsistent).newValue
                    peak.max(now, ordering: .sequentiallyConsistent)
                    let crossing = SchedulerCrossing {
                        if now == width { for _ in 0..<width { meeting.signal() } }
                        meeting.wait()
                        meeting.signal()
                        inFlight.subtract(1, ordering: .sequentiallyConsistent)
                        promise(.success(place))
                    }
                    threads.async { crossing.run() }
                }
            }
            .collect()
            .sink { values in
                #expect(values.sorted() == Array(0..<40))
                done.signal()
            }
        done.wait()
        #expect(peak.load(ordering: .sequentiallyConsistent) == width)
        handle.cancel()
    }
}

/// Adds up the costs of what runs.
private final class Ledger: @unchecked Sendable {  // All behind the lock.
    private let lock = Lock()
    private var spent = 0
    private var running = 0
    private(set) var starts: [Int] = []
    private(set) var broken = 0

    func start(_ cost: Int, budget: Int) {
        lock.withLock {
            spent += cost
            running += 1
            starts.append(cost)
            if spent > budget, running > 1 { broken += 1 }
            if running > 4 { broken += 1 }
        }
    }

    func end(_ cost: Int) {
        lock.withLock {
            spent -= cost
            running -= 1
        }
    }
}
