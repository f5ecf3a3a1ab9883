// retry and catch: demand carried over, attempts counted, no recursion.
import Streams
import Testing

@Suite struct RetryTests {
    @Test func unmetDemandGoesToTheNextAttempt() {
        let upstream = ManualPublisher<Int, Boom>()
        let tracing = TracingSubscriber<Int, Boom>(.max(3)) { $0 == 1 ? .max(1) : .none }
        upstream.retry(1).subscribe(tracing)
        upstream.send(1)
        upstream.send(completion: .failure(.first))
        upstream.send(2)
        upstream.send(completion: .failure(.second))
        upstream.send(completion: .failure(.first))
        #expect(tracing.lines == ["subscription Retry", "value 1", "value 2", "failure second"])
        #expect(
            upstream.lines == [
                "subscribed", "request max(3)", "returned max(1)", "subscribed", "request max(3)",
            ])
    }

    @Test func finishingEndsWithoutAnotherAttempt() {
        let upstream = ManualPublisher<Int, Boom>()
        let tracing = TracingSubscriber<Int, Boom>()
        upstream.retry(5).subscribe(tracing)
        upstream.send(completion: .finished)
        upstream.send(completion: .failure(.first))
        #expect(tracing.lines == ["subscription Retry", "finished"])
        #expect(upstream.lines == ["subscribed"])
    }

    @Test func cancelStopsAttempts() {
        let upstream = ManualPublisher<Int, Boom>()
        let tracing = TracingSubscriber<Int, Boom>(.unlimited)
        upstream.retry(5).subscribe(tracing)
        tracing.cancel()
        tracing.cancel()
        tracing.request(.max(1))
        upstream.send(1)
        upstream.send(completion: .failure(.first))
        #expect(tracing.lines == ["subscription Retry"])
        #expect(upstream.lines == ["subscribed", "request unlimited", "cancel"])
    }

    @Test func aSecondSubscriptionIsCancelled() {
        let upstream = ManualPublisher<Int, Boom>()
        let tracing = TracingSubscriber<Int, Boom>(.unlimited)
        upstream.retry(1).subscribe(tracing)
        upstream.sendSubscription()
        #expect(upstream.lines == ["subscribed", "request unlimited", "cancel"])
    }

    @Test func hundredThousandFailuresFitASmallStack() {
        var attempts = 0
        let tracing = TracingSubscriber<Int, Boom>(.unlimited)
        inParallel(1, stackSize: 512 * 1024) { _ in
            Deferred { () -> Fail<Int, Boom> in
                attempts += 1
                return Fail(error: .first)
            }.retry(100_000).subscribe(tracing)
        }
        #expect(attempts == 100_001)
        #expect(tracing.lines == ["subscription Retry", "failure first"])
    }

    @Test func hundredThousandFailuresAfterAValueFitASmallStack() {
        var attempts = 0
        let tracing = TracingSubscriber<Int, any Error>(.unlimited)
        inParallel(1, stackSize: 512 * 1024) { _ in
            Deferred { () -> Publishers.Decode<Just<Int>, Int, FailingCoder> in
                attempts += 1
                return Just(1).decode(type: Int.self, decoder: FailingCoder())
            }.retry(100_000).subscribe(tracing)
        }
        #expect(attempts == 100_001)
        #expect(tracing.lines == ["subscription Retry", "failure first"])
    }

    @Test func cancelFromAnotherThreadEndsEndlessAttempts() {
        for _ in 0..<50 {
            let tracing = TracingSubscriber<Int, Boom>(.unlimited)
            let publisher = Publishers.Retry(upstream: Fail<Int, Boom>(error: .first), retries: nil)
            let known = History()
            tracing.onSubscription = { _ in known.note("subscribed") }
            inParallel(2) { thread in
                if thread == 0 {
                    publisher.subscribe(tracing)
                } else {
                    while known.lines.isEmpty {}
                    tracing.cancel()
                }
            }
            #expect(tracing.lines == ["subscription Retry"])
        }
    }
}

@Suite struct CatchTests {
    @Test func unmetDemandGoesToTheSuccessor() {
        let history = History()
        let first = ManualPublisher<Int, Boom>("first", history: history)
        let second = ManualPublisher<Int, Never>("second", history: history)
        let tracing = TracingSubscriber<Int, Never>(.max(2), history: history)
        first.catch { _ in second }.subscribe(tracing)
        first.send(1)
        first.send(completion: .failure(.first))
        first.send(9)
        tracing.request(.max(1))
        second.send(2)
        second.send(completion: .finished)
        #expect(
            history.lines.filter { $0 != "value 9" } == [
                "subscription Catch", "first subscribed", "first request max(2)", "value 1",
                "second subscribed", "second request max(1)", "second request max(1)", "value 2", "finished",
            ])
    }

    @Test func theSuccessorsErrorEnds() {
        let tracing = TracingSubscriber<Int, Boom>()
        Fail<Int, Boom>(error: .first).catch { _ in Fail(error: Boom.second) }.subscribe(tracing)
        #expect(tracing.lines == ["subscription Catch", "failure second"])
    }

    @Test func finishingNeedsNoSuccessor() {
        let tracing = TracingSubscriber<Int, Never>(.unlimited)
        Just(1).setFailureType(to: Boom.self).catch { _ in Just(2) }.subscribe(tracing)
        #expect(tracing.lines == ["subscription Catch", "value 1", "finished"])
    }

    @Test func cancelReachesWhoeverIsSending() {
        let first = ManualPublisher<Int, Boom>()
        let second = ManualPublisher<Int, Never>()
        let tracing = TracingSubscriber<Int, Never>(.unlimited)
        first.catch { _ in second }.subscribe(tracing)
        first.send(completion: .failure(.first))
        tracing.cancel()
        tracing.cancel()
        second.send(1)
        second.send(completion: .finished)
        #expect(first.lines == ["subscribed", "request unlimited"])
        #expect(second.lines == ["subscribed", "request unlimited", "cancel"])
        #expect(tracing.lines == ["subscription Catch"])
    }
}
