// Future: early and late subscribers, first promise wins, races.
import Streams
import Testing

@Suite struct FutureTests {
    @Test func runsItsClosureAtOnceAndServesBothEarlyAndLate() {
        var promise: Future<Int, Boom>.Promise?
        let future = Future<Int, Boom> { promise = $0 }
        let early = TracingSubscriber<Int, Boom>(.max(1))
        future.subscribe(early)
        #expect(early.lines == ["subscription Future"])
        promise?(.success(4))
        promise?(.success(5))
        promise?(.failure(.first))
        let late = TracingSubscriber<Int, Boom>()
        future.subscribe(late)
        #expect(late.lines == ["subscription Future"])
        late.request(.max(1))
        let expected = ["subscription Future", "value 4", "finished"]
        #expect(early.lines == expected)
        #expect(late.lines == expected)
    }

    @Test func aValueWaitsForDemandAndAnErrorDoesNot() {
        let valued = TracingSubscriber<Int, Boom>()
        Future { $0(.success(1)) }.subscribe(valued)
        #expect(valued.lines == ["subscription Future"])
        let failed = TracingSubscriber<Int, Boom>()
        Future { $0(.failure(.second)) }.subscribe(failed)
        #expect(failed.lines == ["subscription Future", "failure second"])
    }

    @Test func servesSubscribersInTheirOrder() {
        var promise: Future<Int, Never>.Promise?
        let future = Future<Int, Never> { promise = $0 }
        let history = History()
        let all = (0..<20).map { index in
            TracingSubscriber<Int, Never>(.max(1)) { _ in
                history.note("\(index)")
                return .none
            }
        }
        for one in all { future.subscribe(one) }
        all[3].cancel()
        promise?(.success(1))
        #expect(history.lines == (0..<20).filter { $0 != 3 }.map { "\($0)" })
    }

    @Test func sendsNothingAfterCancel() {
        var promise: Future<Int, Boom>.Promise?
        let tracing = TracingSubscriber<Int, Boom>(.max(1))
        Future<Int, Boom> { promise = $0 }.subscribe(tracing)
        tracing.cancel()
        tracing.cancel()
        promise?(.failure(.first))
        tracing.request(.max(1))
        #expect(tracing.lines == ["subscription Future"])
    }

    @Test func cancelInsideTheSubscriptionIsHeeded() {
        var promise: Future<Int, Boom>.Promise?
        let tracing = TracingSubscriber<Int, Boom>()
        tracing.onSubscription = { $0.cancel() }
        Future<Int, Boom> { promise = $0 }.subscribe(tracing)
        promise?(.failure(.first))
        #expect(tracing.lines == ["subscription Future"])
    }

    @Test func promiseSubscribeRequestAndCancelMayRace() {
        for round in 0..<300 {
            var promise: Future<Int, Never>.Promise?
            let future = Future<Int, Never> { promise = $0 }
            let early = TracingSubscriber<Int, Never>()
            future.subscribe(early)
            let late = TracingSubscriber<Int, Never>(.max(1))
            let cancels = round % 2 == 0
            let fulfil = promise
            inParallel(4) { thread in
                switch thread {
                case 0: fulfil?(.success(round))
                case 1: early.request(.max(1))
                case 2: future.subscribe(late)
                default: if cancels { early.cancel() } else { fulfil?(.success(round)) }
                }
            }
            let full = ["subscription Future", "value \(round)", "finished"]
            #expect(late.lines == full)
            // The end is left out if cancel came between the value and it.
            #expect(early.lines == full || cancels && full.starts(with: early.lines))
            #expect(!early.lines.isEmpty)
        }
    }
}
