// What the transforming operators let go on cancel and at the end, although upstream keeps its subscriber.
import Streams
import Testing

@Suite struct TransformReferenceTests {
    /// A closing signal.
    enum Ending: CaseIterable { case cancel, finish, fail }

    private static let withoutClosure = [
        "prefix", "output(in:)", "dropFirst", "replaceEmpty", "last", "count", "contains", "collect",
        "replaceError", "contains early", "first",
    ]

    private static let others = [
        TestedOperator("replaceError", "ReplaceError") { up, _ in
            up.replaceError(with: 0).setFailureType(to: (any Error).self)
        },
        TestedOperator("catch", "Catch") { up, token in up.catch { Fail(error: token.pass($0)) } },
        TestedOperator("first", "First") { up, _ in up.first() },
        TestedOperator("first(where:)", "FirstWhere") { up, token in up.first { token.pass($0) > 9 } },
        TestedOperator("tryFirst", "TryFirstWhere") { up, token in up.tryFirst { token.pass($0) > 9 } },
    ]

    @Test(
        arguments: SteppingContractTests.operators + ReducingContractTests.operators + others,
        Ending.allCases)
    func endingDropsClosureAndDownstream(tested: TestedOperator, ending: Ending) {
        var token: Token? = Token()
        weak let watchedToken = token
        let rig = tested.rig(.max(1), token: token!)
        weak let watchedDownstream = rig.subscriber
        token = nil
        let holdsToken = !Self.withoutClosure.contains(tested.testDescription)
        if holdsToken { #expect(watchedToken != nil) }
        switch ending {
        case .cancel: rig.cancel()
        case .finish: rig.finish()
        case .fail: rig.fail()
        }
        #expect(watchedToken == nil)
        rig.forgetSubscriber()
        #expect(watchedDownstream == nil)
    }

    @Test(arguments: ReducingContractTests.operators)
    func aResultThatWaitsIsDroppedOnCancel(tested: TestedOperator) {
        let rig = tested.rig()
        weak let watchedDownstream = rig.subscriber
        rig.send(1)
        rig.finish()
        rig.cancel()
        rig.forgetSubscriber()
        #expect(watchedDownstream == nil)
    }

    @Test func stateIsDroppedOnCancelAndAtTheEnd() {
        for ends in [true, false] {
            let upstream = ManualPublisher<Token, Boom>()
            let results: [AnyPublisher<Token, Boom>] = [
                upstream.removeDuplicates { $0 === $1 }.eraseToAnyPublisher(),
                upstream.scan(Token()) { $1 }.eraseToAnyPublisher(),
                upstream.last().eraseToAnyPublisher(),
                upstream.first().eraseToAnyPublisher(),
                upstream.max { _, _ in true }.eraseToAnyPublisher(),
            ]
            for result in results {
                let tracing = TracingSubscriber<Token, Boom>(.max(1))
                result.subscribe(tracing)
                var token: Token? = Token()
                weak let watched = token
                upstream.send(token!)
                token = nil
                if ends { upstream.send(completion: .finished) } else { tracing.cancel() }
                #expect(watched == nil)
            }
        }
    }
}
