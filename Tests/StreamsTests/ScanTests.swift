// scan, tryScan, removeDuplicates, tryRemoveDuplicates: operators that remember.
import Streams
import Testing

@Suite struct ScanTests {
    @Test func eachResultSoFarIsHandedOn() {
        let tracing = TracingSubscriber<String, Never>(.unlimited)
        (1...3).publisher.scan("0") { "\($0)+\($1)" }.subscribe(tracing)
        #expect(
            tracing.lines == ["subscription Scan", "value 0+1", "value 0+1+2", "value 0+1+2+3", "finished"])
    }

    @Test func eachSubscriberStartsAnew() {
        let sums = (1...2).publisher.scan(10, +)
        for _ in 1...2 {
            let tracing = TracingSubscriber<Int, Never>(.unlimited)
            sums.subscribe(tracing)
            #expect(tracing.lines == ["subscription Scan", "value 11", "value 13", "finished"])
        }
    }

    @Test func tryScanKeepsTheResultSoFar() {
        let upstream = ManualPublisher<Int, Boom>()
        let tracing = TracingSubscriber<Int, any Error>(.unlimited)
        upstream.tryScan(0) {
            if $1 == 4 { throw Boom.second }
            return $0 + $1
        }.subscribe(tracing)
        for value in 1...5 { upstream.send(value) }
        #expect(
            tracing.lines == ["subscription TryScan", "value 1", "value 3", "value 6", "failure second"])
        #expect(upstream.lines == ["subscribed", "request unlimited", "cancel"])
    }

    @Test func cancelFromInsideTheClosureKeepsTheValueBack() {
        let upstream = ManualPublisher<Int, Boom>()
        let tracing = TracingSubscriber<Int, Boom>(.unlimited)
        upstream.scan(0) {
            if $1 == 2 { tracing.cancel() }
            return $0 + $1
        }.subscribe(tracing)
        for value in 1...3 { upstream.send(value) }
        #expect(tracing.lines == ["subscription Scan", "value 1"])
        #expect(upstream.lines == ["subscribed", "request unlimited", "cancel"])
    }

    @Test func aValueFromInsideTheClosureTraps() async {
        await #expect(processExitsWith: .failure) {
            let upstream = ManualPublisher<Int, Boom>()
            let handle = upstream.scan([0]) {
                if $1 == 1 { upstream.send(2) }
                return $0 + [$1]
            }.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
            upstream.send(1)
            handle.cancel()
        }
        await #expect(processExitsWith: .failure) {
            let upstream = ManualPublisher<Int, Boom>()
            let handle = upstream.reduce([0]) {
                if $1 == 1 { upstream.send(completion: .finished) }
                return $0 + [$1]
            }.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
            upstream.send(1)
            handle.cancel()
        }
    }
}

@Suite struct RemoveDuplicatesTests {
    @Test func valuesEqualToTheOneBeforeAreAskedForAgain() {
        let upstream = ManualPublisher<Int, Boom>()
        let tracing = TracingSubscriber<Int, Boom>(.max(3))
        upstream.removeDuplicates().subscribe(tracing)
        for value in [1, 1, 2, 2, 1] { upstream.send(value) }
        #expect(tracing.lines == ["subscription RemoveDuplicates", "value 1", "value 2", "value 1"])
        #expect(
            upstream.lines == ["subscribed", "request max(3)", "returned max(1)", "returned max(1)"])
    }

    @Test func nilIsAValueLikeOthers() {
        let tracing = TracingSubscriber<Int?, Never>(.unlimited)
        [nil, nil, 1, nil].publisher.removeDuplicates().subscribe(tracing)
        #expect(
            tracing.lines == [
                "subscription RemoveDuplicates", "value nil", "value Optional(1)", "value nil", "finished",
            ])
    }

    @Test func theOneBeforeCountsWhetherOrNotItWasHandedOn() {
        let tracing = TracingSubscriber<Int, Never>(.unlimited)
        [1, 2, 3, 9, 10].publisher.removeDuplicates { $1 - $0 == 1 }.subscribe(tracing)
        #expect(tracing.lines == ["subscription RemoveDuplicates", "value 1", "value 9", "finished"])
    }

    @Test func tryRemoveDuplicatesDropsToo() {
        let upstream = ManualPublisher<Int, Boom>()
        let tracing = TracingSubscriber<Int, any Error>(.max(3))
        upstream.tryRemoveDuplicates { $1 - $0 == 1 }.subscribe(tracing)
        for value in [1, 2, 3, 9] { upstream.send(value) }
        #expect(tracing.lines == ["subscription TryRemoveDuplicates", "value 1", "value 9"])
        #expect(
            upstream.lines == ["subscribed", "request max(3)", "returned max(1)", "returned max(1)"])
    }
}
