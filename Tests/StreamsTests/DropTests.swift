// dropFirst, drop(while:), tryDrop(while:).
import Streams
import Testing

@Suite struct DropTests {
    @Test func theFirstValuesAreAskedForOnTopOfDemand() {
        let upstream = ManualPublisher<Int, Boom>()
        let tracing = TracingSubscriber<Int, Boom>()
        upstream.dropFirst(2).subscribe(tracing)
        #expect(upstream.lines == ["subscribed", "request max(2)"])
        tracing.request(.max(3))
        for value in 1...4 { upstream.send(value) }
        upstream.send(completion: .failure(.first))
        #expect(tracing.lines == ["subscription Drop", "value 3", "value 4", "failure first"])
        #expect(upstream.lines == ["subscribed", "request max(2)", "request max(3)"])
    }

    @Test func oneIsDroppedUnlessSaidOtherwise() {
        let tracing = TracingSubscriber<Int, Never>(.max(2))
        (1...).publisher.dropFirst().subscribe(tracing)
        #expect(tracing.lines == ["subscription Drop", "value 2", "value 3"])
    }

    @Test func droppingAllEndsWithUpstream() {
        let tracing = TracingSubscriber<Int, Never>()
        [1, 2].publisher.dropFirst(9).subscribe(tracing)
        #expect(tracing.lines == ["subscription Drop", "finished"])
    }

    @Test func cancelInAnswerToTheSubscriptionAsksForNothing() {
        let upstream = ManualPublisher<Int, Boom>()
        let tracing = TracingSubscriber<Int, Boom>()
        tracing.onSubscription = { $0.cancel() }
        upstream.dropFirst(2).subscribe(tracing)
        #expect(upstream.lines == ["subscribed", "cancel"])
    }

    @Test func aNegativeNumberTraps() async {
        await #expect(processExitsWith: .failure) { _ = Empty<Int, Never>().dropFirst(-1) }
    }

    @Test func valuesAreDroppedWhileTheConditionHoldsAndItIsNotAskedAgain() {
        for throwing in [false, true] {
            var asked: [Int] = []
            let upstream = ManualPublisher<Int, any Error>()
            let tracing = TracingSubscriber<Int, any Error>(.max(2))
            let condition = { (value: Int) -> Bool in
                asked.append(value)
                return value < 3
            }
            if throwing {
                upstream.tryDrop(while: condition).subscribe(tracing)
            } else {
                upstream.drop(while: condition).subscribe(tracing)
            }
            for value in [1, 2, 3, 1] { upstream.send(value) }
            #expect(tracing.lines.dropFirst() == ["value 3", "value 1"])
            #expect(asked == [1, 2, 3])
            #expect(
                upstream.lines == ["subscribed", "request max(2)", "returned max(1)", "returned max(1)"])
        }
    }

    @Test func whatTheConditionThrowsCancelsUpstreamAndEnds() {
        let upstream = ManualPublisher<Int, Boom>()
        let tracing = TracingSubscriber<Int, any Error>(.max(2))
        upstream.tryDrop { _ in throw Boom.second }.subscribe(tracing)
        upstream.send(1)
        upstream.send(2)
        upstream.send(completion: .finished)
        #expect(tracing.lines == ["subscription TryDropWhile", "failure second"])
        #expect(upstream.lines == ["subscribed", "request max(2)", "cancel"])
    }
}
