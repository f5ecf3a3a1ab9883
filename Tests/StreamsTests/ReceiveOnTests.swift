// receive(on:): order, the end behind the values, demand, cancel.
import Dispatch
import Streams
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(2))) struct ReceiveOnTests {
    @Test func signalsMoveToTheSchedulerAndDemandPasses() {
        let scheduler = ManualScheduler()
        let upstream = ManualPublisher<Int, Boom>()
        let tracing = TracingSubscriber<Int, Boom>(.max(2)) { $0 == 1 ? .max(3) : .none }
        upstream.receive(on: scheduler).subscribe(tracing)
        upstream.send(1)
        upstream.send(2)
        upstream.send(completion: .failure(.first))
        upstream.send(3)
        #expect(tracing.lines == ["subscription ReceiveOn"])
        #expect(scheduler.actions.count == 1)
        scheduler.run()
        tracing.request(.max(1))
        tracing.cancel()
        #expect(tracing.lines == ["subscription ReceiveOn", "value 1", "value 2", "failure first"])
        #expect(upstream.lines == ["subscribed", "request max(2)", "request max(3)"])
    }

    @Test func valuesThatComeDuringTheSubscriptionWaitForItsEnd() {
        let history = History()
        let tracing = TracingSubscriber<Int, Never>(history: history)
        tracing.onSubscription = {
            $0.request(.unlimited)
            history.note("subscription over")
        }
        [1].publisher.receive(on: ImmediateScheduler.shared).subscribe(tracing)
        #expect(history.lines == ["subscription ReceiveOn", "subscription over", "value 1", "finished"])
    }

    @Test func cancelDropsWhatWaits() {
        let scheduler = ManualScheduler()
        let upstream = ManualPublisher<Int, Boom>()
        let tracing = TracingSubscriber<Int, Boom>(.unlimited)
        tracing.onValue = { [unowned tracing] in
            if $0 == 2 { tracing.cancel() }
            return .none
        }
        upstream.receive(on: scheduler).subscribe(tracing)
        for value in 1...3 { upstream.send(value) }
        upstream.send(completion: .finished)
        scheduler.run()
        upstream.sendSubscription()
        tracing.cancel()
        #expect(tracing.lines == ["subscription ReceiveOn", "value 1", "value 2"])
        #expect(upstream.lines == ["subscribed", "request unlimited", "cancel", "cancel"])
    }

    @Test func synchronousSchedulersDoNotDeepenTheStack() {
        let tracing = TracingSubscriber<Int, Never>(.max(1)) { _ in .max(1) }
        inParallel(1) { _ in
            (0..<50_000).publisher.receive(on: ImmediateScheduler.shared).subscribe(tracing)
        }
        #expect(tracing.lines.count == 50_002)
        #expect(tracing.lines.last == "finished")
    }

    @Test(arguments: [true, false]) func orderIsKeptOnAConcurrentQueue(isConcurrent: Bool) {
        let queue = DispatchQueue(label: "test", attributes: isConcurrent ? .concurrent : [])
        for count in 0..<60 {
            let done = DispatchSemaphore(value: 0)
            let tracing = TracingSubscriber<Int, Never>(.max(3)) { _ in .max(1) }
            tracing.onCompletion = { done.signal() }
            (0..<count * 5).publisher.receive(on: QueueScheduler(queue: queue)).subscribe(tracing)
            done.wait()
            let values = (0..<count * 5).map { "value \($0)" }
            #expect(tracing.lines == ["subscription ReceiveOn"] + values + ["finished"])
        }
    }

    @Test func cancelMayRaceWithDelivery() {
        let queue = DispatchQueue(label: "test", attributes: .concurrent)
        for _ in 0..<100 {
            let tracing = TracingSubscriber<Int, Never>(.max(1)) { _ in .max(1) }
            (0...).publisher.receive(on: QueueScheduler(queue: queue)).subscribe(tracing)
            inParallel(2) { _ in tracing.cancel() }
            queue.sync(flags: .barrier) {}
            let values = tracing.lines.dropFirst()
            #expect(Array(values) == values.indices.map { "value \($0 - 1)" })
        }
    }
}

