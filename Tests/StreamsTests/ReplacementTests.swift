// replaceEmpty, replaceError, tryCatch, assertNoFailure: something in place of nothing or of an error.
import Streams
import Testing

@Suite struct ReplaceEmptyTests {
    @Test func theReplacementWaitsForDemand() {
        let upstream = ManualPublisher<Int, Boom>()
        let tracing = TracingSubscriber<Int, Boom>()
        upstream.replaceEmpty(with: 7).subscribe(tracing)
        upstream.send(completion: .finished)
        upstream.send(1)
        upstream.send(completion: .failure(.first))
        #expect(tracing.lines == ["subscription ReplaceEmpty"])
        tracing.request(.max(1))
        tracing.request(.max(1))
        tracing.cancel()
        #expect(tracing.lines == ["subscription ReplaceEmpty", "value 7", "finished"])
        #expect(upstream.lines == ["subscribed"])
    }

    @Test func itComesAtOnceIfDemanded() {
        let tracing = TracingSubscriber<Int, Never>(.max(1))
        [Int]().publisher.replaceEmpty(with: 7).subscribe(tracing)
        #expect(tracing.lines == ["subscription ReplaceEmpty", "value 7", "finished"])
    }

    @Test func oneValueIsEnoughToGoWithout() {
        let tracing = TracingSubscriber<Int, Never>(.max(1))
        [1].publisher.replaceEmpty(with: 7).subscribe(tracing)
        #expect(tracing.lines == ["subscription ReplaceEmpty", "value 1", "finished"])
    }

    @Test func neverMoreIsAskedForThanDemanded() {
        let upstream = ManualPublisher<Int, Boom>()
        let tracing = TracingSubscriber<Int, Boom>()
        upstream.replaceEmpty(with: 7).subscribe(tracing)
        #expect(upstream.lines == ["subscribed"])
        tracing.request(.max(2))
        #expect(upstream.lines == ["subscribed", "request max(2)"])
    }

    @Test func cancelDropsTheReplacement() {
        let upstream = ManualPublisher<Int, Boom>()
        let tracing = TracingSubscriber<Int, Boom>()
        upstream.replaceEmpty(with: 7).subscribe(tracing)
        upstream.send(completion: .finished)
        tracing.cancel()
        tracing.request(.max(1))
        #expect(tracing.lines == ["subscription ReplaceEmpty"])
        #expect(upstream.lines == ["subscribed"])
    }

    @Test func cancelFromInsideTheReplacementSuppressesTheEnd() {
        let tracing = TracingSubscriber<Int, Never>(.max(1))
        tracing.onValue = { [unowned tracing] _ in
            tracing.cancel()
            return .none
        }
        [Int]().publisher.replaceEmpty(with: 7).subscribe(tracing)
        #expect(tracing.lines == ["subscription ReplaceEmpty", "value 7"])
    }
}

@Suite struct ReplaceErrorTests {
    @Test func theReplacementUsesWhatDemandIsLeft() {
        let upstream = ManualPublisher<Int, Boom>()
        let tracing = TracingSubscriber<Int, Never>(.max(2))
        upstream.replaceError(with: 7).subscribe(tracing)
        upstream.send(1)
        upstream.send(completion: .failure(.first))
        upstream.send(completion: .failure(.first))
        #expect(tracing.lines == ["subscription ReplaceError", "value 1", "value 7", "finished"])
        #expect(upstream.lines == ["subscribed", "request max(2)"])
    }

    @Test func itWaitsForDemandIfNoneIsLeft() {
        let upstream = ManualPublisher<Int, Boom>()
        let tracing = TracingSubscriber<Int, Never>(.max(1))
        upstream.replaceError(with: 7).subscribe(tracing)
        upstream.send(1)
        upstream.send(completion: .failure(.first))
        #expect(tracing.lines == ["subscription ReplaceError", "value 1"])
        tracing.request(.max(1))
        tracing.request(.max(1))
        #expect(tracing.lines == ["subscription ReplaceError", "value 1", "value 7", "finished"])
    }

    @Test func whatReceiveReturnsCountsAsDemand() {
        let upstream = ManualPublisher<Int, Boom>()
        let tracing = TracingSubscriber<Int, Never>(.max(1)) { $0 == 1 ? .max(1) : .none }
        upstream.replaceError(with: 7).subscribe(tracing)
        upstream.send(1)
        upstream.send(completion: .failure(.first))
        #expect(tracing.lines == ["subscription ReplaceError", "value 1", "value 7", "finished"])
    }

