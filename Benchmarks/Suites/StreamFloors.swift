// streams/floor-: the least that does the same as a stream, without one.
import BenchmarkKit
import Dispatch
import Glibc

enum StreamFloors {
    static let all: [Benchmark] = [
        StreamsSuite.stream("floor-loop", "a plain loop that maps once", expect: { Tally($0.map(triple)) }) {
            var result = Tally()
            for value in $0 { result.add(triple(value)) }
            result.ends = 1
            return result
        },
        StreamsSuite.stream(
            "floor-closures", "a loop that calls three closures, each of which calls the next",
            expect: { Tally($0.map { flip(successor(triple($0))) }) }
        ) { values in
            let last = hidden { (value: Int) in flip(value) }
            let second = hidden { (value: Int) in last(successor(value)) }
            return tally(values, through: hidden { second(triple($0)) })
        },
        StreamsSuite.stream(
            "floor-closures-32", "a loop that calls 32 closures, each of which calls the next",
            expect: { Tally($0.map { $0 + 32 }) }
        ) { values in
            var chain: (Int) -> Int = successor
            for _ in 1..<32 {
                let next = chain
                chain = hidden { next(successor($0)) }
            }
            return tally(values, through: chain)
        },
        StreamsSuite.stream("floor-array", "an array that grows", expect: { $0 }) {
            var all: [Int] = []
            for value in $0 { all.append(value) }
            return all
        },
        StreamsSuite.stream(
            "floor-arrays-64", "arrays with room for 64, one after the other",
            expect: { Array($0.suffix($0.count % 64)) }
        ) { values in
            var part: [Int] = []
            for value in values {
                if part.isEmpty { part.reserveCapacity(64) }
                part.append(value)
                guard part.count == 64 else { continue }
                blackHole(part)
                part = []
            }
            return part
        },
        StreamsSuite.stream(
            "floor-objects", "an object that is made and let go", unit: "object", expect: { Tally($0) }
        ) { values in
            var result = Tally()
            for value in values { result.add(opaque(Box(value)).value) }
            result.ends = 1
            return result
        },
        StreamsSuite.stream(
            "floor-async", "DispatchQueue.async to a serial queue", isExact: false, expect: { Tally($0) }
        ) { values in
            let isOver = DispatchSemaphore(value: 0)
            let result = Box(Tally())
            let queue = QueueScheduler.shared.queue
            for value in values { queue.async { result.value.add(value) } }
            queue.async {
                result.value.ends += 1
                isOver.signal()
            }
            isOver.wait()
            return result.value
        },
        StreamsSuite.stream(
            "floor-handover", "an array of all values, handed over to a serial queue at once", isExact: false,
            expect: { Tally($0) }
        ) { values in
            let isOver = DispatchSemaphore(value: 0)
            let result = Box(Tally())
            var waiting: [Int] = []
            for value in values { waiting.append(value) }
            QueueScheduler.shared.queue.async { [waiting] in
                for value in waiting { result.value.add(value) }
                result.value.ends += 1
                isOver.signal()
            }
            isOver.wait()
            return result.value
        },
        Benchmark(
            "streams/floor-ring", "a ring of 64 places with a mutex and conditions, to another thread",
            work: WorkAmount(StreamsSuite.count, "value")
        ) { _ in
            let values = numbers(StreamsSuite.count, below: 1 << 20)
            let reader = RingReader()
            var result = Tally()
            return PreparedBenchmark(
                run: { iterations in
                    for _ in 0..<iterations { result = reader.read(values) }
                },
                check: { try WrongResult.unless(result, is: Tally(values), "what came through the ring") })
        },
    ]

    private static func tally(_ values: [Int], through closure: (Int) -> Int) -> Tally {
        var result = Tally()
        for value in values { result.add(closure(value)) }
        result.ends = 1
        return result
    }
}

/// `opaque` for closures, without the one that a generic function would wrap them into.
@inline(never)
@_optimize(none)
private func hidden(_ closure: @escaping (Int) -> Int) -> (Int) -> Int { closure }

/// Sendable since one thread writes, then another reads, with a semaphore between them.
private final class Box<Value>: @unchecked Sendable {
    var value: Value

    init(_ value: Value) { self.value = value }
}

/// A thread that reads a ring to its end, again and again.
private final class RingReader {
    private let ring = BlockingRing(capacity: 64)
    private let isOver = DispatchSemaphore(value: 0)
    private let result = Box(Tally())

    init() {
        let thread = Box((ring, isOver, result))
        var identity = pthread_t()
        let started = pthread_create(
            &identity, nil, RingReader.body, Unmanaged.passRetained(thread).toOpaque())
        precondition(started == 0, "there is no thread to be had")
        pthread_detach(identity)
    }

    func read(_ values: [Int]) -> Tally {
        for value in values { ring.write(value) }
        ring.write(nil)
        isOver.wait()
        return result.value
    }

    private static let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
        let box = Unmanaged<Box<(BlockingRing, DispatchSemaphore, Box<Tally>)>>.fromOpaque($0!)
        let (ring, isOver, result) = box.takeRetainedValue().value
        while true {
            var tally = Tally()
            while let value = ring.read() { tally.add(value) }
            tally.ends = 1
            result.value = tally
            isOver.signal()
        }
    }
}

/// A queue of bounded length between two threads; nil marks an end.
private final class BlockingRing {
    private let places: UnsafeMutableBufferPointer<Int?>
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let hasRoom = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private let hasValue = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var first = 0
    private var count = 0

    init(capacity: Int) {
        places = .allocate(capacity: capacity)
        places.initialize(repeating: nil)
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(hasRoom, nil)
        pthread_cond_init(hasValue, nil)
    }

    deinit { preconditionFailure("its reader keeps it") }

    func write(_ value: Int?) {
        pthread_mutex_lock(mutex)
        while count == places.count { pthread_cond_wait(hasRoom, mutex) }
        places[(first + count) % places.count] = value
        count += 1
        pthread_mutex_unlock(mutex)
        pthread_cond_signal(hasValue)
    }

    func read() -> Int? {
        pthread_mutex_lock(mutex)
        while count == 0 { pthread_cond_wait(hasValue, mutex) }
        let value = places[first]
        first = (first + 1) % places.count
        count -= 1
        pthread_mutex_unlock(mutex)
        pthread_cond_signal(hasRoom)
        return value
    }
}
