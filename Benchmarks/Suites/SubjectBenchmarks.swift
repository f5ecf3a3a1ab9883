// streams/subject-, share-, buffer-, fan-out: what hands a value to many, or to another thread.
import BenchmarkKit
import Dispatch
import Streams

enum SubjectBenchmarks {
    static let all = subjects + waiting + fanningOut

    private static let subjects: [Benchmark] = [
        StreamsSuite.stream(
            "subject", "PassthroughSubject to a sink", floor: "closures", expect: Tally.init
        ) { sent($0, sinks: 1) { $0 } },
        StreamsSuite.stream(
            "subject-8", "PassthroughSubject to 8 sinks", floor: "closures", expect: eightfold
        ) { sent($0, sinks: 8) { $0 } },
        StreamsSuite.stream(
            "subject-maps-32", "PassthroughSubject through 32 maps, each behind AnyPublisher",
            floor: "closures-32", expect: { Tally($0.map { $0 + 32 }) }
        ) { values in
            sent(values, sinks: 1) { subject in
                var chain = subject.eraseToAnyPublisher()
                for _ in 0..<32 { chain = chain.map(successor).eraseToAnyPublisher() }
                return chain
            }
        },
        StreamsSuite.stream(
            "current-value", "CurrentValueSubject to a sink", floor: "closures",
            expect: { Tally([0] + $0) }
        ) { values in
            let subject = CurrentValueSubject<Int, Never>(0)
            let counter = Counter()
            let kept = subject.sink(
                receiveCompletion: { _ in counter.tally.ends += 1 }, receiveValue: { counter.tally.add($0) })
            for value in values { subject.send(value) }
            subject.send(completion: .finished)
            withExtendedLifetime(kept) {}
            return counter.tally
        },
        StreamsSuite.stream(
            "share-4", "share to 4 sinks", floor: "closures",
            expect: { values in
                Tally(values.flatMap { Array(repeating: $0, count: 4) }, ends: 4)
            }
        ) { values in sent(values, sinks: 4) { $0.share() } },
        StreamsSuite.stream(
            "share-replay-4", "shareReplay(16) to 4 sinks", floor: "closures",
            expect: { values in
                Tally(values.flatMap { Array(repeating: $0, count: 4) }, ends: 4)
            }
        ) { values in sent(values, sinks: 4) { $0.shareReplay(16) } },
    ]

    private static let waiting: [Benchmark] = [
        StreamsSuite.stream(
            "buffer-64", "buffer(64, keepFull) to a subscriber that asks for one value at a time",
            floor: "closures", expect: Tally.init
        ) { tallyStepwise($0.publisher.buffer(size: 64, prefetch: .keepFull, whenFull: .dropOldest)) },
        StreamsSuite.stream(
            "buffer-1m", "the same with a million values", count: 1_000_000, floor: "closures",
            expect: Tally.init
        ) { tallyStepwise($0.publisher.buffer(size: 64, prefetch: .keepFull, whenFull: .dropOldest)) },
        StreamsSuite.stream(
            "receive-on-bounded", "receive(on:capacity:) with a serial queue and room for 64",
            isExact: false, floor: "handover", expect: Tally.init
        ) { tallyUntilEnd($0.publisher.receive(on: QueueScheduler.shared, capacity: 64)) },
        StreamsSuite.stream(
            "receive-on-dispatch", "receive(on:) with a serial DispatchQueue", isExact: false,
            floor: "handover", expect: Tally.init
        ) { tallyUntilEnd($0.publisher.receive(on: QueueScheduler.shared.queue)) },
    ]

    private static let fanningOut: [Benchmark] = [
        StreamsSuite.stream(
            "fan-out", "tasks of some 5 µs on two threads, at most 8 in flight", unit: "task",
            count: Task5.count, isExact: false, floor: "split",
            expect: { Task5.sum($0) }
        ) { values in
            let counter = Counter()
            let isOver = DispatchSemaphore(value: 0)
            let kept = values.publisher
                .flatMap(maxPublishers: .max(8), Task5.start)
                .sink(
                    receiveCompletion: { _ in isOver.signal() },
                    receiveValue: { counter.tally.addUnordered($0) })
            isOver.wait()
            withExtendedLifetime(kept) {}
            return counter.tally
        },
        StreamsSuite.stream(
            "floor-split", "the same tasks, half of them on each of two threads", unit: "task",
            count: Task5.count, isExact: false, expect: { Task5.sum($0) }
        ) { values in
            let halves = [values.prefix(values.count / 2), values.suffix(values.count - values.count / 2)]
            let sums = [Sum(), Sum()]
            DispatchQueue.concurrentPerform(iterations: 2) { index in
                for value in halves[index] { sums[index].tally.addUnordered(Task5.run(value)) }
            }
            return Tally(sums.map(\.tally))
        },
    ]

    private static func eightfold(_ values: [Int]) -> Tally {
        Tally(values.flatMap { Array(repeating: $0, count: 8) }, ends: 8)
    }

    /// What arrives of the values that a subject sends, at that many sinks together.
    @inline(__always)
    private static func sent<Stream: Publisher>(
        _ values: [Int], sinks: Int, through: (PassthroughSubject<Int, Never>) -> Stream
    ) -> Tally where Stream.Output == Int {
        let subject = PassthroughSubject<Int, Never>()
        let stream = through(subject)
        let counter = Counter()
        let kept = (0..<sinks).map { _ in
            stream.sink(
                receiveCompletion: { _ in counter.tally.ends += 1 }, receiveValue: { counter.tally.add($0) })
        }
        for value in values { subject.send(value) }
        subject.send(completion: .finished)
        withExtendedLifetime(kept) {}
        return counter.tally
    }
}

/// A task of about 5 µs: always the same amount of work.
enum Task5 {
    static let count = 2000
    static let queue = DispatchQueue(label: "tasks", attributes: .concurrent)

    // Not inlined, so that it is the same code in all.
    @inline(never)
    static func run(_ value: Int) -> Int {
        var state = UInt64(truncatingIfNeeded: value)
        for _ in 0..<3300 { state = (state ^ state >> 27) &* 0x94D0_49BB_1331_11EB }
        return Int(truncatingIfNeeded: state >> 8)
    }

    static func start(_ value: Int) -> Future<Int, Never> {
        Future { promise in
            // Handed over whole: nobody else calls it.
            nonisolated(unsafe) let promise = promise
            queue.async { promise(.success(run(value))) }
        }
    }

    static func sum(_ values: [Int]) -> Tally {
        var tally = Tally()
        for value in values { tally.addUnordered(run(value)) }
        return tally
    }
}

/// Sendable since one thread writes it, and another reads it when that has ended.
private final class Sum: @unchecked Sendable {
    var tally = Tally()
}
