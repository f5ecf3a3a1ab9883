// Faults that once were, and races that were looked for in vain.
import Dispatch
import Streams
import Testing

@Suite(.timeLimit(.minutes(2))) struct FaultTests {
    // FlatMap: unlimited demand that comes back from receive never reaches the running child.
    @Test func flatMapGoesOnWhenReceiveReturnsUnlimited() {
        let tracing = TracingSubscriber<Int, Never>(.max(1)) { _ in .unlimited }
        [1, 2].publisher.flatMap { [$0, $0 * 10, $0 * 100].publisher }.subscribe(tracing)
        #expect(
            tracing.lines == [
                "subscription FlatMap", "value 1", "value 10", "value 100", "value 2", "value 20",
                "value 200", "finished",
            ])
    }

    @Test func flatMapGoesOnWhenDemandSaturates() {
        let tracing = TracingSubscriber<Int, Never>(.none)
        let child = ManualPublisher<Int, Never>("child")
        [1].publisher.flatMap { _ in child }.subscribe(tracing)
        tracing.request(.max(.max))
        tracing.request(.max(.max))
        child.send(1)
        child.send(2)
        #expect(child.lines == ["child subscribed", "child request max(1)", "child request unlimited"])
    }

    // Multicast: connected first, subscribed later.
    @Test func whoAsksFirstGetsWhatTheConnectedUpstreamSends() {
        let multicast = [1, 2, 3].publisher.multicast(subject: PassthroughSubject())
        let connection = multicast.connect()
        let tracing = TracingSubscriber<Int, Never>(.unlimited)
        multicast.subscribe(tracing)
        #expect(tracing.lines == ["subscription Multicast", "value 1", "value 2", "value 3", "finished"])
        connection.cancel()
    }

    @Test func theSecondSubscriberOfAShareGetsWhatItAsksFor() {
        let share = [1, 2, 3].publisher.share()
        let idle = TracingSubscriber<Int, Never>(.none)
        share.subscribe(idle)
        let tracing = TracingSubscriber<Int, Never>(.unlimited)
        share.subscribe(tracing)
        #expect(idle.lines == ["subscription Share", "finished"])
        #expect(tracing.lines == ["subscription Share", "value 1", "value 2", "value 3", "finished"])
    }

    // Share: the last leaves while upstream is inside subscribe.
    @Test func shareStopsUpstreamWhenTheLastLeavesInsideAValue() {
        var made = 0
        let sink = (1...1000).publisher.handleEvents(receiveOutput: { _ in made += 1 })
            .share().prefix(2).sink { _ in }
        #expect(made == 2)
        sink.cancel()
    }

    @Test func shareReplayStopsUpstreamWhenTheLastLeavesInsideAValue() {
        var made = 0
        let sink = (1...1000).publisher.handleEvents(receiveOutput: { _ in made += 1 })
            .shareReplay(1).prefix(2).sink { _ in }
        #expect(made == 2)
        sink.cancel()
    }

    // CurrentValueSubject: value while the subscription is being received.
    @Test func currentValueDoesNotOverlapWithTheSubscription() {
        let subject = CurrentValueSubject<Int, Never>(0)
        let history = History()
        let isBusy = DispatchSemaphore(value: 0)
        let goOn = DispatchSemaphore(value: 0)
        let isDone = DispatchSemaphore(value: 0)
        let slow = TracingSubscriber<Int, Never>(.unlimited) { value in
            if value == 1 {
                isBusy.signal()
                goOn.wait()
            }
            return .none
        }
        subject.subscribe(slow)
        let late = AnySubscriber<Int, Never>(
            receiveSubscription: {
                history.note("subscription begins")
                $0.request(.unlimited)
                goOn.signal()
                isDone.wait()
                history.note("subscription ends")
            },
            receiveValue: {
                history.note("value \($0)")
                return .none
            })
        inParallel(2) { index in
            if index == 0 {
                subject.send(1)
                isDone.signal()
            } else {
                isBusy.wait()
                subject.subscribe(late)
            }
        }
        #expect(history.lines == ["subscription begins", "subscription ends", "value 1"])
    }

    @Test func valueStaysAfterTheEnd() {
        let subject = CurrentValueSubject<Int, Never>(1)
        subject.send(completion: .finished)
        subject.send(2)
        #expect(subject.value == 1)
    }

    @Test func collectByCountLeavesOutTheEndAfterCancelInTheLastArray() {
        let tracing = TracingSubscriber<[Int], Never>(.unlimited)
        tracing.onValue = { _ in
            tracing.cancel()
            return .none
        }
        [1].publisher.collect(2).subscribe(tracing)
        #expect(tracing.lines == ["subscription CollectByCount", "value [1]"])
    }

    @Test func autoconnectDoesNotConnectAgainAfterTheEnd() {
        var made = 0
        let shared = Deferred { () -> Just<Int> in
            made += 1
            return Just(1)
        }.multicast(subject: PassthroughSubject()).autoconnect()
        for _ in 0..<3 { shared.subscribe(TracingSubscriber<Int, Never>(.unlimited)) }
        #expect(made == 1)
    }

    @Test func delayLetsUpstreamGoOnCancel() {
        weak var watched: Token?
        let tracing = TracingSubscriber<Int, Never>(.unlimited)
        do {
            let token = Token()
            watched = token
            let subject = PassthroughSubject<Int, Never>()
            subject.map { token.pass($0) }.delay(for: 1, scheduler: ImmediateScheduler.shared).subscribe(
                tracing)
            tracing.cancel()
        }
        #expect(watched == nil)
    }

    @Test func receiveOnLetsOtherActionsOfTheSchedulerRun() {
        let scheduler = ManualScheduler()
        let history = History()
        let subject = PassthroughSubject<Int, Never>()
        let sink = subject.receive(on: scheduler).sink { value in
            history.note("value \(value)")
            if value == 1 { scheduler.schedule { history.note("other") } }
            if value < 5 { subject.send(value + 1) }
        }
        subject.send(1)
        scheduler.run()
        #expect(history.lines == ["value 1", "other", "value 2", "value 3", "value 4", "value 5"])
        sink.cancel()
    }

    @Test func debounceDeliversWhatWasDueWhileASubscriberWasSlow() {
        let scheduler = VirtualScheduler()
        let subject = PassthroughSubject<String, Never>()
        let history = History()
        let sink = subject.debounce(for: .nanoseconds(10), scheduler: scheduler).sink { value in
            history.note(value)
            if value == "Z" {
                subject.send("A")
                scheduler.advance(by: 50)
                subject.send("B")
            }
        }
        subject.send("Z")
        scheduler.advance(by: 10)
        scheduler.advance(by: 100)
        #expect(history.lines == ["Z", "A", "B"])
        sink.cancel()
    }

    @Test func shareFeedsOneEndlessUpstreamAtATime() {
        let parts = [
            (1...4).publisher.eraseToAnyPublisher(), Empty(completeImmediately: false).eraseToAnyPublisher(),
        ]
        let share = parts.publisher.flatMap { $0 }.share()
        let second = TracingSubscriber<Int, Never>(.unlimited)
        let first = TracingSubscriber<Int, Never>(.unlimited)
        first.onValue = { value in
            if value == 2 {
                first.cancel()
                share.subscribe(second)
            }
            return .none
        }
        share.subscribe(first)
        #expect(second.lines == ["subscription Share", "value 1", "value 2", "value 3", "value 4"])
    }

    @Test func aSubscriberThatOnlyLooksInDoesNotEndAShare() {
        let share = (1...3).publisher.share()
        let hasty = TracingSubscriber<Int, Never>()
        hasty.onSubscription = {
            $0.request(.max(1))
            $0.cancel()
        }
        share.subscribe(hasty)
        let tracing = TracingSubscriber<Int, Never>(.unlimited)
        share.subscribe(tracing)
        #expect(tracing.lines == ["subscription Share", "value 1", "value 2", "value 3", "finished"])
    }

    @Test func weightedFlatMapGoesOnWhenReceiveReturnsUnlimited() {
        let tracing = TracingSubscriber<Int, Never>(.max(1)) { _ in .unlimited }
        [1].publisher.flatMap(budget: 1, cost: { _ in 1 }) { [$0, $0 * 10].publisher }.subscribe(tracing)
        #expect(tracing.lines == ["subscription WeightedFlatMap", "value 1", "value 10", "finished"])
    }

    @Test func boundedReceiveOnLetsOtherActionsRun() {
        let scheduler = ManualScheduler()
        let history = History()
        let sink = (1...20).publisher.receive(on: scheduler, capacity: 2).sink { value in
            history.note("value \(value)")
            if value == 1 { scheduler.schedule { history.note("other") } }
        }
        scheduler.run()
        #expect(history.lines.last != "other")
        sink.cancel()
    }

    @Test func replayDoesNotOverlapWithTheSubscription() {
        let upstream = ManualPublisher<Int, Never>()
        let stream = upstream.shareReplay(1)
        let history = History()
        let isBusy = DispatchSemaphore(value: 0)
        let goOn = DispatchSemaphore(value: 0)
        let isDone = DispatchSemaphore(value: 0)
        let slow = TracingSubscriber<Int, Never>(.unlimited) { _ in
            isBusy.signal()
            goOn.wait()
            return .none
        }
        stream.subscribe(slow)
        let late = AnySubscriber<Int, Never>(
            receiveSubscription: {
                history.note("subscription begins")
                $0.request(.unlimited)
                goOn.signal()
                isDone.wait()
                history.note("subscription ends")
            },
            receiveValue: {
                history.note("value \($0)")
                return .none
            })
        inParallel(2) { index in
            if index == 0 {
                upstream.send(1)
                isDone.signal()
            } else {
                isBusy.wait()
                stream.subscribe(late)
            }
        }
        #expect(history.lines == ["subscription begins", "subscription ends", "value 1"])
    }

    // Stress: Buffer, requests one at a time from another thread.
    @Test(arguments: [1, 2, 7]) func bufferLosesNothing(size: Int) {
        for _ in 0..<6 {
            let tracing = TracingSubscriber<Int, Never>()
            (1...300).publisher.buffer(size: size, prefetch: .keepFull, whenFull: .dropNewest).subscribe(
                tracing)
            inParallel(3) { _ in for _ in 0..<100 { tracing.request(.max(1)) } }
            #expect(tracing.lines == ["subscription Buffer"] + (1...300).map { "value \($0)" } + ["finished"])
        }
    }

    @Test(arguments: [1, 2, 4, 9]) func boundedLosesNothing(capacity: Int) {
        let queue = DispatchQueue(label: "bounded", attributes: .concurrent)
        for _ in 0..<6 {
            let end = DispatchSemaphore(value: 0)
            let tracing = TracingSubscriber<Int, Never> { $0 % 3 == 0 ? .max(1) : .none }
            tracing.onCompletion = { end.signal() }
            (1...300).publisher.receive(on: QueueScheduler(queue: queue), capacity: capacity).subscribe(
                tracing)
            inParallel(2) { _ in for _ in 0..<101 { tracing.request(.max(1)) } }
            end.wait()
            #expect(
                tracing.lines == ["subscription BoundedReceiveOn"] + (1...300).map { "value \($0)" } + [
                    "finished"
                ])
        }
    }

    @Test func flatMapLosesNothing() {
        for limit in [Subscribers.Demand.max(1), .max(3), .unlimited] {
            for _ in 0..<8 {
                let tracing = TracingSubscriber<Int, Never> { $0 % 2 == 0 ? .max(1) : .none }
                (1...200).publisher.flatMap(maxPublishers: limit) { value in
                    value % 3 == 0 ? AnyPublisher(Just(value)) : AnyPublisher([value, -value].publisher)
                }.subscribe(tracing)
                inParallel(3) { _ in for _ in 0..<120 { tracing.request(.max(1)) } }
                #expect(tracing.lines.last == "finished")
                #expect(tracing.lines.count == 2 + 66 + 134 * 2)
                #expect(!tracing.lines.contains("OVERLAP"))
            }
        }
    }

    @Test func futureRaces() {
        for round in 0..<200 {
            var promise: Future<Int, Never>.Promise!
            let future = Future<Int, Never> { promise = $0 }
            let tracing = TracingSubscriber<Int, Never>()
            future.subscribe(tracing)
            let late = TracingSubscriber<Int, Never>(.max(1))
            inParallel(4) { index in
                switch index {
                case 0: promise(.success(1))
                case 1: tracing.request(.max(1))
                case 2: if round % 2 == 0 { tracing.cancel() }
                default: future.subscribe(late)
                }
            }
            let all = ["subscription Future", "value 1", "finished"]
            #expect(late.lines == all)
            if round % 2 == 1 {
                #expect(tracing.lines == all)
            } else {
                #expect(all.starts(with: tracing.lines))
            }
        }
    }

    @Test func replayRaces() {
        for _ in 0..<40 {
            let subject = PassthroughSubject<Int, Never>()
            let stream = subject.shareReplay(3)
            let keep = stream.sink { _ in }
            let all = (0..<3).map { _ in TracingSubscriber<Int, Never>(.max(1)) { _ in .max(1) } }
            inParallel(4) { index in
                if index < 3 {
                    stream.subscribe(all[index])
                } else {
                    for value in 1...50 { subject.send(value) }
                    subject.send(completion: .finished)
                }
            }
            for tracing in all {
                let values = tracing.lines.compactMap { Int($0.dropFirst(6)) }
                #expect(values == Array((values.first ?? 0)...50))
                #expect(tracing.lines.last == "finished")
                #expect(!tracing.lines.contains("OVERLAP"))
            }
            keep.cancel()
        }
    }

    @Test func replayHasNoHoleAfterTheFirstValue() {
        // Deterministic: the late one has demand throughout, asked for inside its subscription.
        let upstream = PassthroughSubject<Int, Never>()
        let stream = upstream.shareReplay(1)
        let keep = stream.sink { _ in }
        upstream.send(1)
        let late = TracingSubscriber<Int, Never>()
        late.onSubscription = {
            $0.request(.unlimited)
            upstream.send(2)
            upstream.send(3)
        }
        stream.subscribe(late)
        upstream.send(4)
        #expect(late.lines == ["subscription ShareReplay", "value 3", "value 4"])
        keep.cancel()
    }

    @Test func currentValueHasNoHoleAfterTheFirstValue() {
        let subject = CurrentValueSubject<Int, Never>(1)
        let late = TracingSubscriber<Int, Never>()
        late.onSubscription = {
            $0.request(.unlimited)
            subject.send(2)
            subject.send(3)
        }
        subject.subscribe(late)
        subject.send(4)
        #expect(late.lines == ["subscription CurrentValueSubject", "value 3", "value 4"])
    }

    @Test func catchAndRetryLoseNothing() {
        for _ in 0..<40 {
            let tracing = TracingSubscriber<Int, Never> { $0 % 2 == 0 ? .max(1) : .none }
            let failing = Record<Int, Boom>(output: Array(1...20), completion: .failure(.first))
            failing.retry(3).catch { _ in Array(101...120).publisher }.subscribe(tracing)
            inParallel(3) { _ in for _ in 0..<40 { tracing.request(.max(1)) } }
            let expected = (0..<4).flatMap { _ in Array(1...20) } + Array(101...120)
            #expect(tracing.lines.dropFirst() == (expected.map { "value \($0)" } + ["finished"])[...])
        }
    }

    @Test func collectByCountRaces() {
        for _ in 0..<40 {
            let tracing = TracingSubscriber<[Int], Never>()
            (1...300).publisher.collect(7).subscribe(tracing)
            inParallel(3) { _ in for _ in 0..<20 { tracing.request(.max(1)) } }
            #expect(tracing.lines.count == 1 + 43 + 1)
        }
    }

    @Test func cancelInsideAnyBufferedValueLeavesOutTheEnd() {
        let tracing = TracingSubscriber<Int, Never>()
        tracing.onValue = { _ in
            tracing.cancel()
            return .none
        }
        [1].publisher.buffer(size: 2, prefetch: .keepFull, whenFull: .dropNewest).subscribe(tracing)
        tracing.request(.max(1))
        #expect(tracing.lines == ["subscription Buffer", "value 1"])
    }

    @Test func debounceComparesTimesOutsideItsLock() {
        nonisolated(unsafe) var subscription: (any Subscription)?
        let scheduler = ComparingScheduler { subscription?.request(.max(1)) }
        let subject = PassthroughSubject<Int, Never>()
        let tracing = TracingSubscriber<Int, Never>(.unlimited)
        subject.debounce(for: .nanoseconds(1), scheduler: scheduler).subscribe(tracing)
        subscription = tracing.subscription
        subject.send(1)
        #expect(tracing.lines == ["subscription Debounce", "value 1"])
    }
}

/// A scheduler whose moments run a closure when they are compared.
final class ComparingScheduler: Scheduler {
    struct Moment: Strideable {
        let onCompare: () -> Void
        func distance(to other: Moment) -> DispatchQueue.SchedulerTimeType.Stride {
            onCompare()
            return .nanoseconds(0)
        }
        func advanced(by n: DispatchQueue.SchedulerTimeType.Stride) -> Moment { self }
    }
    let onCompare: () -> Void
    init(_ onCompare: @escaping () -> Void) { self.onCompare = onCompare }
    var now: Moment { Moment(onCompare: onCompare) }
    var minimumTolerance: DispatchQueue.SchedulerTimeType.Stride { .nanoseconds(0) }
    func schedule(options: Never?, _ action: @escaping () -> Void) { action() }
    func schedule(
        after date: Moment, tolerance: DispatchQueue.SchedulerTimeType.Stride, options: Never?,
        _ action: @escaping () -> Void
    ) { action() }
    func schedule(
        after date: Moment, interval: DispatchQueue.SchedulerTimeType.Stride,
        tolerance: DispatchQueue.SchedulerTimeType.Stride, options: Never?, _ action: @escaping () -> Void
    ) -> any Cancellable { action(); return Subscriptions.empty }
}
