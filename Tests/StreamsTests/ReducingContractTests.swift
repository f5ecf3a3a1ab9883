// What all operators that make one value of all have in common.
import Streams
import Testing

@Suite struct ReducingContractTests {
    /// Each knows its result at the end, not before, after 1, 2, 3.
    static let operators = [
        TestedOperator("last", "Last") { up, _ in up.last() },
        TestedOperator("last(where:)", "LastWhere") { up, token in up.last { token.pass($0) > 0 } },
        TestedOperator("tryLast", "TryLastWhere") { up, token in up.tryLast { token.pass($0) > 0 } },
        TestedOperator("reduce", "Reduce") { up, token in up.reduce(-3) { token.pass($0) + $1 } },
        TestedOperator("tryReduce", "TryReduce") { up, token in up.tryReduce(-3) { token.pass($0) + $1 } },
        TestedOperator("count", "Count") { up, _ in up.count() },
        TestedOperator("contains", "Contains") { up, _ in up.contains(9) },
        TestedOperator("contains(where:)", "ContainsWhere") { up, token in
            up.contains { token.pass($0) > 9 }
        },
        TestedOperator("tryContains", "TryContainsWhere") { up, token in
            up.tryContains { token.pass($0) > 9 }
        },
        TestedOperator("allSatisfy", "AllSatisfy") { up, token in up.allSatisfy { token.pass($0) > 0 } },
        TestedOperator("tryAllSatisfy", "TryAllSatisfy") { up, token in
            up.tryAllSatisfy { token.pass($0) > 0 }
        },
        TestedOperator("min", "Comparison") { up, token in up.min { token.pass($0) > $1 } },
        TestedOperator("max", "Comparison") { up, token in up.max { token.pass($0) < $1 } },
        TestedOperator("tryMin", "TryComparison") { up, token in up.tryMin { token.pass($0) > $1 } },
        TestedOperator("tryMax", "TryComparison") { up, token in up.tryMax { token.pass($0) < $1 } },
        TestedOperator("collect", "Collect") { up, _ in up.collect().map { $0.count } },
    ]

    private func result(of tested: TestedOperator) -> String {
        switch tested.testDescription {
        case "contains", "contains(where:)", "tryContains": "value false"
        case "allSatisfy", "tryAllSatisfy": "value true"
        default: "value 3"
        }
    }

    private func subscription(of tested: TestedOperator) -> String {
        tested.name == "Collect" ? "subscription Map" : "subscription \(tested.name)"
    }

    @Test(arguments: operators)
    func everythingIsAskedForAndTheResultComesAtTheEnd(tested: TestedOperator) {
        let rig = tested.rig(.max(5), onValue: { _, _ in .max(7) })
        rig.send(1, 2, 3)
        rig.request(.max(2))
        #expect(rig.lines == [subscription(of: tested)])
        rig.finish()
        #expect(rig.lines == [subscription(of: tested), result(of: tested), "finished"])
        #expect(rig.asked == ["subscribed", "request unlimited"])
    }

    @Test(arguments: operators)
    func theResultWaitsForDemandAndComesOnce(tested: TestedOperator) {
        let rig = tested.rig()
        rig.send(1, 2, 3)
        rig.finish()
        rig.send(4)
        rig.fail()
        #expect(rig.lines == [subscription(of: tested)])
        rig.request(.max(1))
        rig.request(.max(1))
        rig.finish()
        rig.cancel()
        #expect(rig.lines == [subscription(of: tested), result(of: tested), "finished"])
        #expect(rig.asked == ["subscribed", "request unlimited"])
    }

    @Test(arguments: operators)
    func failuresNeedNoDemandAndDropTheResult(tested: TestedOperator) {
        let rig = tested.rig()
        rig.send(1, 2)
        rig.fail(.second)
        rig.finish()
        rig.request(.max(1))
        #expect(rig.lines == [subscription(of: tested), "failure second"])
    }

    @Test(arguments: operators)
    func nothingHappensAfterCancel(tested: TestedOperator) {
        for ends in [true, false] {
            let rig = tested.rig()
            rig.send(1)
            if ends { rig.finish() }
            rig.cancel()
            rig.cancel()
            rig.request(.max(1))
            rig.send(2)
            rig.finish()
            #expect(rig.lines == [subscription(of: tested)])
            // What has ended has nothing to cancel.
            #expect(rig.asked == ["subscribed", "request unlimited"] + (ends ? [] : ["cancel"]))
        }
    }

    @Test(arguments: operators)
    func aSecondSubscriptionIsCancelled(tested: TestedOperator) {
        let rig = tested.rig()
        rig.upstream.sendSubscription()
        rig.finish()
        rig.upstream.sendSubscription()
        #expect(rig.asked == ["subscribed", "request unlimited", "cancel", "cancel"])
    }

