// map with key paths, tryMap, compactMap, tryCompactMap, replaceNil.
import Streams
import Testing

@Suite struct MappingTests {
    private struct Point {
        let x: Int
        let y: Int
        let name: String
    }

    private let points = [Point(x: 1, y: 2, name: "a"), Point(x: 3, y: 4, name: "b")]

    @Test func keyPathsTakeOneTwoOrThreeProperties() {
        let one = TracingSubscriber<Int, Never>(.unlimited)
        let single: Publishers.MapKeyPath<Publishers.Sequence<[Point], Never>, Int> = points.publisher
            .map(\.x)
        single.subscribe(one)
        #expect(one.lines == ["subscription ValueForKey", "value 1", "value 3", "finished"])
        let two = TracingSubscriber<(Int, Int), Never>(.unlimited)
        points.publisher.map(\.x, \.y).subscribe(two)
        #expect(two.lines == ["subscription ValueForKeys", "value (1, 2)", "value (3, 4)", "finished"])
        let three = TracingSubscriber<(Int, Int, String), Never>(.unlimited)
        points.publisher.map(\.y, \.x, \.name).subscribe(three)
        #expect(
            three.lines == [
                "subscription ValueForKeys", "value (2, 1, \"a\")", "value (4, 3, \"b\")", "finished",
            ])
    }

    @Test func demandCancelAndErrorsPassKeyPaths() {
        let upstream = ManualPublisher<Point, Boom>()
        let tracing = TracingSubscriber<Int, Boom>(.max(1)) { _ in .max(4) }
        upstream.map(\.x).subscribe(tracing)
        upstream.send(points[0])
        tracing.cancel()
        #expect(upstream.lines == ["subscribed", "request max(1)", "returned max(4)", "cancel"])
        let failing = TracingSubscriber<Int, Boom>()
        upstream.map(\.y).subscribe(failing)
        upstream.send(completion: .failure(.second))
        #expect(failing.lines == ["subscription ValueForKey", "failure second"])
    }

    @Test func mapsInARowAreOneStep() {
        let plain: Publishers.Map<Publishers.Sequence<ClosedRange<Int>, Never>, String> = (1...2).publisher
            .map { $0 * 10 }.map { "<\($0)>" }
        let tracing = TracingSubscriber<String, Never>(.unlimited)
        plain.subscribe(tracing)
        #expect(tracing.lines == ["subscription Map", "value <10>", "value <20>", "finished"])
        let trying: Publishers.TryMap<Publishers.Sequence<ClosedRange<Int>, Never>, String> = (1...2)
            .publisher
            .map { $0 * 10 }.tryMap { $0 + 1 }.tryMap { $0 + 1 }.map { "<\($0)>" }
        let tracingTry = TracingSubscriber<String, any Error>(.unlimited)
        trying.subscribe(tracingTry)
        #expect(tracingTry.lines == ["subscription TryMap", "value <12>", "value <22>", "finished"])
    }

    @Test func compactMapAsksForOneMoreInPlaceOfEachNil() {
        let upstream = ManualPublisher<String, Boom>()
        let tracing = TracingSubscriber<Int, Boom>(.max(1)) { _ in .max(2) }
        upstream.compactMap { Int($0) }.subscribe(tracing)
        upstream.send("one")
        upstream.send("1")
        upstream.send(completion: .failure(.first))
        tracing.cancel()
        #expect(tracing.lines == ["subscription CompactMap", "value 1", "failure first"])
        #expect(
            upstream.lines == [
                "subscribed", "request max(1)", "returned max(1)", "returned max(2)", "cancel",
            ])
    }

    @Test func compactMapsInARowAreOneStepAndTheSecondGetsNoNil() {
        let compact: Publishers.CompactMap<Publishers.Sequence<[String], Never>, String> =
            ["1", "x", "20", "3"].publisher
            .compactMap { Int($0) }.map { $0 + 1 }.compactMap { $0 > 9 ? nil : "<\($0)>" }
        let tracing = TracingSubscriber<String, Never>(.max(2))
        compact.subscribe(tracing)
        #expect(tracing.lines == ["subscription CompactMap", "value <2>", "value <4>", "finished"])
        let trying: Publishers.TryCompactMap<Publishers.Sequence<[String], Never>, Int> =
            ["1", "x", "20", "3"].publisher
            .tryCompactMap { Int($0) }.compactMap { $0 > 9 ? nil : $0 }
        let tracingTry = TracingSubscriber<Int, any Error>(.max(2))
        trying.subscribe(tracingTry)
        #expect(tracingTry.lines == ["subscription TryCompactMap", "value 1", "value 3", "finished"])
    }

    @Test func tryCompactMapAsksForOneMoreInPlaceOfEachNil() {
        let upstream = ManualPublisher<String, Boom>()
        let tracing = TracingSubscriber<Int, any Error>(.max(1))
        upstream.tryCompactMap { Int($0) }.subscribe(tracing)
        upstream.send("one")
        upstream.send("1")
        #expect(upstream.lines == ["subscribed", "request max(1)", "returned max(1)"])
    }

    @Test func nilsAreReplaced() {
        let tracing = TracingSubscriber<Int, Never>(.max(3))
        let replaced: Publishers.Map<Publishers.Sequence<[Int?], Never>, Int> = [1, nil, 3].publisher
            .replaceNil(with: 0)
        replaced.subscribe(tracing)
        #expect(tracing.lines == ["subscription Map", "value 1", "value 0", "value 3", "finished"])
    }
}
