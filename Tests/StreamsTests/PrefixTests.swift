// prefix, output(at:), output(in:), prefix(while:): ends of our own accord.
import Streams
import Testing

@Suite struct PrefixTests {
    @Test func theLastValueCancelsUpstreamAndThenEnds() {
        let history = History()
        let upstream = ManualPublisher<Int, Boom>("up", history: history)
        let tracing = TracingSubscriber<Int, Boom>(.max(5), history: history) { _ in .max(1) }
        upstream.prefix(2).subscribe(tracing)
        for value in 1...3 { upstream.send(value) }
        upstream.send(completion: .failure(.first))
        tracing.request(.max(1))
        tracing.cancel()
        #expect(
            history.lines == [
                "up subscribed", "subscription Output", "up request max(5)", "value 1", "up returned max(1)",
                "value 2", "up cancel", "finished",
            ])
    }

    @Test func fewerValuesEndWithUpstream() {
        let tracing = TracingSubscriber<Int, Never>(.unlimited)
        [1, 2].publisher.prefix(3).subscribe(tracing)
        #expect(tracing.lines == ["subscription Output", "value 1", "value 2", "finished"])
    }

    @Test func noMoreIsTakenFromAnEndlessSequence() {
        var made = 0
        let tracing = TracingSubscriber<Int, Never>(.unlimited)
        (0...).publisher.map { value -> Int in
            made += 1
            return value
        }.prefix(3).subscribe(tracing)
        #expect(tracing.lines == ["subscription Output", "value 0", "value 1", "value 2", "finished"])
        #expect(made == 3)
    }

    @Test func noneEndsAtOnceAndAsksForNothing() {
        let upstream = ManualPublisher<Int, Boom>()
        let tracing = TracingSubscriber<Int, Boom>(.unlimited)
        upstream.prefix(0).subscribe(tracing)
        upstream.send(1)
        tracing.request(.max(1))
        #expect(tracing.lines == ["subscription Output", "finished"])
        #expect(upstream.lines == ["subscribed", "cancel"])
    }

    @Test func nothingIsAskedForWhileTheLastValueIsHandedOn() {
        let upstream = ManualPublisher<Int, Boom>()
        let tracing = TracingSubscriber<Int, Boom>(.max(1))
        // An upstream that sends inside the request, or without being asked.
        upstream.onRequest = { [unowned upstream] _ in upstream.send(7) }
        tracing.onValue = { [unowned tracing, unowned upstream] _ in
            tracing.request(.max(1))
            upstream.send(8)
            return .max(1)
        }
        upstream.prefix(1).subscribe(tracing)
        #expect(tracing.lines == ["subscription Output", "value 7", "finished"])
        #expect(upstream.lines == ["subscribed", "request max(1)", "cancel"])
    }

    @Test func cancelFromInsideTheLastValueCancelsOnceAndSuppressesTheEnd() {
        let upstream = ManualPublisher<Int, Boom>()
        let tracing = TracingSubscriber<Int, Boom>(.max(1))
        tracing.onValue = { [unowned tracing] _ in
            tracing.cancel()
            upstream.history.note("handed on")
            return .none
        }
        upstream.prefix(1).subscribe(tracing)
        upstream.send(1)
        #expect(tracing.lines == ["subscription Output", "value 1"])
        #expect(upstream.lines == ["subscribed", "request max(1)", "cancel", "handed on"])
    }

    @Test func placesAreCountedFromZeroAndThoseBeforeAreAskedForAgain() {
        let upstream = ManualPublisher<Int, Boom>()
        let tracing = TracingSubscriber<Int, Boom>(.max(2))
        upstream.output(in: 1...2).subscribe(tracing)
        for value in 10...14 { upstream.send(value) }
        #expect(tracing.lines == ["subscription Output", "value 11", "value 12", "finished"])
        #expect(upstream.lines == ["subscribed", "request max(2)", "returned max(1)", "cancel"])
        let one = TracingSubscriber<Int, Never>(.max(1))
        (10...).publisher.output(at: 3).subscribe(one)
        #expect(one.lines == ["subscription Output", "value 13", "finished"])
    }

    @Test func rangesOfAllKindsBecomeCountable() {
        let empty = Empty<Int, Never>()
        #expect(empty.prefix(3).range == 0..<3)
        #expect(empty.output(at: 3).range == 3..<4)
        #expect(empty.output(in: ...3).range == 0..<4)
        #expect(empty.output(in: 3...).range == 3..<Int.max)
        #expect(empty.output(in: 3..<5).range == 3..<5)
        #expect(empty.prefix(3) == Publishers.Output(upstream: empty, range: 0..<3))
    }

    @Test func negativePlacesTrap() async {
        await #expect(processExitsWith: .failure) { _ = Empty<Int, Never>().prefix(-1) }
        await #expect(processExitsWith: .failure) { _ = Empty<Int, Never>().output(at: -1) }
        await #expect(processExitsWith: .failure) {
            _ = Publishers.Output(upstream: Empty<Int, Never>(), range: -1..<2)
        }
    }

    @Test func theFirstThatFailsTheConditionCancelsAndEnds() {
        for throwing in [false, true] {
            let history = History()
            let upstream = ManualPublisher<Int, any Error>("up", history: history)
            let tracing = TracingSubscriber<Int, any Error>(.max(5), history: history)
            if throwing {
                upstream.tryPrefix { $0 < 2 }.subscribe(tracing)
            } else {
                upstream.prefix { $0 < 2 }.subscribe(tracing)
            }
            for value in [1, 2, 1] { upstream.send(value) }
            #expect(
                history.lines == [
                    "up subscribed", throwing ? "subscription TryPrefixWhile" : "subscription PrefixWhile",
                    "up request max(5)", "value 1", "up cancel", "finished",
                ])
        }
    }
}
