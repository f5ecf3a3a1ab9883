// buffer: prefetch, refill, each when-full policy, the end behind what waits.
import Streams
import Testing

@Suite struct BufferTests {
    typealias Upstream = ManualPublisher<Int, Boom>

    private func buffered(
        _ upstream: Upstream, size: Int = 2, _ prefetch: Publishers.PrefetchStrategy = .keepFull,
        _ whenFull: Publishers.BufferingStrategy<Boom> = .dropNewest, demand: Subscribers.Demand = .none
    ) -> TracingSubscriber<Int, Boom> {
        let tracing = TracingSubscriber<Int, Boom>(demand)
        upstream.buffer(size: size, prefetch: prefetch, whenFull: whenFull).subscribe(tracing)
        return tracing
    }

    @Test func keepFullPrefetchesItsSizeAndRefills() {
        let upstream = Upstream()
        let tracing = buffered(upstream)
        upstream.send(1)
        upstream.send(2)
        tracing.request(.max(1))
        upstream.send(3)
        tracing.request(.max(3))
        // One is still asked for: it's handed on as it comes, and another asked for in its place.
        upstream.send(4)
        #expect(tracing.lines == ["subscription Buffer"] + (1...4).map { "value \($0)" })
        #expect(
            upstream.lines == [
                "subscribed", "request max(2)", "request max(1)", "request max(2)", "returned max(1)",
            ])
    }

    @Test func byRequestAsksForEverything() {
        let upstream = Upstream()
        let tracing = buffered(upstream, .byRequest)
        for value in 1...3 { upstream.send(value) }
        tracing.request(.max(4))
        upstream.send(4)
        #expect(tracing.lines == ["subscription Buffer", "value 1", "value 2", "value 4"])
        #expect(upstream.lines == ["subscribed", "request unlimited"])
    }

    @Test func theOldestIsDropped() {
        let upstream = Upstream()
        let tracing = buffered(upstream, .byRequest, .dropOldest)
        for value in 1...4 { upstream.send(value) }
        tracing.request(.unlimited)
        #expect(tracing.lines == ["subscription Buffer", "value 3", "value 4"])
    }

    @Test func anErrorEndsAfterWhatWaits() {
        let upstream = Upstream()
        let tracing = buffered(upstream, .byRequest, .customError { .second })
        for value in 1...4 { upstream.send(value) }
        upstream.send(completion: .finished)
        #expect(upstream.lines == ["subscribed", "request unlimited", "cancel"])
        #expect(tracing.lines == ["subscription Buffer"])
        tracing.request(.max(1))
        #expect(tracing.lines == ["subscription Buffer", "value 1"])
        tracing.request(.max(1))
        #expect(tracing.lines == ["subscription Buffer", "value 1", "value 2", "failure second"])
    }

    @Test func aBufferWithoutRoomHandsOnWhatIsAskedFor() {
        let upstream = Upstream()
        let tracing = buffered(upstream, size: 0, .byRequest, .dropOldest, demand: .max(1))
        for value in 1...3 { upstream.send(value) }
        tracing.request(.max(1))
        upstream.send(4)
        #expect(tracing.lines == ["subscription Buffer", "value 1", "value 4"])
    }

    @Test func theEndWaitsForWhatIsBuffered() {
        let upstream = Upstream()
        let tracing = buffered(upstream)
        upstream.send(1)
        upstream.send(completion: .failure(.first))
        upstream.send(2)
        #expect(tracing.lines == ["subscription Buffer"])
        tracing.request(.max(1))
        #expect(tracing.lines == ["subscription Buffer", "value 1", "failure first"])
        #expect(upstream.lines == ["subscribed", "request max(2)"])
    }

    @Test func anEmptyBufferEndsWithoutDemand() {
        let upstream = Upstream()
        let tracing = buffered(upstream)
        upstream.send(completion: .finished)
        #expect(tracing.lines == ["subscription Buffer", "finished"])
    }

    @Test func returnedDemandCountsForWhatWaits() {
        let upstream = Upstream()
        let tracing = buffered(upstream, size: 3)
        tracing.onValue = { $0 == 1 ? .max(1) : .none }
        for value in 1...3 { upstream.send(value) }
        tracing.request(.max(1))
        #expect(tracing.lines == ["subscription Buffer", "value 1", "value 2"])
    }

    @Test func requestsFromInsideDoNotDeepenTheStack() {
        let count = 100_000
        for prefetch in [Publishers.PrefetchStrategy.keepFull, .byRequest] {
            var seen = 0
            let tracing = TracingSubscriber<Int, Never>(.max(1))
            tracing.onValue = { [unowned tracing] _ in
                seen += 1
                tracing.request(.max(1))
                return .none
            }
            inParallel(1) { _ in
                (0..<count).publisher.buffer(size: 8, prefetch: prefetch, whenFull: .dropNewest)
                    .subscribe(tracing)
            }
            #expect(seen == count)
            #expect(tracing.lines.last == "finished")
        }
    }

    @Test func cancelLetsGoOfWhatWaits() {
        let upstream = ManualPublisher<Token, Boom>()
        let tracing = TracingSubscriber<Token, Boom>()
        var (value, held): (Token?, Token?) = (Token(), Token())
        weak let watchedValue = value
        weak let watchedClosure = held
        upstream.buffer(
            size: 1, prefetch: .byRequest, whenFull: .customError { [held] in held == nil ? .first : .second }
        ).subscribe(tracing)
        upstream.send(value!)
        (value, held) = (nil, nil)
        #expect(watchedValue != nil && watchedClosure != nil)
        tracing.cancel()
        tracing.cancel()
        tracing.request(.max(1))
        upstream.sendSubscription()
        #expect(watchedValue == nil && watchedClosure == nil)
        #expect(tracing.lines == ["subscription Buffer"])
        #expect(upstream.lines == ["subscribed", "request unlimited", "cancel", "cancel"])
    }

    @Test func sizesThatCanNotBeTrap() async {
        await #expect(processExitsWith: .failure) {
            _ = Just(1).buffer(size: -1, prefetch: .byRequest, whenFull: .dropNewest)
        }
        await #expect(processExitsWith: .failure) {
            _ = Just(1).buffer(size: 0, prefetch: .keepFull, whenFull: .dropNewest)
        }
    }
}

