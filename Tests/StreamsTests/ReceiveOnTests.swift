// receive(on:): order, the end behind the values, demand, cancel.
import Dispatch
import Streams
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