    @Test(arguments: operators)
    func cancelInAnswerToTheSubscriptionAsksForNothing(tested: TestedOperator) {
        let rig = tested.rig(onSubscription: { $0.cancel() })
        rig.request(.max(1))
        rig.send(1)
        rig.finish()
        #expect(rig.lines == [subscription(of: tested)])
        #expect(rig.asked == ["subscribed", "cancel"])
    }

    @Test(arguments: operators)
    func cancelFromInsideTheResultSuppressesTheEnd(tested: TestedOperator) {
        let rig = tested.rig(.max(1)) { _, subscription in
            subscription()?.cancel()
            subscription()?.request(.max(1))
            return .none
        }
        rig.send(1, 2, 3)
        rig.finish()
        #expect(rig.lines == [subscription(of: tested), result(of: tested)])
    }

    @Test(arguments: operators)
    func theInnerSubscriberIsNamedLikeTheOperator(tested: TestedOperator) {
        #expect(tested.innerName == tested.name)
    }

    /// Each throws at 13.
    static let throwing = [
        TestedOperator("tryFirst", "TryFirstWhere") { up, token in
            up.tryFirst { try token.throwing(at: $0) < 0 }
        },
        TestedOperator("tryLast", "TryLastWhere") { up, token in
            up.tryLast { try token.throwing(at: $0) > 0 }
        },
        TestedOperator("tryReduce", "TryReduce") { up, token in
            up.tryReduce(0) { try $0 + token.throwing(at: $1) }
        },
        TestedOperator("tryContains", "TryContainsWhere") { up, token in
            up.tryContains { try token.throwing(at: $0) < 0 }
        },
        TestedOperator("tryAllSatisfy", "TryAllSatisfy") { up, token in
            up.tryAllSatisfy { try token.throwing(at: $0) > 0 }
        },
        TestedOperator("tryMin", "TryComparison") { up, token in
            up.tryMin { try token.throwing(at: $0) < token.throwing(at: $1) }
        },
        TestedOperator("tryMax", "TryComparison") { up, token in
            up.tryMax { try token.throwing(at: $0) < token.throwing(at: $1) }
        },
    ]

    @Test(arguments: throwing)
    func whatTheClosureThrowsCancelsUpstreamAndEndsWithoutDemand(tested: TestedOperator) {
        let rig = tested.rig()
        rig.send(1, 13, 2)
        rig.finish()
        rig.fail(.second)
        rig.request(.max(1))
        rig.cancel()
        #expect(rig.lines == ["subscription \(tested.name)", "failure first"])
        #expect(rig.asked == ["subscribed", "request unlimited", "cancel"])
    }

    /// Each knows its result at 2.
    static let early = [
        TestedOperator("first(where:)", "FirstWhere") { up, token in up.first { token.pass($0) > 1 } },
        TestedOperator("tryFirst", "TryFirstWhere") { up, token in up.tryFirst { token.pass($0) > 1 } },
        TestedOperator("dropFirst.first", "First") { up, token in up.dropFirst().first() },
        TestedOperator("contains", "Contains") { up, _ in up.contains(2) },
        TestedOperator("contains(where:)", "ContainsWhere") { up, token in
            up.contains { token.pass($0) > 1 }
        },
        TestedOperator("tryContains", "TryContainsWhere") { up, token in
            up.tryContains { token.pass($0) > 1 }
        },
        TestedOperator("allSatisfy", "AllSatisfy") { up, token in up.allSatisfy { token.pass($0) < 2 } },
        TestedOperator("tryAllSatisfy", "TryAllSatisfy") { up, token in
            up.tryAllSatisfy { token.pass($0) < 2 }
        },
    ]

    private func earlyResult(of tested: TestedOperator) -> String {
        if tested.testDescription.contains("irst") { return "value 2" }
        return tested.testDescription.contains("ontains") ? "value true" : "value false"
    }

    @Test(arguments: early)
    func aResultThatIsKnownEarlyCancelsUpstreamAtOnce(tested: TestedOperator) {
        let rig = tested.rig(.max(1))
        rig.send(1)
        #expect(!rig.asked.contains("cancel"))
        rig.send(2, 3)
        rig.finish()
        rig.cancel()
        #expect(rig.lines == ["subscription \(tested.name)", earlyResult(of: tested), "finished"])
        #expect(rig.asked.last == "cancel")
        #expect(rig.asked.filter { $0 == "cancel" }.count == 1)
    }

    @Test(arguments: early)
    func aResultThatIsKnownEarlyWaitsForDemand(tested: TestedOperator) {
        let rig = tested.rig()
        rig.send(1, 2, 3)
        rig.fail()
        rig.finish()
        #expect(rig.lines == ["subscription \(tested.name)"])
        #expect(rig.asked.last == "cancel")
        rig.request(.max(1))
        #expect(rig.lines == ["subscription \(tested.name)", earlyResult(of: tested), "finished"])
    }
}