@Suite(.timeLimit(.minutes(2))) struct BoundedReceiveOnTests {
    @Test func onlySoManyAreUnderWay() {
        let (upstream, scheduler) = (ManualPublisher<Int, Boom>(), ManualScheduler())
        let tracing = TracingSubscriber<Int, Boom>(.max(5))
        upstream.receive(on: scheduler, capacity: 4).subscribe(tracing)
        for value in 1...4 { upstream.send(value) }
        #expect(tracing.lines == ["subscription BoundedReceiveOn"])
        #expect(scheduler.actions.count == 1)
        scheduler.run()
        #expect(tracing.lines == ["subscription BoundedReceiveOn"] + (1...4).map { "value \($0)" })
        upstream.send(5)
        upstream.send(6)
        upstream.send(completion: .failure(.first))
        upstream.send(7)
        scheduler.run()
        #expect(tracing.lines.last == "value 5")
        tracing.request(.max(1))
        scheduler.run()
        #expect(tracing.lines.suffix(3) == ["value 5", "value 6", "failure first"])
        #expect(upstream.lines == ["subscribed", "request max(4)", "request max(2)", "request max(2)"])
    }

    @Test func cancelDropsWhatWaits() {
        let scheduler = ManualScheduler()
        let upstream = ManualPublisher<Token, Never>()
        let tracing = TracingSubscriber<Token, Never>(.unlimited)
        upstream.receive(on: scheduler, capacity: 1).subscribe(tracing)
        var token: Token? = Token()
        weak let watched = token
        upstream.send(token!)
        token = nil
        tracing.cancel()
        #expect(watched == nil)
        scheduler.run()
        upstream.sendSubscription()
        tracing.request(.max(1))
        #expect(tracing.lines == ["subscription BoundedReceiveOn"])
        #expect(upstream.lines == ["subscribed", "request max(1)", "cancel", "cancel"])
    }

    @Test func aSlowSubscriberHoldsUpstreamBack() {
        let (count, capacity) = (100_000, 64)
        let made = Atomic<Int>(0)
        let taken = Atomic<Int>(0)
        let most = Atomic<Int>(0)
        let done = DispatchSemaphore(value: 0)
        let queue = DispatchQueue(label: "slow", attributes: .concurrent)
        let handle = (0..<count).publisher
            .map { value in
                made.add(1, ordering: .relaxed)
                return value
            }
            .receive(on: queue, capacity: capacity)
            .sink(receiveCompletion: { _ in done.signal() }) { value in
                let before = taken.add(1, ordering: .relaxed).oldValue
                #expect(value == before)
                most.max(made.load(ordering: .relaxed) - before, ordering: .relaxed)
            }
        done.wait()
        #expect(taken.load(ordering: .relaxed) == count)
        #expect(most.load(ordering: .relaxed) <= capacity)
        handle.cancel()
    }

    @Test func demandMayComeFromOtherThreads() {
        let queue = DispatchQueue(label: "test", attributes: .concurrent)
        for _ in 0..<20 {
            let done = DispatchSemaphore(value: 0)
            let tracing = TracingSubscriber<Int, Never>()
            tracing.onCompletion = { done.signal() }
            (0..<200).publisher.receive(on: queue, capacity: 3).subscribe(tracing)
            inParallel(2) { _ in for _ in 0..<100 { tracing.request(.max(1)) } }
            done.wait()
            let values = (0..<200).map { "value \($0)" }
            #expect(tracing.lines == ["subscription BoundedReceiveOn"] + values + ["finished"])
        }
    }

    @Test func roomForNothingTraps() async {
        await #expect(processExitsWith: .failure) {
            _ = Just(1).receive(on: ImmediateScheduler.shared, capacity: 0)
        }
    }
}
