// sink, AnyCancellable, store(in:), AnySubscriber, AnyPublisher, identifiers.
import Streams
import Testing

@Suite struct SinkTests {
    @Test func sinkAsksForEverythingAndEndsOnce() {
        let upstream = ManualPublisher<Int, Boom>()
        let history = History()
        let handle = upstream.sink(
            receiveCompletion: { history.note("\($0)") }, receiveValue: { history.note("\($0)") })
        upstream.send(1)
        upstream.send(completion: .finished)
        upstream.send(2)
        upstream.send(completion: .failure(.first))
        handle.cancel()
        #expect(history.lines == ["1", "finished"])
        #expect(upstream.lines == ["subscribed", "request unlimited"])
    }

    @Test func sinkGetsNothingAfterCancelAndCancelsOnce() {
        let upstream = ManualPublisher<Int, Never>()
        let history = History()
        let handle = upstream.sink { history.note("\($0)") }
        handle.cancel()
        handle.cancel()
        upstream.send(1)
        upstream.send(completion: .finished)
        #expect(history.lines == [])
        #expect(upstream.lines == ["subscribed", "request unlimited", "cancel"])
    }

    @Test func releaseOfTheHandleCancels() {
        let upstream = ManualPublisher<Int, Never>()
        _ = upstream.sink { _ in }
        #expect(upstream.lines.last == "cancel")
    }

    @Test func aSecondSubscriptionIsCancelled() {
        let upstream = ManualPublisher<Int, Never>()
        let handle = upstream.sink { _ in }
        upstream.sendSubscription()
        #expect(upstream.lines == ["subscribed", "request unlimited", "cancel"])
        handle.cancel()
    }

    @Test func cancelFromInsideAValueStops() {
        let history = History()
        var handle: AnyCancellable?
        let upstream = ManualPublisher<Int, Never>()
        handle = upstream.sink {
            history.note("\($0)")
            handle?.cancel()
        }
        upstream.send(1)
        upstream.send(2)
        #expect(history.lines == ["1"])
    }

    @Test func anyCancellableRunsItsClosureOnceFromManyThreads() {
        for _ in 0..<200 {
            let history = History()
            let handle = AnyCancellable { history.note("cancel") }
            inParallel(4) { _ in handle.cancel() }
            #expect(history.lines == ["cancel"])
        }
    }

    @Test func cancellablesAreKeptInCollections() {
        let history = History()
        var set: Set<AnyCancellable> = []
        var array: [AnyCancellable] = []
        AnyCancellable { history.note("set") }.store(in: &set)
        AnyCancellable { history.note("array") }.store(in: &array)
        Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in }).store(in: &set)
        #expect(set.count == 2 && array.count == 1 && history.lines.isEmpty)
        set = []
        array = []
        // Which goes first is the optimiser's to choose.
        #expect(history.lines.sorted() == ["array", "set"])
    }

    @Test func valuesAndCancelMayRace() {
        for _ in 0..<100 {
            let upstream = ManualPublisher<Int, Never>()
            var sum = 0
            let handle = upstream.sink { sum += $0 }
            inParallel(3) { thread in
                if thread == 0 { for _ in 0..<100 { upstream.send(1) } } else { handle.cancel() }
            }
            #expect(sum <= 100)
        }
    }

    @Test func erasedPublishersAndSubscribersPassEverything() {
        let upstream = ManualPublisher<Int, Boom>()
        let tracing = TracingSubscriber<Int, Boom>(.max(1)) { _ in .max(2) }
        let erased = upstream.eraseToAnyPublisher().eraseToAnyPublisher()
        let subscriber = AnySubscriber(AnySubscriber(tracing))
        #expect(subscriber.combineIdentifier == tracing.combineIdentifier)
        #expect("\(erased)" == "AnyPublisher")
        erased.subscribe(subscriber)
        upstream.send(1)
        upstream.send(completion: .failure(.second))
        #expect(tracing.lines == ["subscription Manual", "value 1", "failure second"])
        #expect(upstream.lines == ["subscribed", "request max(1)", "returned max(2)"])
    }

    @Test func subscribersAreMadeOfClosures() {
        let history = History()
        let subscriber = AnySubscriber<Int, Never>(
            receiveSubscription: { $0.request(.max(1)) },
            receiveValue: {
                history.note("\($0)")
                return .none
            })
        [1, 2].publisher.subscribe(subscriber)
        [1].publisher.subscribe(AnySubscriber<Int, Never>())
        #expect(history.lines == ["1"])
    }

    @Test func identifiersTellObjectsApart() {
        let token = Token()
        #expect(CombineIdentifier() != CombineIdentifier())
        #expect(CombineIdentifier(token) == CombineIdentifier(token))
        #expect(CombineIdentifier(token).description.hasPrefix("0x"))
        #expect(Subscriptions.empty.combineIdentifier == Subscriptions.empty.combineIdentifier)
    }

    @Test func immediateSchedulerRunsInsideTheCall() {
        var runs = 0
        ImmediateScheduler.shared.schedule { runs += 1 }
        ImmediateScheduler.shared.schedule(after: ImmediateScheduler.shared.now) { runs += 1 }
        _ = ImmediateScheduler.shared.schedule(after: ImmediateScheduler.shared.now, interval: 1) {
            runs += 1
        }
        #expect(runs == 3)
    }
}
