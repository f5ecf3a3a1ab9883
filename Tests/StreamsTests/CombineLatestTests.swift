// combineLatest: newest values, demand both ways, what is owed, ends, re-entrancy.
import Streams
import Testing

@Suite struct CombineLatestTests {
    typealias Pair = Sides<(Int, Int)>

    private func pair(_ demand: Subscribers.Demand) -> Pair {
        Pair(demand) { $0["a"].combineLatest($0["b"]) }
    }

    @Test func allSidesAreSubscribedToBeforeOneIsAsked() {
        let sides = pair(.max(2))
        #expect(
            sides.history.lines == [
                "subscription CombineLatest", "a subscribed", "b subscribed", "a request max(2)",
                "b request max(2)",
            ])
    }

    @Test func theNewestOfEachIsSentWheneverOneSends() {
        let sides = pair(.unlimited)
        _ = sides.history.take()
        sides["a"].send(1)
        sides["a"].send(2)
        sides["b"].send(3)
        sides["b"].send(4)
        sides["a"].send(5)
        #expect(sides.history.lines == ["value (2, 3)", "value (2, 4)", "value (5, 4)"])
    }

    @Test func threeAndFourAreCombined() {
        let three = Sides(.unlimited) { $0["a"].combineLatest($0["b"], $0["c"]) }
        three.send(1, from: "a", "b", "c")
        three.send(2, from: "b")
        #expect(three.history.lines.suffix(2) == ["value (1, 1, 1)", "value (1, 2, 1)"])
        let four = Sides(.unlimited) { $0["a"].combineLatest($0["b"], $0["c"], $0["d"]) }
        four.send(1, from: "d", "c", "b", "a")
        four.send(2, from: "c", "d")
        #expect(
            four.history.lines.suffix(3) == [
                "value (1, 1, 1, 1)", "value (1, 1, 2, 1)", "value (1, 1, 2, 2)",
            ]
        )
    }

    @Test func rowsAreTransformed() {
        let (a, b, c, d) = (Just(1), [3, 4].publisher, Just(5), Just(7))
        var sums: [Int] = []
        a.combineLatest(b) { $0 + 10 * $1 }.sink { sums.append($0) }.cancel()
        a.combineLatest(b, c) { $0 + 10 * $1 + 100 * $2 }.sink { sums.append($0) }.cancel()
        a.combineLatest(b, c, d) { $0 + 10 * $1 + 100 * $2 + 1000 * $3 }.sink { sums.append($0) }.cancel()
        #expect(sums == [31, 41, 541, 7541])
    }

    @Test func returnedDemandIsAskedOfAllSides() {
        let sides = pair(.max(1))
        _ = sides.history.take()
        sides.tracing.onValue = { $0.0 == 1 ? .max(3) : .none }
        sides.send(1, from: "a", "b")
        #expect(sides.history.take() == ["value (1, 1)", "a request max(3)", "b returned max(3)"])
        sides.tracing.request(.max(2))
        #expect(sides.history.take() == ["a request max(2)", "b request max(2)"])
    }

    @Test func withoutDemandOnlyTheNewestIsKept() {
        let sides = pair(.max(1))
        sides.send(1, from: "a", "b")
        _ = sides.history.take()
        sides.send(2, from: "a", "b")
        sides.send(3, from: "a")
        sides.tracing.request(.max(2))
        #expect(sides.history.take() == ["a request max(2)", "b request max(2)", "value (3, 2)"])
        sides.send(4, from: "b")
        #expect(sides.history.take() == ["value (3, 4)"])
    }

    @Test func theEndWaitsForAllSidesAndForTheNewestRow() {
        let sides = pair(.max(1))
        sides.send(1, from: "a", "b")
        sides["a"].send(completion: .finished)
        sides["a"].send(2)
        _ = sides.history.take()
        sides["b"].send(2)
        sides["b"].send(completion: .finished)
        #expect(sides.history.take() == [])
        sides.tracing.request(.max(1))
        #expect(sides.history.lines == ["value (1, 2)", "finished"])
    }

    @Test func theEndNeedsNoDemandIfTheNewestRowWasSent() {
        let sides = pair(.max(1))
        sides.send(1, from: "a", "b")
        sides["b"].send(completion: .finished)
        _ = sides.history.take()
        sides["a"].send(completion: .finished)
        #expect(sides.history.lines == ["finished"])
    }

    @Test func itEndsWhenAllHaveEndedThoughOneSentNothing() {
        let sides = pair(.unlimited)
        sides["a"].send(1)
        sides["b"].send(completion: .finished)
        sides["a"].send(2)
        _ = sides.history.take()
        sides["a"].send(completion: .finished)
        #expect(sides.history.lines == ["finished"])
    }

    @Test func anErrorEndsAtOnceAndCancelsTheOthers() {
        let sides = Sides(.max(1)) { $0["a"].combineLatest($0["b"], $0["c"]) }
        sides.send(1, from: "a", "b", "c")
        sides.send(2, from: "a")
        _ = sides.history.take()
        sides["b"].send(completion: .failure(.second))
        sides["a"].send(completion: .failure(.first))
        sides.send(2, from: "a", "b", "c")
        sides.tracing.request(.max(1))
        #expect(sides.history.lines == ["a cancel", "c cancel", "failure second"])
    }

    @Test func cancelReachesAllSidesOnce() {
        let sides = pair(.max(1))
        sides["a"].send(1)
        _ = sides.history.take()
        sides.tracing.cancel()
        sides.tracing.cancel()
        sides.tracing.request(.max(1))
        sides["b"].send(1)
        sides["b"].send(completion: .finished)
        #expect(sides.history.lines == ["a cancel", "b cancel"])
    }

    @Test func aSecondSubscriptionIsCancelled() {
        let sides = pair(.max(1))
        _ = sides.history.take()
        sides["b"].sendSubscription()
        #expect(sides.history.lines == ["b cancel"])
    }

    @Test func rowsMadeFromInsideAValueComeAfterItAndNoneIsLost() {
        let sides = pair(.unlimited)
        _ = sides.history.take()
        sides.tracing.onValue = { [unowned sides] in
            if $0 == (1, 1) {
                sides.send(2, from: "a", "b")
                sides["a"].send(completion: .finished)
                sides["b"].send(completion: .finished)
                sides.history.note("return")
            }
            return .none
        }
        sides.send(1, from: "a", "b")
        #expect(
            sides.history.lines == ["value (1, 1)", "return", "value (2, 1)", "value (2, 2)", "finished"])
    }

    @Test func rowsMadeFromInsideAValueAreHeldNoFurtherThanAskedFor() {
        let sides = pair(.max(2))
        _ = sides.history.take()
        sides.tracing.onValue = { [unowned sides] in
            if $0 == (1, 1) { for value in 2...5 { sides["a"].send(value) } }
            return .none
        }
        sides.send(1, from: "a", "b")
        #expect(sides.history.take() == ["value (1, 1)", "value (2, 1)"])
        sides.tracing.request(.max(1))
        #expect(sides.history.lines.last == "value (5, 1)")
    }

    @Test func cancelFromInsideAValueStops() {
        let sides = pair(.unlimited)
        sides.tracing.onValue = { [unowned sides] _ in
            sides["a"].send(2)
            sides.tracing.cancel()
            return .max(1)
        }
        sides.send(1, from: "a", "b")
        sides.send(3, from: "a", "b")
        #expect(sides.history.lines.suffix(3) == ["value (1, 1)", "a cancel", "b cancel"])
    }

    @Test func synchronousSidesDoNotDeepenTheStack() {
        let tracing = TracingSubscriber<Int, Never>(.max(1)) { _ in .max(1) }
        inParallel(1) { _ in
            (1...20_000).publisher.combineLatest((1...20_000).publisher) { $0 * 100_000 + $1 }
                .subscribe(tracing)
        }
        #expect(tracing.lines.suffix(2) == ["value 2000020000", "finished"])
    }
}
