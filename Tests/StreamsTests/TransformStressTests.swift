// Requests, cancel and the end at a time, from threads of their own.
import Streams
import Testing

@Suite(.timeLimit(.minutes(2))) struct TransformStressTests {
    private static let rounds = 60

    @Test(arguments: ReducingContractTests.operators + ReducingContractTests.early)
    func requestsMayRaceWithTheResult(tested: TestedOperator) {
        for _ in 0..<Self.rounds {
            let rig = tested.rig()
            inParallel(3) { thread in
                if thread == 0 {
                    rig.send(1, 2, 3)
                    rig.finish()
                } else {
                    rig.request(.max(1))
                }
            }
            let lines = rig.lines
            #expect(lines.count == 3 && lines[1].hasPrefix("value") && lines[2] == "finished")
        }
    }

    @Test(arguments: ReducingContractTests.operators + ReducingContractTests.early)
    func cancelMayRaceWithTheResult(tested: TestedOperator) {
        for _ in 0..<Self.rounds {
            let rig = tested.rig()
            inParallel(3) { thread in
                switch thread {
                case 0:
                    rig.send(1, 2, 3)
                    rig.finish()
                case 1: rig.request(.max(1))
                default: rig.cancel()
                }
            }
            let seen = rig.lines.dropFirst().map { $0.hasPrefix("value") ? "value" : $0 }
            #expect([[], ["value"], ["value", "finished"]].contains(Array(seen)))
            #expect(rig.asked.filter { $0 == "cancel" }.count <= 1)
        }
    }

    @Test(arguments: ReducingContractTests.operators)
    func cancelMayRaceWithAnError(tested: TestedOperator) {
        for _ in 0..<Self.rounds {
            let rig = tested.rig(.max(1))
            inParallel(2) { thread in
                if thread == 0 {
                    rig.fail()
                    rig.finish()
                } else {
                    rig.cancel()
                }
            }
            // Cancelled first, nothing comes; whether upstream hears of it depends on whether it had ended.
            let seen = Array(rig.lines.dropFirst())
            #expect(seen == [] || seen == ["failure first"])
            if rig.asked.contains("cancel") { #expect(seen == []) }
        }
    }

    @Test(arguments: SteppingContractTests.operators)
    func cancelMayRaceWithValues(tested: TestedOperator) {
        for _ in 0..<Self.rounds {
            let rig = tested.rig(.unlimited)
            inParallel(3) { thread in
                switch thread {
                case 0:
                    for value in 1...20 { rig.send(value) }
                    rig.finish()
                case 1: for _ in 1...5 { rig.request(.max(1)) }
                default: rig.cancel()
                }
            }
            var seen = Array(rig.lines.dropFirst())
            let hasEnded = seen.last == "finished"
            if hasEnded {
                #expect(seen.count == 21)
                seen.removeLast()
            }
            #expect(seen == (1...20).prefix(seen.count).map { "value \($0)" })
            // Either the end or cancel comes first, and the other does nothing.
            #expect(rig.asked.filter { $0 == "cancel" }.count == (hasEnded ? 0 : 1))
        }
    }

    @Test func theEndOfAPrefixMayRaceWithCancelAndRequests() {
        for _ in 0..<Self.rounds * 5 {
            let upstream = ManualPublisher<Int, Boom>()
            let tracing = TracingSubscriber<Int, Boom>(.unlimited)
            upstream.prefix(3).subscribe(tracing)
            inParallel(3) { thread in
                switch thread {
                case 0: for value in 1...9 { upstream.send(value) }
                case 1: for _ in 1...5 { tracing.request(.max(1)) }
                default: tracing.cancel()
                }
            }
            let whole = ["value 1", "value 2", "value 3", "finished"]
            let seen = Array(tracing.lines.dropFirst())
            #expect(seen == Array(whole.prefix(seen.count)))
            #expect(upstream.lines.filter { $0 == "cancel" }.count == 1)
        }
    }

    @Test func theEndOfAnEmptyStreamMayRaceWithCancelAndRequests() {
        for cancels in [true, false] {
            for _ in 0..<Self.rounds * 3 {
                let upstream = ManualPublisher<Int, Boom>()
                let tracing = TracingSubscriber<Int, Boom>()
                upstream.replaceEmpty(with: 7).subscribe(tracing)
                inParallel(3) { thread in
                    switch thread {
                    case 0: upstream.send(completion: .finished)
                    case 1: tracing.request(.max(1))
                    default: if cancels { tracing.cancel() }
                    }
                }
                let whole = ["value 7", "finished"]
                let seen = Array(tracing.lines.dropFirst())
                #expect(seen == Array(whole.prefix(cancels ? seen.count : 2)))
            }
        }
    }

    @Test func theEndOfAFailingStreamMayRaceWithCancelAndRequests() {
        for cancels in [true, false] {
            for _ in 0..<Self.rounds * 3 {
                let upstream = ManualPublisher<Int, Boom>()
                let tracing = TracingSubscriber<Int, Never>()
                upstream.replaceError(with: 7).subscribe(tracing)
                inParallel(3) { thread in
                    switch thread {
                    case 0: upstream.send(completion: .failure(.first))
                    case 1: tracing.request(.max(1))
                    default: cancels ? tracing.cancel() : tracing.request(.max(1))
                    }
                }
                let whole = ["value 7", "finished"]
                let seen = Array(tracing.lines.dropFirst())
                #expect(seen == Array(whole.prefix(cancels ? seen.count : 2)))
            }
        }
    }

    @Test func aLongChainKeepsOrderAndCountWhateverThreadAsks() {
        for _ in 0..<10 {
            let tracing = TracingSubscriber<Int, any Error>()
            (1...).publisher
                .filter { $0 % 2 == 0 }
                .tryMap { $0 / 2 }
                .compactMap { $0 % 3 == 0 ? nil : $0 }
                .scan(0) { $1 }
                .removeDuplicates()
                .dropFirst(2)
                .prefix(400)
                .subscribe(tracing)
            inParallel(4) { _ in for _ in 0..<100 { tracing.request(.max(1)) } }
            let expected = (1...2000).filter { $0 % 3 != 0 }.dropFirst(2).prefix(400).map { "value \($0)" }
            #expect(tracing.lines == ["subscription Output"] + expected + ["finished"])
        }
    }
}
