// debounce, delay and subscribe(on:), with a time that passes when the test says so.
import Dispatch
import Streams
import Testing

@Suite struct DebounceTests {
    typealias Upstream = ManualPublisher<Int, Boom>

    private func debounced(
        _ upstream: Upstream, _ scheduler: VirtualScheduler, demand: Subscribers.Demand
    ) -> TracingSubscriber<Int, Boom> {
        let tracing = TracingSubscriber<Int, Boom>(demand)
        upstream.debounce(for: .nanoseconds(10), scheduler: scheduler).subscribe(tracing)
        return tracing
    }

    @Test func aValueComesOnceThereIsSilence() {
        let (upstream, scheduler) = (Upstream(), VirtualScheduler())
        let tracing = debounced(upstream, scheduler, demand: .unlimited)
        upstream.send(1)
        scheduler.advance(by: 9)
        upstream.send(2)
        scheduler.advance(by: 9)
        upstream.send(3)
        #expect(tracing.lines == ["subscription Debounce"])
        #expect(scheduler.pending == 1)
        scheduler.advance(by: 10)
        #expect(tracing.lines == ["subscription Debounce", "value 3"])
        upstream.send(4)
        scheduler.advance(by: 100)
        #expect(tracing.lines == ["subscription Debounce", "value 3", "value 4"])
        #expect(upstream.lines == ["subscribed", "request unlimited"])
        #expect(scheduler.pending == 0)
    }

    @Test func aValueWithoutDemandIsDropped() {
        let (upstream, scheduler) = (Upstream(), VirtualScheduler())
        let tracing = debounced(upstream, scheduler, demand: .max(1))
        for value in 1...2 {
            upstream.send(value)
            scheduler.advance(by: 10)
        }
        tracing.request(.max(1))
        scheduler.advance(by: 10)
        upstream.send(3)
        scheduler.advance(by: 10)
        #expect(tracing.lines == ["subscription Debounce", "value 1", "value 3"])
    }

    @Test func theEndDropsAValueWhoseTimeHasNotCome() {
        let (upstream, scheduler) = (Upstream(), VirtualScheduler())
        let tracing = debounced(upstream, scheduler, demand: .unlimited)
        upstream.send(1)
        upstream.send(completion: .failure(.first))
        upstream.send(2)
        upstream.send(completion: .finished)
        #expect(tracing.lines == ["subscription Debounce"])
        scheduler.advance(by: 0)
        #expect(tracing.lines == ["subscription Debounce", "failure first"])
        scheduler.advance(by: 100)
        #expect(tracing.lines.count == 2)
    }

    @Test func cancelStops() {
        let (upstream, scheduler) = (Upstream(), VirtualScheduler())
        let tracing = debounced(upstream, scheduler, demand: .unlimited)
        upstream.send(1)
        tracing.cancel()
        tracing.cancel()
        upstream.sendSubscription()
        upstream.send(completion: .finished)
        scheduler.advance(by: 100)
        #expect(tracing.lines == ["subscription Debounce"])
        #expect(upstream.lines == ["subscribed", "request unlimited", "cancel", "cancel"])
    }
}

@Suite struct DelayTests {
    typealias Upstream = ManualPublisher<Int, Boom>

    @Test func signalsComeLaterAndDemandPasses() {
        let (upstream, scheduler) = (Upstream(), VirtualScheduler())
        let tracing = TracingSubscriber<Int, Boom>(.max(2)) { $0 == 1 ? .max(3) : .none }
        upstream.delay(for: .nanoseconds(10), scheduler: scheduler).subscribe(tracing)
        upstream.send(1)
        scheduler.advance(by: 5)
        upstream.send(2)
        upstream.send(completion: .failure(.first))
        upstream.send(3)
        scheduler.advance(by: 4)
        #expect(tracing.lines == ["subscription Delay"])
        scheduler.advance(by: 1)
        #expect(tracing.lines == ["subscription Delay", "value 1"])
        scheduler.advance(by: 5)
        tracing.cancel()
        #expect(tracing.lines == ["subscription Delay", "value 1", "value 2", "failure first"])
        #expect(upstream.lines == ["subscribed", "request max(2)", "request max(3)"])
    }

    @Test func cancelDropsWhatWaits() {
        let scheduler = VirtualScheduler()
        let upstream = ManualPublisher<Token, Never>()
        let tracing = TracingSubscriber<Token, Never>(.unlimited)
        upstream.delay(for: .nanoseconds(10), scheduler: scheduler).subscribe(tracing)
        var token: Token? = Token()
        weak let watched = token
        upstream.send(token!)
        token = nil
        tracing.cancel()
        #expect(watched == nil)
        upstream.sendSubscription()
        scheduler.advance(by: 100)
        #expect(tracing.lines == ["subscription Delay"])
        #expect(upstream.lines == ["subscribed", "request unlimited", "cancel", "cancel"])
    }

