// What the streams are made of that `Streams` does not bring along, and what is kept of their values.
import Dispatch
import Streams

/// What came out of a stream: tells missing, changed and reordered values, and a missing or a second end.
struct Tally: Hashable {
    private(set) var values = 0
    private(set) var hash = 0
    var ends = 0

    init() {}

    /// Of these values, in this order.
    init(_ values: some Sequence<Int>, ends: Int) {
        for value in values { add(value) }
        self.ends = ends
    }

    init(_ values: some Sequence<Int>) { self.init(values, ends: 1) }

    /// The sum of others whose values were added without order.
    init(_ parts: [Tally]) {
        for part in parts {
            values += part.values
            hash &+= part.hash
        }
    }

    /// Adds a value whose place doesn't matter.
    mutating func addUnordered(_ value: Int) {
        values += 1
        hash = hash &+ value
    }

    @inline(__always)
    mutating func add(_ value: Int) {
        values += 1
        hash = hash &* 31 &+ value
    }
}

struct Fault: Error, Hashable {
    var number: Int
}

func triple(_ value: Int) -> Int { value &* 3 }
func successor(_ value: Int) -> Int { value &+ 1 }
func isKept(_ value: Int) -> Bool { value & 7 != 0 }
func flip(_ value: Int) -> Int { value ^ 0x55 }

/// A tally that closures add to.
///
/// A captured variable would be checked for exclusive access with each value, which costs more than most
/// operators do.
final class Counter {
    @exclusivity(unchecked) var tally = Tally()
}

/// What a stream sends to a sink.
@inline(__always)
func tally<Stream: Publisher>(_ stream: Stream) -> Tally where Stream.Output == Int {
    let counter = Counter()
    let kept = stream.sink(
        receiveCompletion: { _ in counter.tally.ends += 1 }, receiveValue: { counter.tally.add($0) })
    withExtendedLifetime(kept) {}
    return counter.tally
}

/// What many streams send, one made of each value.
@inline(__always)
func tallyAll<Stream: Publisher>(_ values: [Int], _ stream: (Int) -> Stream) -> Tally
where Stream.Output == Int {
    let counter = Counter()
    for value in values {
        let kept = stream(value).sink(
            receiveCompletion: { _ in counter.tally.ends += 1 }, receiveValue: { counter.tally.add($0) })
        withExtendedLifetime(kept) {}
    }
    return counter.tally
}

/// The arrays that a stream sends.
@inline(__always)
func gather<Stream: Publisher>(_ stream: Stream) -> [[Int]] where Stream.Output == [Int] {
    var result: [[Int]] = []
    let kept = stream.sink(receiveCompletion: { _ in }, receiveValue: { result.append($0) })
    withExtendedLifetime(kept) {}
    return result
}

/// What a stream sends to a subscriber that asks for the next value when it has one.
@inline(__always)
func tallyStepwise<Stream: Publisher>(_ stream: Stream) -> Tally where Stream.Output == Int {
    let subscriber = StepSubscriber<Stream.Failure>()
    stream.subscribe(subscriber)
    return subscriber.result
}

final class StepSubscriber<Failure: Error>: Subscriber {
    @exclusivity(unchecked) private(set) var result = Tally()

    func receive(subscription: any Subscription) { subscription.request(.max(1)) }

    func receive(_ value: Int) -> Subscribers.Demand {
        result.add(value)
        return .max(1)
    }

    func receive(completion: Subscribers.Completion<Failure>) { result.ends += 1 }
}

/// What a stream sends from another thread.
@inline(__always)
func tallyUntilEnd<Stream: Publisher>(_ stream: Stream) -> Tally where Stream.Output == Int {
    let counter = Counter()
    let isOver = DispatchSemaphore(value: 0)
    let kept = stream.sink(
        receiveCompletion: { _ in
            counter.tally.ends += 1
            isOver.signal()
        },
        receiveValue: { counter.tally.add($0) })
    isOver.wait()
    withExtendedLifetime(kept) {}
    return counter.tally
}

/// A serial queue as a scheduler, for what need not wait for a moment.
struct QueueScheduler: Scheduler {
    static let shared = QueueScheduler(queue: DispatchQueue(label: "benchmark"))

    let queue: DispatchQueue

    typealias SchedulerTimeType = ImmediateScheduler.SchedulerTimeType
    typealias SchedulerOptions = Never

    var now: SchedulerTimeType { ImmediateScheduler.shared.now }
    var minimumTolerance: SchedulerTimeType.Stride { 0 }

    func schedule(options: Never?, _ action: @escaping () -> Void) {
        // Handed over whole: the caller has no part in it any more.
        nonisolated(unsafe) let action = action
        queue.async { action() }
    }

    func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
        _ action: @escaping () -> Void
    ) {
        preconditionFailure("nothing here waits for a moment")
    }

    func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
        tolerance: SchedulerTimeType.Stride, options: Never?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        preconditionFailure("nothing here waits for a moment")
    }
}

/// A coder that makes of each number itself, so that the operator's own cost is left.
struct IdentityCoder: TopLevelEncoder, TopLevelDecoder {
    func encode<Value: Encodable>(_ value: Value) throws -> Int { value as! Int }
    func decode<Value: Decodable>(_ type: Value.Type, from input: Int) throws -> Value { input as! Value }
}
