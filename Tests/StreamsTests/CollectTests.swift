// collect() and collect(_:).
import Streams
import Testing

@Suite struct CollectTests {
    @Test func everythingComesInOneArrayWhenDemanded() {
        let upstream = ManualPublisher<Int, Boom>()
        let tracing = TracingSubscriber<[Int], Boom>()
        upstream.collect().subscribe(tracing)
        upstream.send(1)
        upstream.send(2)
        upstream.send(completion: .finished)
        #expect(tracing.lines == ["subscription Collect"])
        tracing.request(.max(1))
        tracing.request(.max(1))
        #expect(tracing.lines == ["subscription Collect", "value [1, 2]", "finished"])
        #expect(upstream.lines == ["subscribed", "request unlimited"])
    }

    @Test func nothingIsAnEmptyArray() {
        let tracing = TracingSubscriber<[Int], Never>(.max(1))
        [Int]().publisher.collect().subscribe(tracing)
        #expect(tracing.lines == ["subscription Collect", "value []", "finished"])
    }

    @Test func anErrorDropsTheValuesAndNeedsNoDemand() {
        let upstream = ManualPublisher<Int, Boom>()
        let tracing = TracingSubscriber<[Int], Boom>()
        upstream.collect().subscribe(tracing)
        upstream.send(1)
        upstream.send(completion: .failure(.first))
        upstream.send(completion: .finished)
        tracing.request(.max(1))
        #expect(tracing.lines == ["subscription Collect", "failure first"])
    }

    @Test func cancelStopsCollecting() {
        let upstream = ManualPublisher<Int, Boom>()
        let tracing = TracingSubscriber<[Int], Boom>(.max(1))
        upstream.collect().subscribe(tracing)
        upstream.sendSubscription()
        tracing.cancel()
        tracing.cancel()
        upstream.send(1)
        upstream.send(completion: .finished)
        #expect(tracing.lines == ["subscription Collect"])
        #expect(upstream.lines == ["subscribed", "request unlimited", "cancel", "cancel"])
    }

    @Test func countMultipliesDemand() {
        let upstream = ManualPublisher<Int, Boom>()
        let tracing = TracingSubscriber<[Int], Boom>(.max(2)) { $0 == [1, 2, 3] ? .max(1) : .none }
        upstream.collect(3).subscribe(tracing)
        for value in 1...4 { upstream.send(value) }
        tracing.request(.unlimited)
        upstream.send(completion: .finished)
        upstream.send(5)
        #expect(tracing.lines == ["subscription CollectByCount", "value [1, 2, 3]", "value [4]", "finished"])
        #expect(
            upstream.lines == ["subscribed", "request max(6)", "returned max(3)", "request unlimited"])
    }

    @Test func anErrorDropsTheIncompleteArray() {
        let upstream = ManualPublisher<Int, Boom>()
        let tracing = TracingSubscriber<[Int], Boom>(.max(1))
        upstream.collect(2).subscribe(tracing)
        upstream.send(1)
        upstream.send(completion: .failure(.first))
        #expect(tracing.lines == ["subscription CollectByCount", "failure first"])
    }

    @Test func aCountWithoutRestEndsWithoutAnEmptyArray() {
        let tracing = TracingSubscriber<[Int], Never>(.unlimited)
        (1...4).publisher.collect(2).subscribe(tracing)
        #expect(
            tracing.lines == ["subscription CollectByCount", "value [1, 2]", "value [3, 4]", "finished"])
    }

    @Test func cancelStopsCounting() {
        let upstream = ManualPublisher<Int, Boom>()
        let tracing = TracingSubscriber<[Int], Boom>(.max(1))
        upstream.collect(2).subscribe(tracing)
        upstream.send(1)
        tracing.cancel()
        upstream.send(2)
        upstream.send(completion: .finished)
        tracing.request(.max(1))
        #expect(tracing.lines == ["subscription CollectByCount"])
        #expect(upstream.lines == ["subscribed", "request max(2)", "cancel"])
    }
}
