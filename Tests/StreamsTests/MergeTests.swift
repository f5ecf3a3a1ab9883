// merge: all values, demand both ways, ends, all the ways to write it.
import Streams
import Testing

@Suite struct MergeTests {
    private func pair(_ demand: Subscribers.Demand) -> Sides<Int> {
        Sides(demand) { $0["a"].merge(with: $0["b"], $0["c"]) }
    }

    @Test func unlimitedDemandPassesToAll() {
        let sides = pair(.unlimited)
        #expect(
            sides.history.take() == [
                "subscription Merge", "a subscribed", "a request unlimited", "b subscribed",
                "b request unlimited", "c subscribed", "c request unlimited",
            ])
        sides.send(1, from: "a", "c")
        sides["a"].send(completion: .finished)
        sides["b"].send(2)
        sides["b"].send(completion: .finished)
        #expect(sides.history.take() == ["value 1", "value 1", "value 2"])
        sides["c"].send(completion: .finished)
        #expect(sides.history.take() == ["finished"])
    }

    @Test func limitedDemandIsSharedOneAtATime() {
        let sides = pair(.max(2))
        _ = sides.history.take()
        sides["a"].send(1)
        sides["b"].send(2)
        sides["c"].send(3)
        sides["a"].send(4)
        #expect(sides.history.take() == ["value 1", "a returned max(1)", "value 2", "b returned max(1)"])
        sides.tracing.request(.max(1))
        #expect(sides.history.take() == ["value 3", "c request max(1)"])
        sides.tracing.request(.unlimited)
        #expect(
            sides.history.take() == [
                "value 4", "a request unlimited", "b request unlimited", "c request unlimited",
            ])
    }

    @Test func theEndWaitsForWhatWaits() {
        let sides = pair(.none)
        for name in ["a", "b", "c"] {
            sides[name].send(1)
            sides[name].send(completion: .finished)
        }
        _ = sides.history.take()
        sides.tracing.request(.max(2))
        #expect(sides.history.take() == ["value 1", "value 1"])
        sides.tracing.request(.max(1))
        #expect(sides.history.take() == ["value 1", "finished"])
    }

    @Test func anErrorEndsAtOnceAndCancelsTheOthers() {
        let sides = pair(.unlimited)
        _ = sides.history.take()
        sides["b"].send(completion: .failure(.second))
        sides.send(1, from: "a", "b", "c")
        sides["a"].send(completion: .failure(.first))
        #expect(sides.history.lines == ["a cancel", "c cancel", "failure second"])
    }

    @Test func cancelReachesAllOnce() {
        let sides = pair(.max(1))
        _ = sides.history.take()
        sides.tracing.cancel()
        sides.tracing.cancel()
        sides.tracing.request(.max(1))
        sides["a"].send(1)
        sides["a"].send(completion: .finished)
        #expect(sides.history.lines == ["a cancel", "b cancel", "c cancel"])
    }

    @Test func aSecondSubscriptionIsCancelled() {
        let sides = pair(.unlimited)
        _ = sides.history.take()
        sides["c"].sendSubscription()
        #expect(sides.history.lines == ["c cancel"])
    }

    @Test func signalsFromInsideAValueComeAfterIt() {
        let sides = pair(.unlimited)
        _ = sides.history.take()
        sides.tracing.onValue = { [unowned sides] in
            if $0 == 1 {
                sides.send(2, from: "b", "c")
                for name in ["a", "b", "c"] { sides[name].send(completion: .finished) }
                sides.history.note("return")
            }
            return .none
        }
        sides["a"].send(1)
        #expect(sides.history.lines == ["value 1", "return", "value 2", "value 2", "finished"])
    }

    @Test func manyAreMergedAndNoneFinishes() {
        var values: [Int] = []
        var ends = 0
        let many = Publishers.MergeMany((1...20).map { Just($0) }).merge(with: Just(21))
        #expect(many.publishers.count == 21)
        many.sink(receiveCompletion: { _ in ends += 1 }, receiveValue: { values.append($0) }).cancel()
        #expect(values == Array(1...21))
        let none = TracingSubscriber<Int, Never>()
        Publishers.MergeMany<Just<Int>>([]).subscribe(none)
        #expect(none.lines == ["subscription Merge", "finished"])
        #expect(ends == 1)
    }

    @Test func everyNumberOfPublishersIsMerged() {
        let one = { (value: Int) in [value].publisher }
        expect(one(1).merge(with: one(2).map { $0 }), 2)
        expect(one(1).merge(with: one(2)), 2)
        expect(one(1).merge(with: one(2), one(3)), 3)
        expect(one(1).merge(with: one(2), one(3), one(4)), 4)
        expect(one(1).merge(with: one(2), one(3), one(4), one(5)), 5)
        expect(one(1).merge(with: one(2), one(3), one(4), one(5), one(6)), 6)
        expect(one(1).merge(with: one(2), one(3), one(4), one(5), one(6), one(7)), 7)
        expect(one(1).merge(with: one(2), one(3), one(4), one(5), one(6), one(7), one(8)), 8)
    }

    @Test func mergesOfMergesAreOne() {
        let j = Just(0)
        let two = Publishers.Merge(j, j)
        let three: Publishers.Merge3 = two.merge(with: j)
        let four: Publishers.Merge4 = three.merge(with: j)
        let five: Publishers.Merge5 = four.merge(with: j)
        let six: Publishers.Merge6 = five.merge(with: j)
        let seven: Publishers.Merge7 = six.merge(with: j)
        let eight: Publishers.Merge8 = seven.merge(with: j)
        #expect(eight == two.merge(with: j, j, j, j, j, j))
        #expect(eight == three.merge(with: j, j, j, j, j))
        #expect(eight == four.merge(with: j, j, j, j))
        #expect(eight == five.merge(with: j, j, j))
        #expect(eight == six.merge(with: j, j))
        #expect(seven == two.merge(with: j, j, j, j, j))
        #expect(seven == three.merge(with: j, j, j, j))
        #expect(seven == four.merge(with: j, j, j))
        #expect(seven == five.merge(with: j, j))
        #expect(six == two.merge(with: j, j, j, j))
        #expect(six == three.merge(with: j, j, j))
        #expect(six == four.merge(with: j, j))
        #expect(five == two.merge(with: j, j, j))
        #expect(five == three.merge(with: j, j))
        #expect(four == two.merge(with: j, j))
    }

    @Test func chainedMergesKeepTheirOrder() {
        let one = { (value: Int) in [value].publisher.map { $0 } }
        let two = Publishers.Merge(one(1), one(2))
        expect(two.merge(with: one(3)), 3)
        expect(two.merge(with: one(3), one(4), one(5), one(6), one(7), one(8)), 8)
        expect(two.merge(with: one(3), one(4), one(5)).merge(with: one(6), one(7)).merge(with: one(8)), 8)
    }

    private func expect<P: Publisher>(
        _ publisher: P, _ count: Int, _ place: SourceLocation = #_sourceLocation
    )
    where P.Output == Int, P.Failure == Never {
        for demand in [Subscribers.Demand.unlimited, .max(1)] {
            let tracing = TracingSubscriber<Int, Never>(demand) { _ in .max(1) }
            publisher.subscribe(tracing)
            let values = (1...count).map { "value \($0)" }
            #expect(tracing.lines == ["subscription Merge"] + values + ["finished"], sourceLocation: place)
        }
    }
}