    @Test func finishingNeedsNoReplacement() {
        let upstream = ManualPublisher<Int, Boom>()
        let tracing = TracingSubscriber<Int, Never>()
        upstream.replaceError(with: 7).subscribe(tracing)
        upstream.send(completion: .finished)
        upstream.send(completion: .failure(.first))
        tracing.request(.max(1))
        #expect(tracing.lines == ["subscription ReplaceError", "finished"])
    }

    @Test func cancelStopsBeforeAndAfterTheError() {
        let upstream = ManualPublisher<Int, Boom>()
        for fails in [true, false] {
            let tracing = TracingSubscriber<Int, Never>()
            upstream.replaceError(with: 7).subscribe(tracing)
            upstream.sendSubscription()
            if fails { upstream.send(completion: .failure(.first)) }
            tracing.cancel()
            tracing.cancel()
            tracing.request(.max(1))
            upstream.send(1)
            upstream.send(completion: .failure(.first))
            #expect(tracing.lines == ["subscription ReplaceError"])
            #expect(upstream.history.take() == ["subscribed", "cancel"] + (fails ? [] : ["cancel"]))
        }
    }
}

@Suite struct TryCatchTests {
    @Test func unmetDemandGoesToTheSuccessor() {
        let history = History()
        let first = ManualPublisher<Int, Boom>("first", history: history)
        let second = ManualPublisher<Int, Boom>("second", history: history)
        let tracing = TracingSubscriber<Int, any Error>(.max(2), history: history)
        first.tryCatch { error in
            history.note("caught \(error)")
            return second
        }.subscribe(tracing)
        first.send(1)
        first.send(completion: .failure(.first))
        second.send(2)
        second.send(completion: .failure(.second))
        second.send(completion: .finished)
        #expect(
            history.lines == [
                "subscription TryCatch", "first subscribed", "first request max(2)", "value 1",
                "caught first", "second subscribed", "second request max(1)", "value 2", "failure second",
            ])
    }

    @Test func whatTheHandlerThrowsEnds() {
        let upstream = ManualPublisher<Int, Boom>()
        let tracing = TracingSubscriber<Int, any Error>(.unlimited)
        upstream.tryCatch { _ -> Just<Int> in throw Boom.second }.subscribe(tracing)
        upstream.send(1)
        upstream.send(completion: .failure(.first))
        upstream.send(2)
        upstream.send(completion: .finished)
        tracing.cancel()
        #expect(tracing.lines == ["subscription TryCatch", "value 1", "failure second"])
        #expect(upstream.lines == ["subscribed", "request unlimited"])
    }

    @Test func cancelFromInsideTheHandlerKeepsTheSuccessorAway() {
        let upstream = ManualPublisher<Int, Boom>()
        let second = ManualPublisher<Int, Boom>()
        let tracing = TracingSubscriber<Int, any Error>(.unlimited)
        upstream.tryCatch { [unowned tracing] _ in
            tracing.cancel()
            return second
        }.subscribe(tracing)
        upstream.send(completion: .failure(.first))
        second.send(1)
        second.send(completion: .finished)
        #expect(tracing.lines == ["subscription TryCatch"])
        #expect(second.lines == ["subscribed", "cancel"])
    }
}

@Suite struct AssertNoFailureTests {
    @Test func allButErrorsPass() {
        let upstream = ManualPublisher<Int, Boom>()
        let tracing = TracingSubscriber<Int, Never>(.max(1)) { _ in .max(2) }
        upstream.assertNoFailure().subscribe(tracing)
        upstream.send(1)
        upstream.send(completion: .finished)
        tracing.cancel()
        #expect(tracing.lines == ["subscription AssertNoFailure", "value 1", "finished"])
        #expect(upstream.lines == ["subscribed", "request max(1)", "returned max(2)", "cancel"])
    }

    @Test func anErrorStopsTheProcessAndSaysWhereAndWhy() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let handle = Fail<Int, Boom>(error: .second)
                .assertNoFailure("never here", file: "Elsewhere.swift", line: 1987)
                .sink { _ in }
            handle.cancel()
        }
        let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(message.contains("Elsewhere.swift:1987: Fatal error: never here: second"))
    }

    @Test func thePrefixMayBeLeftOut() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Fail<Int, Boom>(error: .first).assertNoFailure().sink { _ in }.cancel()
        }
        let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(message.contains("Fatal error: first"))
        #expect(message.contains("ReplacementTests.swift"))
    }
}
