// What all operators that hand values on one by one have in common.
import Streams
import Testing

@Suite struct SteppingContractTests {
    /// Each hands on 1, 2, 3 as they are.
    static let operators = [
        TestedOperator("tryMap", "TryMap") { up, token in up.tryMap { token.pass($0) } },
        TestedOperator("tryCompactMap", "TryCompactMap") { up, token in up.tryCompactMap { token.pass($0) } },
        TestedOperator("tryFilter", "TryFilter") { up, token in up.tryFilter { token.pass($0) > 0 } },
        TestedOperator("scan", "Scan") { up, token in up.scan(0) { token.pass($1) } },
        TestedOperator("tryScan", "TryScan") { up, token in up.tryScan(0) { token.pass($1) } },
        TestedOperator("removeDuplicates", "RemoveDuplicates") { up, token in
            up.removeDuplicates { token.pass($0) == $1 }
        },
        TestedOperator("tryRemoveDuplicates", "TryRemoveDuplicates") { up, token in
            up.tryRemoveDuplicates { token.pass($0) == $1 }
        },
        TestedOperator("prefix", "Output") { up, _ in up.prefix(100) },
        TestedOperator("output(in:)", "Output") { up, _ in up.output(in: 0...) },
        TestedOperator("prefix(while:)", "PrefixWhile") { up, token in up.prefix { token.pass($0) > 0 } },
        TestedOperator("tryPrefix", "TryPrefixWhile") { up, token in up.tryPrefix { token.pass($0) > 0 } },
        TestedOperator("dropFirst", "Drop") { up, _ in up.dropFirst(0) },
        TestedOperator("drop(while:)", "DropWhile") { up, token in up.drop { token.pass($0) < 0 } },
        TestedOperator("tryDrop", "TryDropWhile") { up, token in up.tryDrop { token.pass($0) < 0 } },
        TestedOperator("replaceEmpty", "ReplaceEmpty") { up, _ in up.replaceEmpty(with: 0) },
        TestedOperator("tryCatch", "TryCatch") { up, token in
            up.tryCatch { error -> Empty<Int, Never> in throw token.pass(error) }
        },
    ]

