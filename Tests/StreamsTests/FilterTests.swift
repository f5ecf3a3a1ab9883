// filter and tryFilter: what is dropped is asked for again.
import Streams
import Testing

@Suite struct FilterTests {
    @Test func oneMoreIsAskedForInPlaceOfEachDroppedValue() {
        let upstream = ManualPublisher<Int, Boom>()
        let tracing = TracingSubscriber<Int, Boom>(.max(2)) { $0 == 2 ? .max(3) : .none }
        upstream.filter { $0 % 2 == 0 }.subscribe(tracing)
        for value in 1...4 { upstream.send(value) }
        upstream.send(completion: .failure(.first))
        #expect(tracing.lines == ["subscription Filter", "value 2", "value 4", "failure first"])
        #expect(
            upstream.lines == [
                "subscribed", "request max(2)", "returned max(1)", "returned max(3)", "returned max(1)",
            ])
    }

    @Test func droppedValuesDoNotUseUpDemand() {
        let tracing = TracingSubscriber<Int, Never>(.max(2))
        (1...).publisher.filter { $0 % 10 == 0 }.subscribe(tracing)
        #expect(tracing.lines == ["subscription Filter", "value 10", "value 20"])
    }

    @Test func cancelReachesUpstream() {
        let upstream = ManualPublisher<Int, Boom>()
        let tracing = TracingSubscriber<Int, Boom>(.unlimited)
        upstream.filter { _ in true }.subscribe(tracing)
        tracing.cancel()
        #expect(upstream.lines == ["subscribed", "request unlimited", "cancel"])
    }

    @Test func filtersInARowAreOneStepAndKeepTheirOrder() {
        var asked: [String] = []
        let tracing = TracingSubscriber<Int, Never>(.unlimited)
        let filters: Publishers.Filter<Publishers.Sequence<ClosedRange<Int>, Never>> = (1...4).publisher
            .filter {
                asked.append("first \($0)")
                return $0 > 2
            }
            .filter {
                asked.append("second \($0)")
                return $0 != 3
            }
        filters.subscribe(tracing)
        #expect(tracing.lines == ["subscription Filter", "value 4", "finished"])
        #expect(asked == ["first 1", "first 2", "first 3", "second 3", "first 4", "second 4"])
    }

    @Test func tryFilterDropsToo() {
        let upstream = ManualPublisher<Int, Boom>()
        let tracing = TracingSubscriber<Int, any Error>(.max(1))
        upstream.tryFilter { $0 > 1 }.subscribe(tracing)
        upstream.send(1)
        upstream.send(2)
        #expect(tracing.lines == ["subscription TryFilter", "value 2"])
        #expect(upstream.lines == ["subscribed", "request max(1)", "returned max(1)"])
    }

    @Test func tryFiltersInARowAreOneStep() {
        let tracing = TracingSubscriber<Int, any Error>(.unlimited)
        let filters: Publishers.TryFilter<Publishers.Sequence<ClosedRange<Int>, Never>> = (1...9).publisher
            .filter { $0 > 1 }.tryFilter { $0 > 2 }.filter { $0 > 3 }.tryFilter { $0 < 6 }
        filters.subscribe(tracing)
        #expect(tracing.lines == ["subscription TryFilter", "value 4", "value 5", "finished"])
    }
}
