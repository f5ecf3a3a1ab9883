// reduce, count, contains, allSatisfy, min, max, ignoreOutput, first, last: what they make of which values.
import Streams
import Testing

@Suite struct ReduceTests {
    /// What a publisher sends, without its subscription.
    private func signals<P: Publisher>(_ publisher: P) -> [String] {
        let tracing = TracingSubscriber<P.Output, P.Failure>(.max(1))
        publisher.subscribe(tracing)
        return Array(tracing.lines.dropFirst())
    }

    private let none = [Int]().publisher
    private let some = [3, 1, 4, 1, 5].publisher

    @Test func reduceAddsInOrderAndSendsItsStartForNothing() {
        #expect(signals(some.reduce("0") { "\($0)+\($1)" }) == ["value 0+3+1+4+1+5", "finished"])
        #expect(signals(some.tryReduce("0") { "\($0)+\($1)" }) == ["value 0+3+1+4+1+5", "finished"])
        #expect(signals(none.reduce("0") { "\($0)+\($1)" }) == ["value 0", "finished"])
        #expect(signals(some.reduce(nil as Int?) { _, _ in nil }) == ["value nil", "finished"])
    }

    @Test func nothingIsCountedAsZero() {
        #expect(signals(some.count()) == ["value 5", "finished"])
        #expect(signals(none.count()) == ["value 0", "finished"])
    }

    @Test func aResultForNothingWaitsForDemandToo() {
        let tracing = TracingSubscriber<Int, Never>()
        none.count().subscribe(tracing)
        #expect(tracing.lines == ["subscription Count"])
        tracing.request(.max(1))
        #expect(tracing.lines == ["subscription Count", "value 0", "finished"])
    }

    @Test func nothingContainsNothingAndSatisfiesAll() {
        #expect(signals(none.contains(1)) == ["value false", "finished"])
        #expect(signals(none.contains { _ in true }) == ["value false", "finished"])
        #expect(signals(none.allSatisfy { _ in false }) == ["value true", "finished"])
        #expect(signals(some.contains(5)) == ["value true", "finished"])
        #expect(signals(some.allSatisfy { $0 < 5 }) == ["value false", "finished"])
    }

    @Test func ofEqualValuesTheFirstIsTheLeastAndTheGreatest() {
        let pairs = [(1, "a"), (2, "b"), (1, "c"), (2, "d")].publisher
        #expect(signals(pairs.min { $0.0 < $1.0 }) == ["value (1, \"a\")", "finished"])
        #expect(signals(pairs.max { $0.0 < $1.0 }) == ["value (2, \"b\")", "finished"])
        #expect(signals(pairs.tryMin { $0.0 < $1.0 }) == ["value (1, \"a\")", "finished"])
        #expect(signals(pairs.tryMax { $0.0 < $1.0 }) == ["value (2, \"b\")", "finished"])
    }

    @Test func comparableValuesNeedNoOrder() {
        #expect(signals(some.min()) == ["value 1", "finished"])
        #expect(signals(some.max()) == ["value 5", "finished"])
    }

    @Test func firstAndLastAreTheEndsThatSatisfyTheCondition() {
        #expect(signals(some.first()) == ["value 3", "finished"])
        #expect(signals(some.first { $0 > 3 }) == ["value 4", "finished"])
        #expect(signals(some.tryFirst { $0 > 3 }) == ["value 4", "finished"])
        #expect(signals(some.last()) == ["value 5", "finished"])
        #expect(signals(some.last { $0 < 5 }) == ["value 1", "finished"])
        #expect(signals(some.tryLast { $0 < 5 }) == ["value 1", "finished"])
    }

    @Test func withoutAValueTheEndComesAloneAndNeedsNoDemand() {
        let publishers: [(String, AnyPublisher<Int, any Error>)] = [
            ("first", none.first().setFailureType(to: (any Error).self).eraseToAnyPublisher()),
            ("first where", some.first { $0 > 9 }.setFailureType(to: (any Error).self).eraseToAnyPublisher()),
            ("try first", some.tryFirst { $0 > 9 }.eraseToAnyPublisher()),
            ("last", none.last().setFailureType(to: (any Error).self).eraseToAnyPublisher()),
            ("last where", some.last { $0 > 9 }.setFailureType(to: (any Error).self).eraseToAnyPublisher()),
            ("try last", some.tryLast { $0 > 9 }.eraseToAnyPublisher()),
            ("min", none.min().setFailureType(to: (any Error).self).eraseToAnyPublisher()),
            ("max", none.max().setFailureType(to: (any Error).self).eraseToAnyPublisher()),
        ]
        for (name, publisher) in publishers {
            let tracing = TracingSubscriber<Int, any Error>()
            publisher.subscribe(tracing)
            #expect(tracing.lines.dropFirst() == ["finished"], "\(name)")
        }
    }

    @Test func aFirstNilIsAValue() {
        #expect(signals([nil, 1].publisher.first()) == ["value nil", "finished"])
        #expect(signals([1, nil].publisher.last()) == ["value nil", "finished"])
    }

    @Test func ignoredValuesAreAskedForAndOnlyTheEndPasses() {
        let upstream = ManualPublisher<Int, Boom>()
        for ending in [Subscribers.Completion<Boom>.finished, .failure(.first)] {
            let tracing = TracingSubscriber<Never, Boom>()
            upstream.ignoreOutput().subscribe(tracing)
            upstream.sendSubscription()
            upstream.send(1)
            upstream.send(completion: ending)
            upstream.send(completion: .finished)
            tracing.request(.max(1))
            tracing.cancel()
            #expect(
                tracing.lines == [
                    "subscription IgnoreOutput", ending == .finished ? "finished" : "failure first",
                ])
            #expect(upstream.history.take() == ["subscribed", "request unlimited", "cancel"])
        }
        let cancelled = TracingSubscriber<Never, Boom>(.max(1))
        upstream.ignoreOutput().subscribe(cancelled)
        cancelled.cancel()
        cancelled.cancel()
        upstream.send(completion: .finished)
        #expect(cancelled.lines == ["subscription IgnoreOutput"])
        #expect(upstream.lines == ["subscribed", "request unlimited", "cancel"])
    }

    @Test func publishersOfTheSameAreEqual() {
        let empty = Empty<Int, Never>()
        let endless = Empty<Int, Never>(completeImmediately: false)
        #expect(empty.first() == empty.first() && empty.first() != endless.first())
        #expect(empty.last() == empty.last() && empty.last() != endless.last())
        #expect(empty.count() == empty.count() && empty.count() != endless.count())
        #expect(empty.contains(1) == empty.contains(1) && empty.contains(1) != empty.contains(2))
        #expect(empty.dropFirst(1) == empty.dropFirst(1) && empty.dropFirst(1) != empty.dropFirst(2))
        #expect(empty.ignoreOutput() == empty.ignoreOutput())
        #expect(empty.replaceEmpty(with: 1) != empty.replaceEmpty(with: 2))
        #expect(empty.replaceError(with: 1) != empty.replaceError(with: 2))
        #expect(empty.setFailureType(to: Boom.self) != endless.setFailureType(to: Boom.self))
    }
}