@Suite(.timeLimit(.minutes(2))) struct BufferStressTests {
    @Test func nothingIsLostWhenDemandComesFromOtherThreads() {
        for _ in 0..<40 {
            let subject = PassthroughSubject<Int, Never>()
            let tracing = TracingSubscriber<Int, Never>()
            subject.buffer(size: 1000, prefetch: .byRequest, whenFull: .customError { fatalError() })
                .subscribe(tracing)
            inParallel(3) { thread in
                if thread == 0 {
                    for value in 0..<300 { subject.send(value) }
                    subject.send(completion: .finished)
                } else {
                    for _ in 0..<150 { tracing.request(.max(1)) }
                }
            }
            #expect(
                tracing.lines == ["subscription Buffer"] + (0..<300).map { "value \($0)" } + ["finished"])
        }
    }

    @Test func cancelMayRaceWithEverything() {
        for _ in 0..<100 {
            let subject = PassthroughSubject<Int, Never>()
            let tracing = TracingSubscriber<Int, Never>(.max(1)) { _ in .max(1) }
            subject.buffer(size: 4, prefetch: .keepFull, whenFull: .dropOldest).subscribe(tracing)
            inParallel(3) { thread in
                switch thread {
                case 0: for value in 0..<100 { subject.send(value) }
                case 1: tracing.cancel()
                default: for _ in 0..<50 { tracing.request(.max(1)) }
                }
            }
            #expect(!tracing.lines.contains("OVERLAP"))
        }
    }
}
