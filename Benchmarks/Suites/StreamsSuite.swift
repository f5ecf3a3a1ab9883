// streams/: what a value costs in each operator, beside the least that does the same.
import BenchmarkKit
import Streams

enum StreamsSuite {
    static let benchmarks =
        passing + flattening + gathering + failing + crossing + subscribing + SubjectBenchmarks.all
        + CombiningBenchmarks.all
        + StreamFloors.all

    /// Values of one iteration.
    static let count = 1000
    /// The same of what takes microseconds.
    private static let few = 200

    private static let passing: [Benchmark] = [
        stream("sequence", "a sequence to a sink", floor: "loop", expect: Tally.init) {
            tally($0.publisher)
        },
        stream(
            "sequence-step", "the same to a subscriber that asks for one value at a time", floor: "loop",
            expect: Tally.init
        ) { tallyStepwise($0.publisher) },
        stream("map", "one map", floor: "loop", expect: { Tally($0.map(triple)) }) {
            tally($0.publisher.map(triple))
        },
        stream(
            "map-3", "three maps in a row", floor: "closures",
            expect: { Tally($0.map { flip(successor(triple($0))) }) }
        ) { tally($0.publisher.map(triple).map(successor).map(flip)) },
        stream(
            "erased-map", "one map behind AnyPublisher", floor: "loop", expect: { Tally($0.map(triple)) }
        ) { tally($0.publisher.map(triple).eraseToAnyPublisher()) },
        stream(
            "erased-map-32", "32 maps, each behind AnyPublisher", floor: "closures-32",
            expect: { Tally($0.map { $0 + 32 }) }
        ) { values in
            var chain = values.publisher.eraseToAnyPublisher()
            for _ in 0..<32 { chain = chain.map(successor).eraseToAnyPublisher() }
            return tally(chain)
        },
        stream(
            "chain", "map, filter and map, of a million values", count: 1_000_000, floor: "loop",
            expect: { Tally($0.map(triple).filter(isKept).map(successor)) }
        ) { tally($0.publisher.map(triple).filter(isKept).map(successor)) },
        stream("handle-events", "handleEvents that counts values", floor: "loop", expect: Tally.init) {
            var seen = 0
            var result = tally($0.publisher.handleEvents(receiveOutput: { _ in seen += 1 }))
            if seen != count { result.ends = -1 }
            return result
        },
        stream("error-types", "setFailureType, then mapError", floor: "loop", expect: Tally.init) {
            tally($0.publisher.setFailureType(to: Fault.self).mapError { Fault(number: $0.number + 1) })
        },
        stream("encode", "encode, by a coder that does nothing", floor: "loop", expect: Tally.init) {
            tally($0.publisher.encode(encoder: IdentityCoder()))
        },
        stream("decode", "decode, by a coder that does nothing", floor: "loop", expect: Tally.init) {
            tally($0.publisher.decode(type: Int.self, decoder: IdentityCoder()))
        },
    ]

    private static let flattening: [Benchmark] = [
        stream("flatmap", "flatMap with a Just for each value", floor: "closures", expect: Tally.init) {
            tally($0.publisher.flatMap { Just($0) })
        },
        stream(
            "flatmap-one", "flatMap with a sequence of one for each value", floor: "closures",
            expect: Tally.init
        ) { tally($0.publisher.flatMap { CollectionOfOne($0).publisher }) },
        stream(
            "flatmap-8", "flatMap with a Just for each value, at most eight at a time", floor: "closures",
            expect: Tally.init
        ) {
            tally($0.publisher.flatMap(maxPublishers: .max(8)) { Just($0) })
        },
        stream(
            "flatmap-weighted", "the same, within a budget of costs", floor: "closures", expect: Tally.init
        ) {
            tally($0.publisher.flatMap(maxPublishers: .max(8), budget: 64, cost: { $0 & 15 }) { Just($0) })
        },
        stream(
            "flatmap-sequences", "flatMap with a sequence of ten for each tenth value", floor: "loop",
            expect: { values in Tally(tenths(values).flatMap { start in (0..<10).map { start + $0 } }) }
        ) { values in
            tally(tenths(values).publisher.flatMap { ($0..<$0 + 10).publisher })
        },
    ]

    private static let gathering: [Benchmark] = [
        stream("collect", "collect into one array", floor: "array", expect: { [$0] }) {
            gather($0.publisher.collect())
        },
        stream(
            "collect-64", "collect(64)", floor: "arrays-64",
            expect: { values in
                stride(from: 0, to: values.count, by: 64).map {
                    Array(values[$0..<min($0 + 64, values.count)])
                }
            }
        ) { gather($0.publisher.collect(64)) },
    ]

