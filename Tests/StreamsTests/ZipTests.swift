// zip: pairs, demand both ways, ends, re-entrancy, length.
import Streams
import Testing

@Suite struct ZipTests {
    typealias Pair = Sides<(Int, Int)>

    private func pair(_ demand: Subscribers.Demand) -> Pair { Pair(demand) { $0["a"].zip($0["b"]) } }

    @Test func allSidesAreSubscribedToBeforeOneIsAsked() {
        let sides = pair(.max(2))
        #expect(
            sides.history.lines == [
                "subscription Zip", "a subscribed", "b subscribed", "a request max(2)", "b request max(2)",
            ])
    }

    @Test func valuesArePairedInOrder() {
        let sides = pair(.unlimited)
        _ = sides.history.take()
        sides["a"].send(1)
        sides["a"].send(2)
        sides["b"].send(3)
        sides["b"].send(4)
        sides["b"].send(5)
        sides["a"].send(6)
        #expect(sides.history.lines == ["value (1, 3)", "value (2, 4)", "value (6, 5)"])
    }

    @Test func threeAndFourAreGrouped() {
        let three = Sides(.unlimited) { $0["a"].zip($0["b"], $0["c"]) }
        three.send(1, from: "a", "b", "c")
        #expect(three.history.lines.last == "value (1, 1, 1)")
        let four = Sides(.unlimited) { $0["a"].zip($0["b"], $0["c"], $0["d"]) }
        four.send(1, from: "a", "a", "b", "c", "d")
        four.send(2, from: "b", "c", "d")
        #expect(four.history.lines.suffix(2) == ["value (1, 1, 1, 1)", "value (1, 2, 2, 2)"])
    }

    @Test(arguments: ["a", "b", "c", "d"])
    func whicheverSideIsAheadWaitsForTheOthers(ahead: String) {
        let names = ["a", "b", "c", "d"]
        let sides = Sides(.unlimited) { $0["a"].zip($0["b"], $0["c"], $0["d"]) }
        sides.send(1, from: ahead)
        sides.send(2, from: ahead)
        for name in names where name != ahead { sides.send(1, from: name) }
        for name in names where name != ahead { sides.send(2, from: name) }
        #expect(sides.history.lines.suffix(2) == ["value (1, 1, 1, 1)", "value (2, 2, 2, 2)"])
        guard ahead != "d" else { return }
        let three = Sides(.unlimited) { $0["a"].zip($0["b"], $0["c"]) }
        three.send(1, from: ahead)
        three.send(2, from: ahead)
        for name in names.dropLast() where name != ahead { three.send(1, from: name) }
        for name in names.dropLast() where name != ahead { three.send(2, from: name) }
        #expect(three.history.lines.suffix(2) == ["value (1, 1, 1)", "value (2, 2, 2)"])
    }

    @Test func groupsAreTransformed() {
        let (a, b, c, d) = ([1, 2].publisher, [3, 4].publisher, [5, 6].publisher, [7, 8].publisher)
        var sums: [Int] = []
        a.zip(b) { $0 + 10 * $1 }.sink { sums.append($0) }.cancel()
        a.zip(b, c) { $0 + 10 * $1 + 100 * $2 }.sink { sums.append($0) }.cancel()
        a.zip(b, c, d) { $0 + 10 * $1 + 100 * $2 + 1000 * $3 }.sink { sums.append($0) }.cancel()
        #expect(sums == [31, 42, 531, 642, 7531, 8642])
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

    @Test func whatWasNotAskedForWaits() {
        let sides = pair(.none)
        sides.send(1, from: "a", "b")
        sides.send(2, from: "a", "b")
        #expect(sides.history.take() == ["subscription Zip", "a subscribed", "b subscribed"])
        sides.tracing.request(.max(1))
        #expect(sides.history.take() == ["a request max(1)", "b request max(1)", "value (1, 1)"])
        sides.tracing.request(.max(1))
        #expect(sides.history.take().last == "value (2, 2)")
    }

    @Test(arguments: ["a", "b"])
    func itEndsWithTheFirstThatEndsIfNothingOfItWaits(first: String) {
        let sides = pair(.unlimited)
        let other = first == "a" ? "b" : "a"
        sides[other].send(1)
        _ = sides.history.take()
        sides[first].send(completion: .finished)
        sides[other].send(2)
        sides[other].send(completion: .failure(.first))
        #expect(sides.history.lines == ["\(other) cancel", "finished"])
    }

    @Test func itEndsAtOnceWhenWhatWaitedOfAnEndedSideIsUsedUp() {
        let sides = pair(.unlimited)
        sides.send(1, from: "a", "a")
        sides["a"].send(completion: .finished)
        _ = sides.history.take()
        sides["b"].send(3)
        #expect(sides.history.take() == ["value (1, 3)"])
        sides["b"].send(4)
        #expect(sides.history.take() == ["value (1, 4)", "b cancel", "finished"])
    }

    @Test func theEndWaitsForPairsThatWait() {
        let sides = pair(.none)
        sides.send(1, from: "a", "b")
        sides["a"].send(completion: .finished)
        _ = sides.history.take()
        sides.tracing.request(.max(1))
        #expect(sides.history.lines == ["b request max(1)", "value (1, 1)", "b cancel", "finished"])
    }

    @Test func anErrorEndsAtOnceAndCancelsTheOthers() {
        let sides = Sides(.max(1)) { $0["a"].zip($0["b"], $0["c"]) }
        sides.send(1, from: "a", "c")
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

    @Test func cancelFromInsideAValueStops() {
        let sides = pair(.unlimited)
        sides.tracing.onValue = { [unowned sides] _ in
            sides.tracing.cancel()
            return .max(1)
        }
        sides.send(1, from: "a", "a", "b", "b")
        #expect(sides.history.lines.suffix(3) == ["value (1, 1)", "a cancel", "b cancel"])
    }

    @Test func aSecondSubscriptionOrALateOneIsCancelled() {
        let sides = pair(.max(1))
        _ = sides.history.take()
        sides["a"].sendSubscription()
        #expect(sides.history.take() == ["a cancel"])
        sides["b"].send(completion: .finished)
        _ = sides.history.take()
        sides["b"].sendSubscription()
        #expect(sides.history.lines == ["b cancel"])
    }

    @Test func valuesSentFromInsideAValueComeAfterIt() {
        let sides = pair(.unlimited)
        _ = sides.history.take()
        sides.tracing.onValue = { [unowned sides] in
            if $0.0 == 1 {
                sides.send(2, from: "a", "b")
                sides["a"].send(completion: .finished)
                sides.history.note("return")
            }
            return .none
        }
        sides.send(1, from: "a", "b")
        #expect(sides.history.lines == ["value (1, 1)", "return", "value (2, 2)", "b cancel", "finished"])
    }

    @Test func requestsFromInsideAValueAddUp() {
        let sides = pair(.max(1))
        _ = sides.history.take()
        sides.tracing.onValue = { [unowned sides] in
            if $0.0 == 1 { sides.tracing.request(.max(2)) }
            return .none
        }
        sides.send(1, from: "a", "b")
        sides.send(2, from: "a", "b")
        sides.send(3, from: "a", "b")
        #expect(
            sides.history.lines == [
                "value (1, 1)", "a request max(2)", "b request max(2)", "value (2, 2)", "value (3, 3)",
            ])
    }

    @Test func anEmptySideEndsIt() {
        let tracing = TracingSubscriber<(Int, Int), Never>(.unlimited)
        Empty<Int, Never>().zip([1, 2].publisher).subscribe(tracing)
        #expect(tracing.lines == ["subscription Zip", "finished"])
    }

    @Test func nothingIsLostWhenOneSideMakesTheOtherSend() {
        let second = ManualPublisher<Int, Never>()
        let tracing = TracingSubscriber<(Int, Int), Never>(.max(2))
        (0..<2).publisher.handleEvents(receiveOutput: { second.send($0 * 10) }).zip(second).subscribe(tracing)
        #expect(tracing.lines == ["subscription Zip", "value (0, 0)", "value (1, 10)", "finished"])
    }

    @Test(arguments: [Subscribers.Demand.max(1), .unlimited])
    func synchronousSidesDoNotDeepenTheStack(demand: Subscribers.Demand) {
        var count = 0
        let tracing = TracingSubscriber<Int, Never>(demand)
        tracing.onValue = {
            count += $0 == 2 * count ? 1 : 0
            return .max(1)
        }
        inParallel(1) { _ in
            (0..<50_000).publisher.zip((0..<50_000).publisher) { $0 + $1 }.subscribe(tracing)
        }
        #expect(count == 50_000)
        #expect(tracing.lines.last == "finished")
    }

    @Test func manyWaitingValuesAreNoBurden() {
        // Were what waits moved for each pair, this would take hours.
        #if DEBUG
            let length = 100_000
        #else
            let length = 1_000_000
        #endif
        var next = 0
        let handle = (0..<length).publisher.zip((0..<length).publisher).sink {
            if $0.0 == next, $0.1 == next { next += 1 }
        }
        #expect(next == length)
        handle.cancel()
    }
}
