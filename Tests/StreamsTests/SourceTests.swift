// Just, Empty, Fail, Deferred.
import Streams
import Testing

@Suite struct SourceTests {
    @Test func justSendsOneValueWhenAskedAndEnds() {
        let tracing = TracingSubscriber<Int, Never>()
        Just(7).subscribe(tracing)
        #expect(tracing.lines == ["subscription Just"])
        tracing.request(.max(3))
        tracing.request(.max(3))
        tracing.cancel()
        #expect(tracing.lines == ["subscription Just", "value 7", "finished"])
    }

    @Test func justSendsNothingAfterCancel() {
        let tracing = TracingSubscriber<Int, Never>()
        Just(7).subscribe(tracing)
        tracing.cancel()
        tracing.request(.max(1))
        #expect(tracing.lines == ["subscription Just"])
    }

    @Test func justSurvivesRequestAndCancelAtATime() {
        for _ in 0..<500 {
            let tracing = TracingSubscriber<Int, Never>()
            Just(7).subscribe(tracing)
            inParallel(2) { $0 == 0 ? tracing.request(.max(1)) : tracing.cancel() }
            // The end is left out if cancel came between the value and it.
            #expect(["subscription Just", "value 7", "finished"].starts(with: tracing.lines))
            #expect(!tracing.lines.isEmpty)
        }
    }

    @Test func cancelInsideTheOnlyValueLeavesOutTheEnd() {
        let sources: [(String, AnyPublisher<Int, Never>)] = [
            ("Just", Just(7).eraseToAnyPublisher()),
            ("Optional", Optional(7).publisher.eraseToAnyPublisher()),
            ("Once", Result<Int, Never>.success(7).publisher.eraseToAnyPublisher()),
            ("Future", Future { $0(.success(7)) }.eraseToAnyPublisher()),
            ("[7]", [7].publisher.eraseToAnyPublisher()),
        ]
        for (name, source) in sources {
            let tracing = TracingSubscriber<Int, Never>(.max(1))
            tracing.onValue = { [unowned tracing] _ in
                tracing.cancel()
                return .none
            }
            source.subscribe(tracing)
            #expect(tracing.lines == ["subscription \(name)", "value 7"])
        }
    }

    @Test func emptyEndsAtOnceOrNever() {
        let ending = TracingSubscriber<Int, Boom>()
        Empty(outputType: Int.self, failureType: Boom.self).subscribe(ending)
        #expect(ending.lines == ["subscription Empty", "finished"])
        let silent = TracingSubscriber<Int, Boom>(.unlimited)
        Empty(completeImmediately: false).subscribe(silent)
        #expect(silent.lines == ["subscription Empty"])
    }

    @Test func failEndsWithItsErrorWithoutDemand() {
        let tracing = TracingSubscriber<Int, Boom>()
        Fail(error: .first).subscribe(tracing)
        #expect(tracing.lines == ["subscription Empty", "failure first"])
    }

    @Test func deferredMakesAPublisherForEachSubscriber() {
        var made = 0
        let deferred = Deferred { () -> Just<Int> in
            made += 1
            return Just(made)
        }
        #expect(made == 0)
        let first = TracingSubscriber<Int, Never>(.max(1))
        let second = TracingSubscriber<Int, Never>(.max(1))
        deferred.subscribe(first)
        deferred.subscribe(second)
        #expect(first.lines == ["subscription Just", "value 1", "finished"])
        #expect(second.lines == ["subscription Just", "value 2", "finished"])
    }
}
