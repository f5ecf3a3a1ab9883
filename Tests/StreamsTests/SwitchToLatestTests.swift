// switchToLatest: demand from child to child, late signals, ends, re-entrancy.
import Streams
import Testing

@Suite struct SwitchToLatestTests {
    /// Children by name; upstream is called "up".
    private final class Rig {
        let upstream = ManualPublisher<ManualPublisher<Int, Boom>, Boom>("up", history: History())
        let sides: Sides<Int>

        init(_ demand: Subscribers.Demand) {
            let upstream = self.upstream
            sides = Sides(demand) { _ in upstream.switchToLatest() }
        }

        func start(_ name: String) { upstream.send(sides[name]) }
    }

    @Test func upstreamIsAskedForAllAndTheNewestForWhatIsUnmet() {
        let rig = Rig(.max(5))
        #expect(rig.upstream.lines == ["up subscribed", "up request unlimited"])
        rig.start("a")
        rig.sides["a"].send(1)
        rig.sides["a"].send(2)
        rig.sides.tracing.request(.max(10))
        rig.start("b")
        #expect(
            rig.sides.history.lines == [
                "subscription SwitchToLatest", "a subscribed", "a request max(5)", "value 1", "value 2",
                "a request max(10)", "a cancel", "b subscribed", "b request max(13)",
            ])
    }

    @Test func returnedDemandIsCarriedOver() {
        let rig = Rig(.max(1))
        rig.sides.tracing.onValue = { $0 == 1 ? .max(4) : .none }
        rig.start("a")
        rig.sides["a"].send(1)
        rig.start("b")
        #expect(
            rig.sides.history.lines.suffix(5) == [
                "value 1", "a returned max(4)", "a cancel", "b subscribed", "b request max(4)",
            ])
    }

    @Test func aChildThatHasEndedIsNotCancelledAndLeavesItsDemand() {
        let rig = Rig(.max(3))
        rig.start("a")
        rig.sides["a"].send(1)
        rig.sides["a"].send(completion: .finished)
        rig.sides.tracing.request(.max(1))
        rig.start("b")
        #expect(
            rig.sides.history.lines.suffix(4) == [
                "a request max(3)", "value 1", "b subscribed", "b request max(3)",
            ])
    }

    @Test func lateSignalsOfAReplacedChildAreIgnored() {
        let rig = Rig(.unlimited)
        rig.start("a")
        rig.start("b")
        _ = rig.sides.history.take()
        rig.sides["a"].send(1)
        rig.sides["a"].send(completion: .failure(.first))
        rig.sides["a"].sendSubscription()
        rig.sides["b"].send(2)
        #expect(rig.sides.history.lines == ["a cancel", "value 2"])
    }

    @Test func whatWasNotAskedForWaitsAndIsDroppedByTheNext() {
        let rig = Rig(.none)
        rig.start("a")
        rig.sides["a"].send(1)
        rig.start("b")
        rig.sides["b"].send(2)
        _ = rig.sides.history.take()
        rig.sides.tracing.request(.max(1))
        #expect(rig.sides.history.lines == ["b request max(1)", "value 2"])
    }

    @Test func itEndsWhenUpstreamAndTheNewestHaveEnded() {
        let rig = Rig(.unlimited)
        rig.start("a")
        rig.upstream.send(completion: .finished)
        rig.sides["a"].send(1)
        rig.sides["a"].send(completion: .finished)
        #expect(rig.sides.history.lines.suffix(2) == ["value 1", "finished"])
        let other = Rig(.unlimited)
        other.start("a")
        other.sides["a"].send(completion: .finished)
        other.upstream.send(completion: .finished)
        other.start("b")
        #expect(other.sides.history.lines.suffix(2) == ["a request unlimited", "finished"])
        let childless = Rig(.none)
        childless.upstream.send(completion: .finished)
        #expect(childless.sides.history.lines.last == "finished")
    }

    @Test func theEndWaitsForWhatWaits() {
        let rig = Rig(.none)
        rig.start("a")
        rig.sides["a"].send(1)
        rig.sides["a"].send(completion: .finished)
        rig.upstream.send(completion: .finished)
        _ = rig.sides.history.take()
        rig.sides.tracing.request(.max(1))
        #expect(rig.sides.history.lines == ["value 1", "finished"])
    }

    @Test func anErrorOfTheChildCancelsUpstream() {
        let rig = Rig(.unlimited)
        rig.start("a")
        _ = rig.sides.history.take()
        rig.sides["a"].send(completion: .failure(.first))
        rig.sides["a"].send(1)
        rig.start("b")
        #expect(rig.sides.history.lines == ["failure first"])
        #expect(rig.upstream.lines.last == "up cancel")
    }

    @Test func anErrorOfUpstreamCancelsTheChild() {
        let rig = Rig(.unlimited)
        rig.start("a")
        _ = rig.sides.history.take()
        rig.upstream.send(completion: .failure(.second))
        rig.sides["a"].send(1)
        #expect(rig.sides.history.lines == ["a cancel", "failure second"])
        #expect(rig.upstream.lines.last == "up request unlimited")
    }

    @Test func cancelReachesBothOnce() {
        let rig = Rig(.max(1))
        rig.start("a")
        _ = rig.sides.history.take()
        rig.sides.tracing.cancel()
        rig.sides.tracing.cancel()
        rig.sides.tracing.request(.max(1))
        rig.sides["a"].send(1)
        rig.start("b")
        #expect(rig.sides.history.lines == ["a cancel"])
        #expect(rig.upstream.lines.filter { $0 == "up cancel" }.count == 1)
    }

    @Test func secondSubscriptionsAreCancelled() {
        let rig = Rig(.unlimited)
        rig.upstream.sendSubscription()
        #expect(rig.upstream.lines.last == "up cancel")
        rig.start("a")
        rig.sides["a"].sendSubscription()
        #expect(rig.sides.history.lines.last == "a cancel")
    }

    @Test func aChildStartedFromInsideAValueComesAfterIt() {
        let rig = Rig(.max(2))
        rig.sides.tracing.onValue = { [unowned rig] in
            guard $0 == 1 else { return .none }
            rig.start("b")
            rig.sides["b"].send(2)
            rig.sides["b"].send(completion: .finished)
            rig.upstream.send(completion: .finished)
            rig.sides.history.note("return")
            return .max(3)
        }
        rig.start("a")
        _ = rig.sides.history.take()
        rig.sides["a"].send(1)
        #expect(
            rig.sides.history.lines == [
                "value 1", "a cancel", "b subscribed", "b request max(1)", "return", "value 2", "finished",
            ])
    }

    @Test func demandReturnedAfterAChangeGoesToTheNewest() {
        let rig = Rig(.max(2))
        rig.sides.tracing.onValue = { [unowned rig] _ in
            rig.start("b")
            return .max(3)
        }
        rig.start("a")
        rig.sides["a"].send(1)
        #expect(
            rig.sides.history.lines.suffix(3) == ["b subscribed", "b request max(1)", "b request max(3)"])
    }

    @Test func childrenThatSendAtOnceAreSentWhole() {
        for demand in [Subscribers.Demand.unlimited, .max(1)] {
            let tracing = TracingSubscriber<Int, Never>(demand) { _ in .max(1) }
            (1...3).publisher.map { ($0..<$0 + 2).publisher }.switchToLatest().subscribe(tracing)
            let values = [1, 2, 2, 3, 3, 4].map { "value \($0)" }
            #expect(tracing.lines == ["subscription SwitchToLatest"] + values + ["finished"])
        }
    }

    @Test func typesOfErrorsAreMadeToFit() {
        let fallible = TracingSubscriber<Int, Boom>(.unlimited)
        Just(Fail<Int, Boom>(error: .first)).switchToLatest().subscribe(fallible)
        #expect(fallible.lines.last == "failure first")
        let infallible = TracingSubscriber<Int, Boom>(.unlimited)
        Just(1).setFailureType(to: Boom.self).map { Just($0) }.switchToLatest().subscribe(infallible)
        #expect(infallible.lines.suffix(2) == ["value 1", "finished"])
    }

    @Test func childrenThatStartTheNextDoNotDeepenTheStack() {
        let upstream = ManualPublisher<Just<Int>, Never>()
        var values = 0
        let handle = upstream.switchToLatest().sink {
            values += 1
            if $0 < 50_000 { upstream.send(Just($0 + 1)) }
        }
        inParallel(1) { _ in upstream.send(Just(1)) }
        #expect(values == 50_000)
        handle.cancel()
    }
}
