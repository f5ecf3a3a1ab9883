// prefix(untilOutputFrom:) and drop(untilOutputFrom:): which values pass, ends, re-entrancy.
import Streams
import Testing

@Suite struct PrefixUntilOutputTests {
    private func sides(_ demand: Subscribers.Demand) -> Sides<Int> {
        Sides(demand) { $0["up"].prefix(untilOutputFrom: $0["other"]) }
    }

    @Test func valuesPassUntilTheOtherSends() {
        let sides = sides(.max(3))
        sides.tracing.onValue = { .max($0) }
        sides["up"].send(1)
        sides.tracing.request(.max(4))
        sides["other"].send(9)
        sides["up"].send(2)
        sides["up"].send(completion: .finished)
        sides["other"].send(9)
        sides.tracing.request(.max(1))
        #expect(
            sides.history.lines == [
                "subscription PrefixUntilOutput", "other subscribed", "other request max(1)", "up subscribed",
                "up request max(3)", "value 1", "up returned max(1)", "up request max(4)", "up cancel",
                "other cancel", "finished",
            ])
    }

    @Test(arguments: [Subscribers.Completion<Boom>.finished, .failure(.first)])
    func theOthersEndIsNoSignal(end: Subscribers.Completion<Boom>) {
        let sides = sides(.unlimited)
        _ = sides.history.take()
        sides["other"].send(completion: end)
        sides["up"].send(1)
        sides["up"].send(completion: .failure(.second))
        #expect(sides.history.lines == ["value 1", "failure second"])
    }

    @Test func upstreamsEndCancelsTheOther() {
        let sides = sides(.unlimited)
        _ = sides.history.take()
        sides["up"].send(completion: .finished)
        sides["other"].send(1)
        #expect(sides.history.lines == ["other cancel", "finished"])
    }

    @Test func cancelReachesBothOnce() {
        let sides = sides(.max(1))
        _ = sides.history.take()
        sides.tracing.cancel()
        sides.tracing.cancel()
        sides.tracing.request(.max(1))
        sides["up"].send(1)
        sides["other"].send(1)
        sides["up"].send(completion: .finished)
        #expect(sides.history.lines == ["up cancel", "other cancel"])
    }

    @Test func anOtherThatSendsAtOnceLeavesNothing() {
        let tracing = TracingSubscriber<Int, Never>(.unlimited)
        let upstream = ManualPublisher<Int, Never>()
        upstream.prefix(untilOutputFrom: Just(1)).subscribe(tracing)
        upstream.send(1)
        #expect(tracing.lines == ["subscription PrefixUntilOutput", "finished"])
        #expect(upstream.lines == ["subscribed", "cancel"])
    }

    @Test func anEndFromInsideAValueComesAfterIt() {
        let sides = sides(.unlimited)
        _ = sides.history.take()
        sides.tracing.onValue = { [unowned sides] _ in
            sides["other"].send(1)
            sides["up"].send(2)
            sides.history.note("return")
            return .none
        }
        sides["up"].send(1)
        #expect(sides.history.lines == ["value 1", "up cancel", "other cancel", "return", "finished"])
    }

    @Test func secondSubscriptionsAreCancelled() {
        let sides = sides(.unlimited)
        _ = sides.history.take()
        sides["up"].sendSubscription()
        sides["other"].sendSubscription()
        #expect(sides.history.lines == ["up cancel", "other cancel"])
    }
}

@Suite struct DropUntilOutputTests {
    private func sides(_ demand: Subscribers.Demand) -> Sides<Int> {
        Sides(demand) { $0["up"].drop(untilOutputFrom: $0["other"]) }
    }

    @Test func valuesPassFromWhenTheOtherHasSent() {
        let sides = sides(.max(1))
        sides["up"].send(1)
        sides["up"].send(2)
        sides["other"].send(9)
        sides["up"].send(3)
        sides["other"].send(completion: .failure(.first))
        sides["up"].send(completion: .finished)
        #expect(
            sides.history.lines == [
                "subscription DropUntilOutput", "other subscribed", "other request max(1)", "up subscribed",
                "up request max(1)", "up returned max(1)", "up returned max(1)", "other cancel", "value 3",
                "finished",
            ])
    }

    @Test(arguments: [Subscribers.Completion<Boom>.finished, .failure(.first)])
    func theOthersEndWithoutAValueIsTheEnd(end: Subscribers.Completion<Boom>) {
        let sides = sides(.unlimited)
        _ = sides.history.take()
        sides["other"].send(completion: end)
        sides["other"].send(1)
        sides["up"].send(1)
        sides["up"].send(completion: .finished)
        #expect(
            sides.history.lines.filter { $0 != "up returned max(1)" } == [
                "up cancel", end == .finished ? "finished" : "failure first",
            ])
    }

    @Test func upstreamsEndCancelsTheOther() {
        let sides = sides(.unlimited)
        _ = sides.history.take()
        sides["up"].send(completion: .failure(.second))
        sides["other"].send(1)
        #expect(sides.history.lines == ["other cancel", "failure second"])
    }

    @Test func cancelReachesBothOnce() {
        let sides = sides(.max(1))
        sides["other"].send(1)
        _ = sides.history.take()
        sides.tracing.cancel()
        sides.tracing.cancel()
        sides.tracing.request(.max(1))
        sides["up"].send(1)
        #expect(sides.history.lines == ["up cancel"])
    }
}
