// flatMap: demand both ways, ends, limits, re-entrancy.
import Streams
import Testing

/// An upstream of child names, and the children, noting everything in one history.
private final class Rig {
    let history = History()
    let upstream: ManualPublisher<String, Boom>
    let tracing: TracingSubscriber<Int, Boom>
    private(set) var children: [String: ManualPublisher<Int, Boom>] = [:]

    init(_ demand: Subscribers.Demand, max limit: Subscribers.Demand = .unlimited) {
        upstream = ManualPublisher("up", history: history)
        tracing = TracingSubscriber(demand, history: history)
        upstream.flatMap(maxPublishers: limit) { self.child($0) }.subscribe(tracing)
    }

    func child(_ name: String) -> ManualPublisher<Int, Boom> {
        let child = ManualPublisher<Int, Boom>(name, history: history)
        children[name] = child
        return child
    }

    func send(_ names: String...) { for name in names { upstream.send(name) } }

    subscript(name: String) -> ManualPublisher<Int, Boom> { children[name]! }
}

@Suite struct FlatMapTests {
    @Test func unlimitedDemandPassesToUpstreamAndChildren() {
        let rig = Rig(.unlimited)
        rig.send("a", "b")
        rig["a"].send(1)
        rig["b"].send(2)
        rig["a"].send(completion: .finished)
        rig.upstream.send(completion: .finished)
        rig["b"].send(completion: .finished)
        #expect(
            rig.history.lines == [
                "subscription FlatMap", "up subscribed", "up request unlimited", "a subscribed",
                "a request unlimited", "b subscribed", "b request unlimited", "value 1", "value 2",
                "finished",
            ])
    }

    @Test func childrenAreAskedForOneAtATimeAndHeldTillDemanded() {
        let rig = Rig(.max(1))
        rig.send("a", "b")
        _ = rig.history.take()
        rig["a"].send(1)
        rig["b"].send(2)
        rig["a"].send(3)
        #expect(rig.history.take() == ["value 1", "a returned max(1)"])
        rig.tracing.request(.max(1))
        #expect(rig.history.take() == ["value 2", "b request max(1)"])
        rig.tracing.request(.max(1))
        #expect(rig.history.take() == ["value 3", "a request max(1)"])
    }

    @Test func returnedDemandDrainsWhatIsHeld() {
        let rig = Rig(.max(1))
        rig.send("a", "b", "c")
        for (value, name) in ["a", "b", "c"].enumerated() { rig[name].send(value) }
        rig.tracing.onValue = { $0 == 1 ? .max(1) : .none }
        _ = rig.history.take()
        rig.tracing.request(.max(1))
        #expect(rig.history.lines == ["value 1", "b request max(1)", "value 2", "c request max(1)"])
    }

    @Test func demandThatBecomesUnlimitedWidensTheChildren() {
        let rig = Rig(.max(1))
        rig.send("a", "b")
        rig["b"].send(1)
        rig["b"].send(2)
        _ = rig.history.take()
        rig.tracing.request(.unlimited)
        #expect(rig.history.lines == ["value 2", "a request unlimited", "b request unlimited"])
    }

    @Test func theEndWaitsForHeldValues() {
        let rig = Rig(.none)
        rig.send("a")
        rig["a"].send(1)
        rig["a"].send(completion: .finished)
        rig.upstream.send(completion: .finished)
        #expect(!rig.history.take().contains("finished"))
        rig.tracing.request(.max(1))
        #expect(rig.history.lines == ["value 1", "finished"])
    }

    @Test func noMoreChildrenThanAllowedAndOneMoreAsEachEnds() {
        let rig = Rig(.unlimited, max: .max(2))
        rig.send("a", "b")
        rig["a"].send(completion: .finished)
        rig.send("c")
        rig["b"].send(completion: .finished)
        rig["c"].send(completion: .finished)
        #expect(
            rig.history.lines.filter { $0.hasPrefix("up") } == [
                "up subscribed", "up request max(2)", "up request max(1)", "up request max(1)",
                "up request max(1)",
            ])
    }

    @Test func aChildWhoseValueWaitsForDemandKeepsItsPlace() {
        var made = 0
        let tracing = TracingSubscriber<Int, Never>(.max(1))
        (0...).publisher.flatMap(maxPublishers: .max(2)) { value -> Just<Int> in
            made += 1
            return Just(value)
        }.subscribe(tracing)
        #expect(tracing.lines == ["subscription FlatMap", "value 0"])
        #expect(made == 3)
        tracing.request(.max(2))
        #expect(tracing.lines.suffix(2) == ["value 1", "value 2"])
        #expect(made == 5)
    }

    @Test func anErasedChildWithItsOnlyValueReadyIsLikeAnyOther() {
        let tracing = TracingSubscriber<Int, Boom>(.max(1))
        (1...3).publisher.flatMap(maxPublishers: .max(1)) { value in
            switch value {
            case 1: Just(value).setFailureType(to: Boom.self).eraseToAnyPublisher()
            case 2: Result<Int, Boom>.success(value).publisher.eraseToAnyPublisher().eraseToAnyPublisher()
            default: Result<Int, Boom>.failure(.first).publisher.eraseToAnyPublisher()
            }
        }.subscribe(tracing)
        #expect(tracing.lines == ["subscription FlatMap", "value 1"])
        tracing.request(.max(1))
        #expect(tracing.lines.suffix(2) == ["value 2", "failure first"])
    }

    @Test func failureOfAChildCancelsTheRestAtOnce() {
        let rig = Rig(.max(1))
        rig.send("a", "b")
        rig["b"].send(1)
        rig["b"].send(2)
        _ = rig.history.take()
        rig["a"].send(completion: .failure(.first))
        rig["b"].send(3)
        rig["b"].send(completion: .failure(.second))
        rig.send("c")
        rig.tracing.request(.max(1))
        rig.tracing.cancel()
        #expect(rig.history.lines == ["b cancel", "up cancel", "failure first"])
    }

    @Test func failureOfUpstreamCancelsTheChildren() {
        let rig = Rig(.unlimited)
        rig.send("a", "b")
        _ = rig.history.take()
        rig.upstream.send(completion: .failure(.second))
        #expect(rig.history.lines == ["a cancel", "b cancel", "failure second"])
    }

    @Test func cancelCancelsEverythingOnce() {
        let rig = Rig(.unlimited)
        rig.send("a", "b")
        _ = rig.history.take()
        rig.tracing.cancel()
        rig.tracing.cancel()
        rig.tracing.request(.max(1))
        rig["a"].send(1)
        rig.send("c")
        rig.upstream.send(completion: .finished)
        #expect(rig.history.lines == ["up cancel", "a cancel", "b cancel"])
    }

    @Test func cancelFromInsideAValueStops() {
        let tracing = TracingSubscriber<Int, Never>(.unlimited)
        tracing.onValue = { [unowned tracing] in
            if $0 == 2 { tracing.cancel() }
            return .none
        }
        (1...).publisher.flatMap { Just($0) }.subscribe(tracing)
        #expect(tracing.lines == ["subscription FlatMap", "value 1", "value 2"])
    }

    @Test func secondSubscriptionsAreCancelled() {
        let rig = Rig(.unlimited)
        rig.send("a")
        _ = rig.history.take()
        rig.upstream.sendSubscription()
        rig["a"].sendSubscription()
        #expect(rig.history.lines == ["up cancel", "a cancel"])
    }

    @Test func aValueSentFromInsideAValueComesAfterIt() {
        let rig = Rig(.unlimited)
        rig.send("a", "b")
        _ = rig.history.take()
        rig.tracing.onValue = {
            if $0 == 1 { rig["b"].send(2) }
            return .none
        }
        rig["a"].send(1)
        #expect(rig.history.lines == ["value 1", "value 2"])
    }

    @Test func synchronousChildrenDoNotDeepenTheStack() {
        for demand in [Subscribers.Demand.max(1), .unlimited] {
            let tracing = TracingSubscriber<Int, Never>(demand) { _ in .max(1) }
            inParallel(1) { _ in
                (0..<50_000).publisher.flatMap(maxPublishers: .max(1)) { Just($0) }.subscribe(tracing)
            }
            let values = (0..<50_000).map { "value \($0)" }
            #expect(tracing.lines == ["subscription FlatMap"] + values + ["finished"])
        }
    }

    @Test func anUpstreamThatSendsInsideRequestDoesNotDeepenTheStack() {
        let upstream = ManualPublisher<Int, Boom>()
        let first = ManualPublisher<Int, Boom>()
        var values: [Int] = []
        let handle = upstream.flatMap(maxPublishers: .max(1)) { value in
            value == 0
                ? first.eraseToAnyPublisher()
                : Just(value).setFailureType(to: Boom.self).eraseToAnyPublisher()
        }.sink(receiveCompletion: { _ in }, receiveValue: { values.append($0) })
        upstream.send(0)
        upstream.onRequest = { [unowned upstream] _ in
            if values.count < 20_000 { upstream.send(values.count + 1) }
        }
        inParallel(1) { _ in first.send(completion: .finished) }
        #expect(values == Array(1...20_000))
        handle.cancel()
    }
}
