// map, mapError, setFailureType: stateless, demand and values pass.
import Streams
import Testing

@Suite struct MapTests {
    @Test func valuesAreTransformedAndDemandPasses() {
        let upstream = ManualPublisher<Int, Boom>()
        let tracing = TracingSubscriber<String, Boom>(.max(2)) { $0 == "<1>" ? .max(3) : .none }
        upstream.map { "<\($0)>" }.subscribe(tracing)
        upstream.send(1)
        upstream.send(2)
        upstream.send(completion: .failure(.first))
        tracing.cancel()
        #expect(tracing.lines == ["subscription Map", "value <1>", "value <2>", "failure first"])
        #expect(upstream.lines == ["subscribed", "request max(2)", "returned max(3)", "cancel"])
    }

    @Test func operatorsAreNamedAsInCombine() {
        var names: [String] = []
        struct Naming: Publisher {
            typealias Output = Int
            typealias Failure = Never
            let report: (String) -> Void
            func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
                report("\(subscriber)")
                subscriber.receive(subscription: Subscriptions.empty)
            }
        }
        let naming = Naming { names.append($0) }
        var bag: [AnyCancellable] = []
        naming.map { $0 }.sink { _ in }.store(in: &bag)
        naming.setFailureType(to: Boom.self).mapError { $0 }.sink(
            receiveCompletion: { _ in }, receiveValue: { _ in }
        ).store(in: &bag)
        naming.sink { _ in }.store(in: &bag)
        naming.flatMap { Just($0) }.sink { _ in }.store(in: &bag)
        naming.receive(on: ImmediateScheduler.shared).sink { _ in }.store(in: &bag)
        #expect(names == ["Map", "SetFailureType", "Sink", "FlatMap", "ReceiveOn"])
    }

    @Test func errorsAreTransformed() {
        let upstream = ManualPublisher<Int, Boom>()
        let tracing = TracingSubscriber<Int, Boom>(.max(1))
        upstream.mapError { _ in Boom.second }.subscribe(tracing)
        upstream.send(1)
        upstream.send(completion: .failure(.first))
        #expect(tracing.lines == ["subscription MapError", "value 1", "failure second"])
        let finishing = TracingSubscriber<Int, Boom>()
        upstream.mapError { _ in Boom.second }.subscribe(finishing)
        upstream.send(completion: .finished)
        #expect(finishing.lines == ["subscription MapError", "finished"])
    }

    @Test func aTypeOfErrorIsAdded() {
        let tracing = TracingSubscriber<Int, Boom>(.unlimited)
        [1, 2].publisher.setFailureType(to: Boom.self).subscribe(tracing)
        #expect(tracing.lines == ["subscription SetFailureType", "value 1", "value 2", "finished"])
    }

    #if !DEBUG
        /// Debug frames are several times larger, so that this holds in release builds only.
        @Test func aThousandErasedMapsFitASmallStack() {
            var chain = (0..<10).publisher.eraseToAnyPublisher()
            for _ in 0..<1000 { chain = chain.map { $0 + 1 }.eraseToAnyPublisher() }
            let long = chain
            let tracing = TracingSubscriber<Int, Never>(.unlimited)
            inParallel(1, stackSize: 512 * 1024) { _ in long.subscribe(tracing) }
            #expect(tracing.lines.suffix(2) == ["value 1009", "finished"])
        }
    #endif
}
