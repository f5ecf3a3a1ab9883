// append and prepend: demand from one to the next, ends, long chains.
import Streams
import Testing

@Suite struct ConcatenateTests {
    private func pair(_ demand: Subscribers.Demand) -> Sides<Int> {
        Sides(demand) { $0["a"].append($0["b"]) }
    }

    @Test func unmetDemandGoesToTheSuffix() {
        let sides = pair(.max(10))
        sides.tracing.onValue = { .max($0) }
        sides["a"].send(1)
        sides["a"].send(2)
        sides.tracing.request(.max(5))
        sides["a"].send(completion: .finished)
        sides["a"].send(3)
        sides["a"].send(completion: .failure(.first))
        sides["b"].send(4)
        sides.tracing.request(.max(1))
        sides["b"].send(completion: .finished)
        sides["b"].send(5)
        #expect(
            sides.history.lines == [
                "subscription Concatenate", "a subscribed", "a request max(10)", "value 1",
                "a returned max(1)",
                "value 2", "a returned max(2)", "a request max(5)", "b subscribed", "b request max(16)",
                "value 4", "b returned max(4)", "b request max(1)", "finished",
            ])
    }

    @Test func theSuffixIsSubscribedToThoughNothingIsAskedFor() {
        let sides = pair(.none)
        sides["a"].send(completion: .finished)
        #expect(sides.history.take() == ["subscription Concatenate", "a subscribed", "b subscribed"])
        sides.tracing.request(.unlimited)
        #expect(sides.history.take() == ["b request unlimited"])
    }

    @Test func anErrorOfThePrefixEnds() {
        let sides = pair(.max(1))
        _ = sides.history.take()
        sides["a"].send(completion: .failure(.first))
        sides["a"].send(completion: .finished)
        sides["a"].send(1)
        #expect(sides.history.lines == ["failure first"])
    }

    @Test func anErrorOfTheSuffixEnds() {
        let sides = pair(.unlimited)
        sides["a"].send(completion: .finished)
        _ = sides.history.take()
        sides["b"].send(1)
        sides["b"].send(completion: .failure(.second))
        sides["b"].send(2)
        #expect(sides.history.lines == ["value 1", "failure second"])
    }

    @Test(arguments: [false, true])
    func cancelReachesWhoeverSends(afterThePrefix: Bool) {
        let sides = pair(.max(1))
        if afterThePrefix { sides["a"].send(completion: .finished) }
        _ = sides.history.take()
        sides.tracing.cancel()
        sides.tracing.cancel()
        sides.tracing.request(.max(1))
        sides["a"].send(1)
        sides["a"].send(completion: .finished)
        sides["a"].sendSubscription()
        #expect(sides.history.lines == [afterThePrefix ? "b cancel" : "a cancel", "a cancel"])
    }

    @Test func secondSubscriptionsAreCancelled() {
        let sides = pair(.unlimited)
        _ = sides.history.take()
        sides["a"].sendSubscription()
        #expect(sides.history.take() == ["a cancel"])
        sides["a"].send(completion: .finished)
        sides["a"].sendSubscription()
        sides["b"].sendSubscription()
        #expect(sides.history.lines == ["b subscribed", "b request unlimited", "a cancel", "b cancel"])
    }

    @Test func anEndFromInsideAValueLeavesWhatTheValueReturns() {
        let sides = pair(.max(1))
        sides.tracing.onValue = { [unowned sides] in
            if $0 == 1 { sides["a"].send(completion: .finished) }
            return .max(2)
        }
        sides["a"].send(1)
        #expect(sides.history.lines.suffix(3) == ["value 1", "b subscribed", "b request max(2)"])
    }

    @Test func anEndFromInsideARequestIsFollowedAfterIt() {
        let sides = pair(.none)
        sides["a"].onRequest = { [unowned sides] _ in
            sides["a"].send(1)
            sides["a"].send(completion: .finished)
            sides.history.note("return")
        }
        sides.tracing.request(.max(3))
        #expect(
            sides.history.lines.suffix(5) == [
                "a request max(3)", "value 1", "return", "b subscribed", "b request max(2)",
            ])
    }

    @Test func cancelFromInsideTheRequestInWhichThePrefixEnds() {
        let sides = pair(.none)
        sides["a"].onRequest = { [unowned sides] _ in
            sides["a"].send(completion: .finished)
            sides.tracing.cancel()
        }
        sides.tracing.request(.max(3))
        #expect(sides.history.lines.last == "a request max(3)")
    }

    @Test func elementsSequencesAndPublishersAreAppendedAndPrepended() {
        let empty = Empty<Int, Boom>()
        for demand in [Subscribers.Demand.unlimited, .max(1)] {
            let appended = TracingSubscriber<Int, Boom>(demand) { _ in .max(1) }
            empty.append(1, 2).append([3, 4]).append(empty).append(5).subscribe(appended)
            let prepended = TracingSubscriber<Int, Boom>(demand) { _ in .max(1) }
            empty.prepend(4, 5).prepend([2, 3]).prepend(empty).prepend(1).subscribe(prepended)
            let all = ["subscription Concatenate"] + (1...5).map { "value \($0)" } + ["finished"]
            #expect(appended.lines == all)
            #expect(prepended.lines == all)
        }
    }

    @Test func equalPartsMakeEqualPublishers() {
        #expect(Just(1).append(Just(2)) == Just(2).prepend(Just(1)))
        #expect(Just(1).append(Just(2)) != Just(1).append(Just(3)))
    }

    #if !DEBUG
        enum Nesting: CaseIterable { case left, right }

        /// Debug frames are several times larger, so that this holds in release builds only.
        @Test(arguments: Nesting.allCases, [Subscribers.Demand.unlimited, .max(1)])
        func aThousandAppendsFitASmallStack(nesting: Nesting, demand: Subscribers.Demand) {
            let parts = (0...1000).map { [2 * $0, 2 * $0 + 1].publisher.eraseToAnyPublisher() }
            let chain =
                switch nesting {
                case .left:
                    parts.dropFirst().reduce(parts[0]) { $0.append($1).eraseToAnyPublisher() }
                case .right:
                    parts.dropLast().reversed().reduce(parts[1000]) { $1.append($0).eraseToAnyPublisher() }
                }
            let whole = ["subscription Concatenate"] + (0...2001).map { "value \($0)" } + ["finished"]
            let returning = TracingSubscriber<Int, Never>(demand) { _ in .max(1) }
            inParallel(1, stackSize: 512 * 1024) { _ in chain.subscribe(returning) }
            #expect(returning.lines == whole)
            let asking = TracingSubscriber<Int, Never>()
            inParallel(1, stackSize: 512 * 1024) { _ in
                chain.subscribe(asking)
                for _ in 0...2001 { asking.request(demand) }
            }
            #expect(asking.lines == whole)
        }
    #endif
}