    private static let failing: [Benchmark] = [
        stream("catch", "catch, with nothing to catch", floor: "loop", expect: Tally.init) {
            tally($0.publisher.setFailureType(to: Fault.self).catch { Just($0.number) })
        },
        stream(
            "catch-failure", "a failure that catch turns into a value", unit: "failure", count: few,
            floor: "objects",
            expect: { Tally($0, ends: $0.count) }
        ) { values in
            tallyAll(values) {
                Fail(outputType: Int.self, failure: Fault(number: $0)).catch { Just($0.number) }
            }
        },
        stream("retry", "retry, with nothing that fails", floor: "loop", expect: Tally.init) {
            tally($0.publisher.setFailureType(to: Fault.self).retry(1))
        },
        stream(
            "retry-failure", "an attempt that fails, of a Future in Deferred", unit: "attempt", count: few,
            floor: "objects", expect: { Tally([$0.last!]) }
        ) { values in
            var attempt = 0
            let futures = Deferred {
                let (value, isLast) = (values[attempt], attempt == values.count - 1)
                attempt += 1
                return Future<Int, Fault> { $0(isLast ? .success(value) : .failure(Fault(number: value))) }
            }
            return tally(futures.retry(values.count))
        },
    ]

    private static let crossing: [Benchmark] = [
        stream(
            "receive-on-immediate", "receive(on:) with ImmediateScheduler", floor: "closures",
            expect: Tally.init
        ) { tally($0.publisher.receive(on: ImmediateScheduler.shared)) },
        stream(
            "receive-on-queue", "receive(on:) with a serial queue", isExact: false, floor: "handover",
            expect: Tally.init
        ) { tallyUntilEnd($0.publisher.receive(on: QueueScheduler.shared)) },
    ]

    private static let subscribing: [Benchmark] = [
        stream(
            "just", "a Just that is subscribed to", unit: "subscription", floor: "objects",
            expect: { Tally($0, ends: $0.count) }
        ) { tallyAll($0) { Just($0) } },
        stream(
            "future", "a Future that knows its value", unit: "subscription", count: few, floor: "objects",
            expect: { Tally($0, ends: $0.count) }
        ) { tallyAll($0) { value in Future<Int, Never> { $0(.success(value)) } } },
        stream(
            "future-later", "a Future that learns its value after the subscription", unit: "subscription",
            count: few,
            floor: "objects", expect: { Tally($0, ends: $0.count) }
        ) { values in
            var result = Tally()
            for value in values {
                var promise: Future<Int, Never>.Promise?
                let future = Future<Int, Never> { promise = $0 }
                let kept = future.sink(
                    receiveCompletion: { _ in result.ends += 1 }, receiveValue: { result.add($0) })
                promise?(.success(value))
                withExtendedLifetime(kept) {}
            }
            return result
        },
        stream(
            "deferred", "a Deferred that makes a Just", unit: "subscription", floor: "objects",
            expect: { Tally($0, ends: $0.count) }
        ) { tallyAll($0) { value in Deferred { Just(value) } } },
        stream(
            "cancel", "a subscription that is cancelled before its value comes", unit: "subscription",
            count: few,
            floor: "objects", expect: { Tally($0, ends: 0) }
        ) { values in
            var result = Tally()
            for value in values {
                let kept = Future<Int, Never> { _ in }
                    .handleEvents(receiveCancel: { result.add(value) })
                    .sink(receiveCompletion: { _ in result.ends += 1 }, receiveValue: { result.add($0) })
                kept.cancel()
            }
            return result
        },
    ]

    /// - Parameter floor: of `StreamFloors`, without `streams/floor-`.
    static func stream<Result: Equatable & Sendable>(
        _ name: String, _ explanation: String, unit: String = "value", count: Int = count,
        isExact: Bool = true,
        floor: String? = nil, expect: @escaping @Sendable ([Int]) -> Result,
        _ compute: @escaping @Sendable ([Int]) throws -> Result
    ) -> Benchmark {
        .computation(
            "streams/\(name)", explanation, work: WorkAmount(count, unit), isExact: isExact,
            floor: floor.map { "streams/floor-\($0)" }, of: { numbers(count, below: 1 << 20) },
            expect: expect, compute: compute)
    }

    private static func tenths(_ values: [Int]) -> ArraySlice<Int> { values.prefix(count / 10) }
}
