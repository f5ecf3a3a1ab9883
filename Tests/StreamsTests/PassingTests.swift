// handleEvents, encode and decode.
import Streams
import Testing

/// Doubles on the way out, halves on the way in, and throws at what it doesn't like.
struct HalvingCoder: TopLevelEncoder, TopLevelDecoder {
    func encode<T: Encodable>(_ value: T) throws -> Int {
        guard let number = value as? Int, number != 13 else { throw Boom.first }
        return number * 2
    }

    func decode<T: Decodable>(_ type: T.Type, from: Int) throws -> T {
        guard from % 2 == 0, let half = from / 2 as? T else { throw Boom.second }
        return half
    }
}

struct FailingCoder: TopLevelDecoder {
    func decode<T: Decodable>(_ type: T.Type, from: Int) throws -> T { throw Boom.first }
}

@Suite struct PassingTests {
    private func watched(
        _ upstream: ManualPublisher<Int, Boom>, by history: History
    ) -> Publishers.HandleEvents<ManualPublisher<Int, Boom>> {
        upstream.handleEvents(
            receiveSubscription: { history.note("watch subscription \($0)") },
            receiveOutput: { history.note("watch value \($0)") },
            receiveCompletion: { history.note("watch \($0)") },
            receiveCancel: { history.note("watch cancel") },
            receiveRequest: { history.note("watch request \($0)") })
    }

    @Test func eventsAreSeenBeforeTheyPass() {
        let history = History()
        let upstream = ManualPublisher<Int, Boom>("up", history: history)
        let tracing = TracingSubscriber<Int, Boom>(.max(1), history: history) { _ in .max(2) }
        watched(upstream, by: history).subscribe(tracing)
        upstream.send(1)
        upstream.send(completion: .finished)
        upstream.send(2)
        tracing.cancel()
        #expect(
            history.lines == [
                "up subscribed", "watch subscription Manual", "subscription HandleEvents",
                "watch request max(1)", "up request max(1)", "watch value 1", "value 1",
                "watch request max(2)", "up returned max(2)", "watch finished", "finished",
            ])
    }

    @Test func cancelIsSeenOnceAndStops() {
        let history = History()
        let upstream = ManualPublisher<Int, Boom>("up", history: history)
        let tracing = TracingSubscriber<Int, Boom>(history: history)
        watched(upstream, by: history).subscribe(tracing)
        _ = history.take()
        tracing.cancel()
        tracing.cancel()
        tracing.request(.max(1))
        upstream.send(1)
        upstream.send(completion: .finished)
        upstream.sendSubscription()
        #expect(history.lines == ["watch cancel", "up cancel", "up cancel"])
    }

    @Test func valuesAreEncodedAndDecoded() {
        let tracing = TracingSubscriber<Int, any Error>(.unlimited)
        [1, 2].publisher.encode(encoder: HalvingCoder()).decode(type: Int.self, decoder: HalvingCoder())
            .subscribe(tracing)
        #expect(tracing.lines == ["subscription Decode", "value 1", "value 2", "finished"])
    }

    @Test func whatACoderThrowsEndsBothSides() {
        let upstream = ManualPublisher<Int, Boom>()
        let tracing = TracingSubscriber<Int, any Error>(.max(5))
        upstream.encode(encoder: HalvingCoder()).subscribe(tracing)
        upstream.send(1)
        upstream.send(13)
        upstream.send(2)
        upstream.send(completion: .finished)
        tracing.cancel()
        #expect(tracing.lines == ["subscription Encode", "value 2", "failure first"])
        #expect(upstream.lines == ["subscribed", "request max(5)", "cancel"])
    }

    @Test func upstreamsErrorPassesAndCancelStops() {
        let upstream = ManualPublisher<Int, Boom>()
        let failing = TracingSubscriber<Int, any Error>()
        upstream.decode(type: Int.self, decoder: HalvingCoder()).subscribe(failing)
        upstream.send(completion: .failure(.second))
        #expect(failing.lines == ["subscription Decode", "failure second"])
        let cancelled = TracingSubscriber<Int, any Error>()
        upstream.decode(type: Int.self, decoder: HalvingCoder()).subscribe(cancelled)
        cancelled.cancel()
        cancelled.cancel()
        upstream.send(2)
        #expect(cancelled.lines == ["subscription Decode"])
        #expect(upstream.lines == ["subscribed", "subscribed", "cancel"])
    }
}
