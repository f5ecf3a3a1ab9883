// flatMap with a budget: who starts when, and what is asked of upstream.
import Streams
import Testing

/// Elements are costs; each starts a manual child named by its place.
private final class Rig {
    let history = History()
    let upstream: ManualPublisher<Int, Boom>
    let tracing: TracingSubscriber<Int, Boom>
    private(set) var children: [ManualPublisher<Int, Boom>] = []
    private(set) var costCalls = 0

    init(budget: Int, max limit: Subscribers.Demand = .unlimited, demand: Subscribers.Demand = .unlimited) {
        upstream = ManualPublisher("up", history: history)
        tracing = TracingSubscriber(demand, history: history)
        upstream.flatMap(maxPublishers: limit, budget: budget, cost: { self.cost(of: $0) }) { self.start($0) }
            .subscribe(tracing)
    }

    private func cost(of value: Int) -> Int {
        costCalls += 1
        return value
    }

    private func start(_ value: Int) -> ManualPublisher<Int, Boom> {
        history.note("start \(value)")
        children.append(ManualPublisher())
        return children.last!
    }

    func finish(_ place: Int) { children[place].send(completion: .finished) }
}

@Suite struct WeightedFlatMapTests {
    @Test func asksForOneAtATimeWhileThereIsRoom() {
        let rig = Rig(budget: 10)
        #expect(
            rig.history.take() == ["subscription WeightedFlatMap", "up subscribed", "up request max(1)"])
        rig.upstream.send(4)
        #expect(rig.history.take() == ["start 4", "up returned max(1)"])
        rig.upstream.send(6)
        // The budget is used up: nothing is asked for.
        #expect(rig.history.take() == ["start 6"])
        rig.finish(0)
        #expect(rig.history.take() == ["up request max(1)"])
        rig.finish(1)
        #expect(rig.history.take() == [])
    }

    @Test func anElementThatDoesNotFitIsParkedUntilItDoes() {
        let rig = Rig(budget: 10)
        rig.upstream.send(4)
        rig.upstream.send(3)
        _ = rig.history.take()
        rig.upstream.send(8)
        #expect(rig.history.take() == [])
        rig.finish(0)
        #expect(rig.history.take() == [])
        rig.finish(1)
        #expect(rig.history.take() == ["start 8", "up request max(1)"])
        #expect(rig.costCalls == 3)
    }

    @Test func anElementLargerThanTheBudgetRunsAlone() {
        let rig = Rig(budget: 10)
        rig.upstream.send(1)
        rig.upstream.send(50)
        _ = rig.history.take()
        rig.finish(0)
        #expect(rig.history.take() == ["start 50"])
        rig.finish(1)
        #expect(rig.history.take() == ["up request max(1)"])
        rig.upstream.send(.max)
        rig.finish(2)
        rig.upstream.send(2)
        #expect(
            rig.history.take() == ["start \(Int.max)", "up request max(1)", "start 2", "up returned max(1)"])
    }

    @Test func theNumberOfChildrenIsBoundedToo() {
        let rig = Rig(budget: 100, max: .max(2))
        rig.upstream.send(1)
        rig.upstream.send(1)
        #expect(rig.history.take().suffix(3) == ["start 1", "up returned max(1)", "start 1"])
        rig.finish(1)
        #expect(rig.history.take() == ["up request max(1)"])
    }

    @Test func withoutBudgetEachRunsAlone() {
        let rig = Rig(budget: 0)
        rig.upstream.send(0)
        #expect(rig.history.take().last == "start 0")
        rig.finish(0)
        rig.upstream.send(3)
        #expect(rig.history.take() == ["up request max(1)", "start 3"])
    }

    @Test func aParkedElementStartsAfterUpstreamHasFinished() {
        let rig = Rig(budget: 5)
        rig.upstream.send(4)
        rig.upstream.send(2)
        rig.upstream.send(completion: .finished)
        _ = rig.history.take()
        rig.finish(0)
        #expect(rig.history.take() == ["start 2"])
        rig.children[1].send(9)
        rig.finish(1)
        #expect(rig.history.take() == ["value 9", "finished"])
    }

    @Test func failureDropsTheParkedElement() {
        let rig = Rig(budget: 5)
        rig.upstream.send(4)
        rig.upstream.send(2)
        _ = rig.history.take()
        rig.children[0].send(completion: .failure(.first))
        #expect(rig.history.take() == ["up cancel", "failure first"])
        rig.upstream.send(1)
        #expect(rig.children.count == 1)
    }

    @Test func failureOfUpstreamCancelsAndDrops() {
        let rig = Rig(budget: 5)
        rig.upstream.send(4)
        rig.upstream.send(2)
        _ = rig.history.take()
        rig.upstream.send(completion: .failure(.second))
        #expect(rig.history.take() == ["failure second"])
        #expect(rig.children[0].lines.last == "cancel")
        rig.finish(0)
        #expect(rig.children.count == 1)
    }

    @Test func cancelDropsTheParkedElement() {
        let rig = Rig(budget: 5)
        rig.upstream.send(4)
        rig.upstream.send(2)
        _ = rig.history.take()
        rig.tracing.cancel()
        #expect(rig.history.take() == ["up cancel"])
        #expect(rig.children[0].lines.last == "cancel")
        rig.finish(0)
        rig.tracing.cancel()
        #expect(rig.history.take() == [] && rig.children.count == 1)
    }

    @Test func heldValuesWaitForDemandAndKeepTheirCost() {
        let rig = Rig(budget: 5, demand: .max(1))
        rig.upstream.send(3)
        rig.upstream.send(2)
        rig.children[0].send(1)
        rig.children[1].send(2)
        rig.finish(1)
        _ = rig.history.take()
        rig.tracing.request(.max(1))
        #expect(rig.history.take() == ["value 2", "up request max(1)"])
    }

    @Test func synchronousChildrenDoNotDeepenTheStack() {
        var sum = 0
        inParallel(1) { _ in
            (0..<50_000).publisher.flatMap(budget: 3, cost: { $0 % 5 }) { Just($0) }.sink { sum += $0 }
                .cancel()
        }
        #expect(sum == 50_000 * 49_999 / 2)
    }

    @Test func upstreamThatSendsInsideRequestIsServedInOrder() {
        let upstream = ManualPublisher<Int, Never>()
        var next = 0
        upstream.onRequest = { [unowned upstream] _ in
            var asked = true
            while asked, next < 20_000 {
                next += 1
                asked = upstream.send(next) > .none
            }
        }
        var values: [Int] = []
        inParallel(1) { _ in
            upstream.flatMap(budget: 1, cost: { _ in 1 }) { Just($0) }.sink { values.append($0) }.cancel()
        }
        #expect(values == Array(1...20_000))
    }

    @Test func misuseTraps() async {
        await #expect(processExitsWith: .failure) {
            _ = Just(1).flatMap(budget: 1, cost: { _ in -1 }) { Just($0) }.sink { _ in }
        }
        await #expect(processExitsWith: .failure) {
            _ = Just(1).flatMap(budget: -1, cost: { _ in 1 }) { Just($0) }
        }
        await #expect(processExitsWith: .failure) { _ = Just(1).flatMap(maxPublishers: .none) { Just($0) } }
    }

    /// Against a model: the starts come in order, each as early as the rules allow, the budget is kept.
    @Test func randomCostsAndEndsKeepAllRules() {
        var generator = SeededGenerator()
        for _ in 0..<200 {
            let budget = Int.random(in: 1...20, using: &generator)
            let limit = Int.random(in: 1...5, using: &generator)
            let costs = (0..<60).map { _ in Int.random(in: 0...25, using: &generator) }
            let rig = Rig(budget: budget, max: .max(limit))
            var sent = 0
            var running: [Int] = []
            var finished = 0
            while finished < costs.count {
                let asked = rig.history.lines.filter { $0.hasSuffix("max(1)") }.count
                #expect(asked == sent || asked == sent + 1)
                if asked > sent, sent < costs.count, running.isEmpty || Bool.random(using: &generator) {
                    rig.upstream.send(costs[sent])
                    sent += 1
                } else if let place = running.randomElement(using: &generator) {
                    running.removeAll { $0 == place }
                    rig.finish(place)
                    finished += 1
                }
                for place in (finished + running.count)..<rig.children.count { running.append(place) }
                let spent = running.reduce(0) { $0 + costs[$1] }
                #expect(running.count <= limit && (spent <= budget || running.count == 1))
                let parked = sent - rig.children.count
                #expect(parked == 0 || parked == 1)
                // Parked only if it must be; asked only if there's room.
                if parked == 1 {
                    let next = costs[rig.children.count]
                    #expect(running.count == limit || spent + next > budget && !running.isEmpty)
                } else {
                    let asks = rig.history.lines.filter { $0.hasSuffix("max(1)") }.count > sent
                    #expect(asks == (running.isEmpty || running.count < limit && spent < budget))
                }
            }
            #expect(rig.history.lines.filter { $0.hasPrefix("start") } == costs.map { "start \($0)" })
            #expect(rig.costCalls == costs.count)
        }
    }
}