    @Test(arguments: operators)
    func demandAndWhatReceiveReturnsPass(tested: TestedOperator) {
        let rig = tested.rig(.max(2), onValue: { value, _ in value == "1" ? .max(3) : .none })
        rig.send(1, 2)
        rig.request(.unlimited)
        rig.send(3)
        rig.finish()
        #expect(
            rig.lines == ["subscription \(tested.name)", "value 1", "value 2", "value 3", "finished"])
        #expect(rig.asked == ["subscribed", "request max(2)", "returned max(3)", "request unlimited"])
    }

    @Test(arguments: operators)
    func aSecondSubscriptionIsCancelled(tested: TestedOperator) {
        let rig = tested.rig(.max(1))
        rig.upstream.sendSubscription()
        rig.send(1)
        #expect(rig.lines == ["subscription \(tested.name)", "value 1"])
        #expect(rig.asked == ["subscribed", "request max(1)", "cancel"])
    }

    @Test(arguments: operators)
    func nothingHappensAfterCancel(tested: TestedOperator) {
        let rig = tested.rig(.max(5))
        rig.send(1)
        rig.cancel()
        rig.cancel()
        rig.request(.max(1))
        rig.send(2)
        rig.finish()
        rig.fail()
        #expect(rig.lines == ["subscription \(tested.name)", "value 1"])
        #expect(rig.asked == ["subscribed", "request max(5)", "cancel"])
    }

    @Test(arguments: operators)
    func nothingHappensAfterTheEnd(tested: TestedOperator) {
        let rig = tested.rig(.max(5))
        rig.send(1)
        rig.finish()
        rig.send(2)
        rig.fail()
        rig.finish()
        rig.request(.max(1))
        rig.cancel()
        rig.upstream.sendSubscription()
        #expect(rig.lines == ["subscription \(tested.name)", "value 1", "finished"])
        #expect(rig.asked == ["subscribed", "request max(5)", "cancel"])
    }

    @Test(arguments: operators)
    func failuresPassWithoutDemand(tested: TestedOperator) {
        let rig = tested.rig()
        rig.fail(.second)
        rig.finish()
        #expect(rig.lines == ["subscription \(tested.name)", "failure second"])
        #expect(rig.asked == ["subscribed"])
    }

    @Test(arguments: operators)
    func cancelFromInsideAValueStops(tested: TestedOperator) {
        let rig = tested.rig(.unlimited) { _, subscription in
            subscription()?.cancel()
            subscription()?.request(.max(1))
            return .none
        }
        rig.send(1, 2)
        rig.finish()
        #expect(rig.lines == ["subscription \(tested.name)", "value 1"])
        #expect(rig.asked == ["subscribed", "request unlimited", "cancel"])
    }

    @Test(arguments: operators)
    func requestsFromInsideAValuePass(tested: TestedOperator) {
        let rig = tested.rig(.max(1)) { _, subscription in
            subscription()?.request(.max(2))
            return .none
        }
        rig.send(1)
        #expect(rig.asked == ["subscribed", "request max(1)", "request max(2)"])
    }

    @Test(arguments: operators)
    func cancelInAnswerToTheSubscriptionAsksForNothing(tested: TestedOperator) {
        let rig = tested.rig(onSubscription: { $0.cancel() })
        rig.request(.max(1))
        rig.send(1)
        rig.finish()
        #expect(rig.lines == ["subscription \(tested.name)"])
        #expect(rig.asked == ["subscribed", "cancel"])
    }

    @Test(arguments: operators)
    func theInnerSubscriberIsNamedLikeTheSubscription(tested: TestedOperator) {
        #expect(tested.innerName == tested.name)
    }

    /// Each throws at 13, having handed on 1.
    static let throwing = [
        TestedOperator("tryMap", "TryMap") { up, token in up.tryMap { try token.throwing(at: $0) } },
        TestedOperator("map.tryMap", "TryMap") { up, token in
            up.map { $0 }.tryMap { try token.throwing(at: $0) }
        },
        TestedOperator("tryMap.map", "TryMap") { up, token in
            up.tryMap { try token.throwing(at: $0) }.map { $0 }
        },
        TestedOperator("tryMap.tryMap", "TryMap") { up, token in
            up.tryMap { $0 }.tryMap { try token.throwing(at: $0) }
        },
        TestedOperator("tryCompactMap", "TryCompactMap") { up, token in
            up.tryCompactMap { try token.throwing(at: $0) }
        },
        TestedOperator("tryFilter", "TryFilter") { up, token in
            up.tryFilter { try token.throwing(at: $0) > 0 }
        },
        TestedOperator("filter.tryFilter", "TryFilter") { up, token in
            up.filter { $0 > 0 }.tryFilter { try token.throwing(at: $0) > 0 }
        },
        TestedOperator("tryFilter.filter", "TryFilter") { up, token in
            up.tryFilter { try token.throwing(at: $0) > 0 }.filter { $0 > 0 }
        },
        TestedOperator("tryFilter.tryFilter", "TryFilter") { up, token in
            up.tryFilter { $0 > 0 }.tryFilter { try token.throwing(at: $0) > 0 }
        },
        TestedOperator("tryScan", "TryScan") { up, token in up.tryScan(0) { try token.throwing(at: $1) } },
        TestedOperator("tryRemoveDuplicates", "TryRemoveDuplicates") { up, token in
            up.tryRemoveDuplicates { try $0 == token.throwing(at: $1) }
        },
        TestedOperator("tryPrefix", "TryPrefixWhile") { up, token in
            up.tryPrefix { try token.throwing(at: $0) > 0 }
        },
    ]

    @Test(arguments: throwing)
    func whatTheClosureThrowsCancelsUpstreamAndEnds(tested: TestedOperator) {
        let rig = tested.rig(.max(5))
        rig.send(1, 13, 2)
        rig.finish()
        rig.fail(.second)
        rig.request(.max(1))
        rig.cancel()
        #expect(rig.lines.dropFirst() == ["value 1", "failure first"])
        #expect(rig.asked == ["subscribed", "request max(5)", "cancel"])
    }
}
