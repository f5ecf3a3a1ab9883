// Sequence.publisher: demand, re-entrancy, cancel, end.
import Streams
import Testing

@Suite struct SequenceTests {
    @Test func sendsNoMoreThanDemanded() {
        let tracing = TracingSubscriber<Int, Never>(.max(2))
        (1...5).publisher.subscribe(tracing)
        #expect(tracing.lines == ["subscription 1...5", "value 1", "value 2"])
        tracing.request(.max(1))
        tracing.request(.max(1))
        #expect(tracing.lines.suffix(2) == ["value 3", "value 4"])
    }

    @Test func endsRightAfterTheLastElementWithoutDemand() {
        let tracing = TracingSubscriber<Int, Never>(.max(2))
        [1, 2].publisher.subscribe(tracing)
        #expect(tracing.lines == ["subscription [1, 2]", "value 1", "value 2", "finished"])
        tracing.request(.unlimited)
        #expect(tracing.lines.count == 4)
        #expect("\(tracing.subscription!)" == "Sequence")
    }

    @Test func emptySequenceEndsWithoutDemand() {
        let tracing = TracingSubscriber<Int, Never>()
        [Int]().publisher.subscribe(tracing)
        #expect(tracing.lines == ["subscription Empty", "finished"])
    }

    @Test func returnedDemandCounts() {
        let tracing = TracingSubscriber<Int, Never>(.max(1)) { $0 < 3 ? .max(1) : .none }
        (1...5).publisher.subscribe(tracing)
        #expect(tracing.lines == ["subscription 1...5", "value 1", "value 2", "value 3"])
    }

    @Test func requestFromInsideReceiveDoesNotRecurse() {
        let tracing = TracingSubscriber<Int, Never>(.max(1))
        var depth = 0
        var deepest = 0
        tracing.onValue = { [unowned tracing] _ in
            depth += 1
            deepest = max(deepest, depth)
            tracing.request(.max(1))
            depth -= 1
            return .none
        }
        inParallel(1) { _ in (1...100_000).publisher.subscribe(tracing) }
        #expect(deepest == 1)
        #expect(tracing.lines.count == 100_002)
        #expect(tracing.lines.last == "finished")
    }

    @Test func cancelDuringDeliveryStops() {
        let tracing = TracingSubscriber<Int, Never>(.unlimited)
        tracing.onValue = { [unowned tracing] in
            if $0 == 3 { tracing.cancel() }
            return .none
        }
        (1...).publisher.subscribe(tracing)
        tracing.cancel()
        tracing.request(.max(1))
        #expect(tracing.lines == ["subscription \(1...)", "value 1", "value 2", "value 3"])
    }

    @Test func cancelInTheLastValueSuppressesTheEnd() {
        let tracing = TracingSubscriber<Int, Never>(.unlimited)
        tracing.onValue = { [unowned tracing] _ in
            tracing.cancel()
            return .none
        }
        [1].publisher.subscribe(tracing)
        #expect(tracing.lines == ["subscription [1]", "value 1"])
    }

    @Test func elementsAreTakenOneAheadOnly() {
        var taken = 0
        let counting = sequence(state: 0) { state -> Int? in
            taken += 1
            state += 1
            return state
        }
        let tracing = TracingSubscriber<Int, Never>(.max(2))
        counting.publisher.subscribe(tracing)
        #expect(taken == 3)
    }

    @Test func requestsFromManyThreadsGiveEachElementOnceInOrder() {
        let tracing = TracingSubscriber<Int, Never>()
        (0..<4000).publisher.subscribe(tracing)
        inParallel(4) { _ in for _ in 0..<1000 { tracing.request(.max(1)) } }
        #expect(tracing.lines == ["subscription 0..<4000"] + (0..<4000).map { "value \($0)" } + ["finished"])
    }

    @Test func cancelFromAnotherThreadStopsAnEndlessSequence() {
        for _ in 0..<50 {
            let tracing = TracingSubscriber<Int, Never>()
            tracing.onValue = { _ in .max(1) }
            (0...).publisher.subscribe(tracing)
            inParallel(2) { $0 == 0 ? tracing.request(.max(1)) : tracing.cancel() }
            #expect(!tracing.lines.contains("OVERLAP"))
        }
    }
}
