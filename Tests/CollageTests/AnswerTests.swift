// Answers: asked for once for each subscriber, given once, and to nobody who does not wait any more.

import Streams
import Testing

@testable import Collage

@Suite struct AnswerTests {
    private typealias Asked = Promise<Int, RunFault>

    @Test func eachSubscriberAsksAnew() {
        var asked: [Asked] = []
        let answer = Answer<Int, RunFault> { asked.append($0) }
        var values: [Int] = []
        let subscriptions = [1, 2].map { _ in
            answer.sink(receiveCompletion: { _ in }, receiveValue: { values.append($0) })
        }
        #expect(asked.count == 2)
        asked[1].fulfil(.success(2))
        asked[0].fulfil(.success(1))
        asked[0].fulfil(.success(3))
        #expect(values == [2, 1])
        subscriptions.forEach { $0.cancel() }
    }

    @Test func nothingIsAskedBeforeItIsWanted() {
        var asked = 0
        let answer = Answer<Int, RunFault> { _ in asked += 1 }
        var subscription: (any Subscription)?
        answer.subscribe(
            AnySubscriber<Int, RunFault>(
                receiveSubscription: { subscription = $0 }, receiveValue: { _ in .none },
                receiveCompletion: { _ in }))
        #expect(asked == 0)
        subscription?.request(.max(1))
        subscription?.request(.max(1))
        #expect(asked == 1)
    }

    @Test func anErrorEndsIt() {
        var asked: Asked?
        var failure: RunFault?
        let subscription = Answer<Int, RunFault> { asked = $0 }
            .sink(
                receiveCompletion: { if case .failure(let fault) = $0 { failure = fault } },
                receiveValue: { _ in })
        asked?.fulfil(.failure(RunFault("gone", status: .failure)))
        #expect(failure?.message == "gone")
        subscription.cancel()
    }

    @Test func whoCancelsGetsNothingAndIsKnownToBeGone() {
        var asked: Asked?
        var values: [Int] = []
        let subscription = Answer<Int, RunFault> { asked = $0 }
            .sink(receiveCompletion: { _ in }, receiveValue: { values.append($0) })
        #expect(asked?.isCancelled == false)
        subscription.cancel()
        #expect(asked?.isCancelled == true)
        asked?.fulfil(.success(1))
        #expect(values.isEmpty)
    }

    @Test func theAnswerOfAnotherPublisherIsWaitedForAsLongAsSomebodyWaits() {
        let other = PassthroughSubject<Int, RunFault>()
        var isCancelled = false
        // Held by others too, who may be about to answer.
        var asked: [Asked] = []
        let answer = Answer<Int, RunFault> {
            asked.append($0)
            $0.follow(other.handleEvents(receiveCancel: { isCancelled = true }))
        }
        var values: [Int] = []
        let first = answer.sink(receiveCompletion: { _ in }, receiveValue: { values.append($0) })
        other.send(7)
        #expect(values == [7])
        isCancelled = false
        let second = answer.sink(receiveCompletion: { _ in }, receiveValue: { values.append($0) })
        second.cancel()
        #expect(isCancelled)
        other.send(8)
        #expect(values == [7])
        first.cancel()
    }

    @Test func theAnswerMayBeMadeOfAnotherPublishersValueOrError() {
        let other = PassthroughSubject<String, PaintFailure>()
        let fault = RunFault("no workers", status: .failure)
        let answer = Answer<Int, RunFault> { promise in
            promise.follow(other) { result in
                switch result {
                case .success(let text): .success(text.count)
                case .failure: .failure(fault)
                }
            }
        }
        var events: [String] = []
        let subscriptions = [1, 2].map { _ in
            answer.sink(
                receiveCompletion: { events.append("\($0)") }, receiveValue: { events.append("\($0)") })
        }
        subscriptions[0].cancel()
        other.send("four")
        #expect(events == ["4", "finished"])
        events = []
        let failing = answer.sink(
            receiveCompletion: { if case .failure(let error) = $0 { events.append(error.message) } },
            receiveValue: { _ in })
        other.send(completion: .failure(.run(fault)))
        #expect(events == ["no workers"])
        failing.cancel()
        subscriptions[1].cancel()
    }
}