    @Test(.timeLimit(.minutes(2))) func orderIsKeptOnAConcurrentQueue() {
        let queue = DispatchQueue(label: "test", attributes: .concurrent)
        for count in [0, 1, 200] {
            let done = DispatchSemaphore(value: 0)
            let tracing = TracingSubscriber<Int, Never>(.max(3)) { _ in .max(1) }
            tracing.onCompletion = { done.signal() }
            (0..<count).publisher.delay(for: .microseconds(1), scheduler: queue).subscribe(tracing)
            done.wait()
            let values = (0..<count).map { "value \($0)" }
            #expect(tracing.lines == ["subscription Delay"] + values + ["finished"])
        }
    }
}

@Suite struct SubscribeOnTests {
    @Test func subscriptionRequestsAndCancelMoveToTheScheduler() {
        let (upstream, scheduler) = (ManualPublisher<Int, Boom>(), ManualScheduler())
        let tracing = TracingSubscriber<Int, Boom>(.max(1)) { _ in .max(2) }
        upstream.subscribe(on: scheduler).subscribe(tracing)
        #expect(upstream.lines.isEmpty)
        scheduler.run()
        upstream.send(1)
        tracing.cancel()
        upstream.send(2)
        #expect(upstream.lines == ["subscribed", "request max(1)", "returned max(2)"])
        scheduler.run()
        tracing.request(.max(1))
        upstream.sendSubscription()
        scheduler.run()
        #expect(upstream.lines.suffix(2) == ["cancel", "cancel"])
        #expect(tracing.lines == ["subscription SubscribeOn", "value 1"])
    }

    @Test func theEndPassesAtOnce() {
        let (upstream, scheduler) = (ManualPublisher<Int, Boom>(), ManualScheduler())
        let tracing = TracingSubscriber<Int, Boom>(.max(1))
        upstream.subscribe(on: scheduler).subscribe(tracing)
        scheduler.run()
        upstream.send(completion: .failure(.second))
        #expect(tracing.lines == ["subscription SubscribeOn", "failure second"])
    }
}

@Suite struct DispatchQueueSchedulerTests {
    typealias Time = DispatchQueue.SchedulerTimeType

    @Test func intervalsAreNanoseconds() {
        #expect(Time.Stride.seconds(2).magnitude == 2_000_000_000)
        #expect(Time.Stride.seconds(0.5).magnitude == 500_000_000)
        #expect(Time.Stride(floatLiteral: 0.25).magnitude == 250_000_000)
        #expect(Time.Stride(integerLiteral: 3).magnitude == 3_000_000_000)
        #expect(Time.Stride.milliseconds(-3).magnitude == -3_000_000)
        #expect(Time.Stride.microseconds(4).magnitude == 4000)
        #expect(Time.Stride(.never).magnitude == .max)
        #expect(Time.Stride.seconds(.max).magnitude == .max)
        #expect(Time.Stride.seconds(.infinity).magnitude == .max)
        #expect(Time.Stride.seconds(-Double.infinity).magnitude == .min)
        #expect(Time.Stride.seconds(2) - .milliseconds(500) == .milliseconds(1500))
        #expect(Time.Stride(exactly: UInt64.max) == nil)
    }

    @Test func momentsHaveADistance() {
        let early = Time(DispatchTime(uptimeNanoseconds: 1000))
        let late = early.advanced(by: .nanoseconds(50))
        #expect(early.distance(to: late) == .nanoseconds(50))
        #expect(late.distance(to: early) == .nanoseconds(-50))
        #expect(early < late)
        #expect(Set([early, late, early]).count == 2)
        #expect(early.distance(to: Time(.distantFuture)).magnitude == .max)
    }

    @Test(.timeLimit(.minutes(1))) func actionsRunOnTheQueue() {
        let queue = DispatchQueue(label: "test")
        let key = DispatchSpecificKey<Int>()
        queue.setSpecific(key: key, value: 1)
        let group = DispatchGroup()
        let history = History()
        let options = DispatchQueue.SchedulerOptions(group: group)
        queue.schedule(options: options) {
            history.note("at once \(DispatchQueue.getSpecific(key: key) ?? 0)")
        }
        group.wait()
        queue.schedule(after: queue.now.advanced(by: .nanoseconds(1)), tolerance: 0, options: options) {
            history.note("later \(DispatchQueue.getSpecific(key: key) ?? 0)")
        }
        group.wait()
        #expect(history.lines == ["at once 1", "later 1"])
    }

    @Test(.timeLimit(.minutes(1))) func repeatedActionsStopWhenCancelled() {
        let queue = DispatchQueue(label: "test")
        let thrice = DispatchSemaphore(value: 0)
        let timer = queue.schedule(after: queue.now, interval: .microseconds(10)) { thrice.signal() }
        for _ in 0..<3 { thrice.wait() }
        timer.cancel()
        queue.sync {}
        while thrice.wait(timeout: .now()) == .success {}
        queue.sync {}
        #expect(thrice.wait(timeout: .now()) == .timedOut)
    }
}
