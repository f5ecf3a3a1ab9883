import Testing

// PassthroughSubject and CurrentValueSubject: demand, order, re-entrant sends, ends, references.
@testable import Streams

@Suite struct SubjectTests {
    typealias Passthrough = PassthroughSubject<Int, Boom>
    typealias Current = CurrentValueSubject<Int, Boom>

    @Test func valuesWithoutDemandAreDropped() {
        let subject = Passthrough()
        let tracing = TracingSubscriber<Int, Boom>(.max(1)) { $0 == 3 ? .max(1) : .none }
        subject.subscribe(tracing)
        for value in 1...2 { subject.send(value) }
        tracing.request(.max(1))
        for value in 3...5 { subject.send(value) }
        subject.send(completion: .failure(.first))
        subject.send(6)
        subject.send(completion: .finished)
        #expect(
            tracing.lines == [
                "subscription PassthroughSubject", "value 1", "value 3", "value 4", "failure first",
            ])
    }

    @Test func subscribersAreServedInTheOrderInWhichTheyCame() {
        let subject = Passthrough()
        let history = History()
        let all = (0..<20).map { index in
            TracingSubscriber<Int, Boom>(.unlimited) { _ in
                history.note("\(index)")
                return .none
            }
        }
        for tracing in all { subject.subscribe(tracing) }
        for index in stride(from: 1, to: 20, by: 2) { all[index].cancel() }
        subject.send(0)
        #expect(history.take() == stride(from: 0, to: 20, by: 2).map { "\($0)" })
        for index in 2..<20 { all[index].cancel() }
        subject.send(1)
        #expect(history.take() == ["0"])
    }

    @Test func aLateSubscriberGetsTheEnd() {
        let subject = Passthrough()
        subject.send(completion: .finished)
        let tracing = TracingSubscriber<Int, Boom>(.unlimited)
        subject.subscribe(tracing)
        #expect(tracing.lines == ["subscription Empty", "finished"])
    }

    @Test func whatIsSentFromInsideReachesAllInTheSameOrder() {
        let subject = Passthrough()
        let first = TracingSubscriber<Int, Boom>(.unlimited) { value in
            if value < 3 { subject.send(value + 1) }
            return .none
        }
        let second = TracingSubscriber<Int, Boom>(.unlimited)
        subject.subscribe(first)
        subject.subscribe(second)
        subject.send(1)
        let expected = ["subscription PassthroughSubject", "value 1", "value 2", "value 3"]
        #expect(first.lines == expected)
        #expect(second.lines == expected)
    }

    @Test func aMillionSendsFromInsideFitASmallStack() {
        let subject = Passthrough()
        var sum = 0
        inParallel(1) { _ in
            let handle = subject.sink(receiveCompletion: { _ in }) { value in
                sum += 1
                if value < 1_000_000 { subject.send(value + 1) }
            }
            subject.send(1)
            handle.cancel()
        }
        #expect(sum == 1_000_000)
    }

    @Test func cancelFromInsideStopsAndSparesTheOthers() {
        let subject = Passthrough()
        let second = TracingSubscriber<Int, Boom>(.unlimited)
        let first = TracingSubscriber<Int, Boom>(.unlimited) { _ in
            second.cancel()
            return .none
        }
        subject.subscribe(first)
        subject.subscribe(second)
        subject.send(1)
        first.cancel()
        first.cancel()
        first.request(.max(1))
        subject.send(2)
        subject.send(completion: .finished)
        #expect(first.lines == ["subscription PassthroughSubject", "value 1"])
        #expect(second.lines == ["subscription PassthroughSubject"])
    }

    @Test func aSubscriberThatComesFromInsideGetsWhatIsSentAfterwards() {
        let subject = Passthrough()
        let late = TracingSubscriber<Int, Boom>(.unlimited)
        let tracing = TracingSubscriber<Int, Boom>(.unlimited) { value in
            if value == 1 {
                subject.subscribe(late)
                subject.send(2)
            }
            return .none
        }
        subject.subscribe(tracing)
        subject.send(1)
        #expect(late.lines == ["subscription PassthroughSubject", "value 2"])
        #expect(tracing.lines == ["subscription PassthroughSubject", "value 1", "value 2"])
    }

    @Test func theCurrentValueComesWhenItIsAskedFor() {
        let subject = Current(0)
        let tracing = TracingSubscriber<Int, Boom>()
        subject.subscribe(tracing)
        #expect(tracing.lines == ["subscription CurrentValueSubject"])
        subject.send(1)
        subject.value = 2
        tracing.request(.max(1))
        tracing.request(.max(1))
        #expect(tracing.lines == ["subscription CurrentValueSubject", "value 2"])
        subject.value += 1
        subject.send(4)
        #expect(subject.value == 4)
        tracing.request(.max(2))
        #expect(tracing.lines.suffix(2) == ["value 3", "value 4"])
        subject.send(completion: .finished)
        #expect(tracing.lines.last == "finished")
    }

    @Test func theCurrentValueIsTheOneThatWasSetLast() {
        let subject = Current(0)
        let history = History()
        let tracing = TracingSubscriber<Int, Boom>(.unlimited) { value in
            if value == 1 { subject.send(2) }
            history.note("\(value): \(subject.value)")
            return .none
        }
        subject.subscribe(tracing)
        subject.send(1)
        #expect(history.lines == ["0: 0", "1: 2", "2: 2"])
    }

    @Test func anOptionalValueCanBeNil() {
        let subject = CurrentValueSubject<Int?, Never>(nil)
        let tracing = TracingSubscriber<Int?, Never>(.unlimited)
        subject.subscribe(tracing)
        subject.send(nil)
        #expect(tracing.lines == ["subscription CurrentValueSubject", "value nil", "value nil"])
    }

    @Test func upstreamIsAskedOnceSomebodyAsks() {
        let upstream = ManualPublisher<Int, Boom>()
        let subject = Passthrough()
        let tracing = TracingSubscriber<Int, Boom>()
        subject.subscribe(tracing)
        let handle = upstream.subscribe(subject)
        #expect(upstream.lines == ["subscribed"])
        tracing.request(.max(1))
        tracing.request(.max(1))
        #expect(upstream.lines == ["subscribed", "request unlimited"])
        upstream.send(1)
        handle.cancel()
        upstream.send(2)
        #expect(tracing.lines == ["subscription PassthroughSubject", "value 1"])
        #expect(upstream.lines == ["subscribed", "request unlimited", "cancel"])
    }

    @Test func aCurrentValueSubjectAsksAtOnceAndCancelsAfterItsEnd() {
        let upstream = ManualPublisher<Int, Boom>()
        let subject = Current(0)
        AnySubscriber(subject).receive(subscription: Subscriptions.empty)
        let handle = upstream.subscribe(subject)
        upstream.send(1)
        #expect(subject.value == 1)
        upstream.sendSubscription()
        subject.send(completion: .finished)
        let other = upstream.subscribe(subject)
        #expect(upstream.lines == ["subscribed", "request unlimited", "cancel", "subscribed", "cancel"])
        withExtendedLifetime((handle, other)) {}
    }

    @Test func connectionsThatAreOverAreForgotten() {
        let upstream = ManualPublisher<Int, Boom>()
        let subject = Passthrough()
        for _ in 0..<3 { upstream.subscribe(subject).cancel() }
        #expect(subject.core.upstreams.count == 1)
        #expect(upstream.lines.filter { $0 == "cancel" }.count == 3)
    }

    @Test func cancelAndTheEndLetGo() {
        for ends in [true, false] {
            var subject: Current? = Current(0)
            weak let watchedSubject = subject
            var tracing: TracingSubscriber<Int, Boom>? = TracingSubscriber(.unlimited)
            weak let watched = tracing
            subject?.subscribe(tracing!)
            let subscription = tracing?.subscription
            if ends { subject?.send(completion: .finished) } else { subscription?.cancel() }
            tracing = nil
            #expect(watched == nil)
            subject = nil
            #expect(watchedSubject == nil)
            withExtendedLifetime(subscription) {}
        }
    }

    @Test func aSubscriptionKeepsWhatTheSubjectKnows() {
        let tracing = TracingSubscriber<Int, Boom>()
        Current(7).subscribe(tracing)
        tracing.request(.max(1))
        #expect(tracing.lines == ["subscription CurrentValueSubject", "value 7"])
    }

    @Test func aVoidSubjectNeedsNoValue() {
        let subject = PassthroughSubject<Void, Never>()
        var count = 0
        let handle = subject.sink { count += 1 }
        subject.send()
        #expect(count == 1)
        handle.cancel()
    }
}

@Suite(.timeLimit(.minutes(2))) struct SubjectStressTests {
    @Test func allSubscribersSeeContendedSendsInOneOrderAndEndOnTheNewest() {
        for _ in 0..<20 {
            let subject = CurrentValueSubject<Int, Never>(-1)
            let all = (0..<3).map { _ in TracingSubscriber<Int, Never>(.unlimited) }
            for tracing in all { subject.subscribe(tracing) }
            inParallel(4) { thread in for value in 0..<200 { subject.send(thread * 1000 + value) } }
            #expect(all[0].lines.count == 802)
            #expect(!all[0].lines.contains("OVERLAP"))
            #expect(all[1].lines == all[0].lines)
            #expect(all[2].lines == all[0].lines)
            #expect(all[0].lines.last == "value \(subject.value)")
        }
    }

    @Test func oneThreadsValuesKeepTheirOrder() {
        let subject = PassthroughSubject<Int, Never>()
        let seen = History()
        let tracing = TracingSubscriber<Int, Never>(.unlimited) {
            seen.note("\($0)")
            return .none
        }
        subject.subscribe(tracing)
        inParallel(4) { thread in for value in 0..<500 { subject.send(thread * 1000 + value) } }
        let values = seen.lines.compactMap { Int($0) }
        #expect(values.count == 2000)
        for thread in 0..<4 {
            let own = values.filter { $0 / 1000 == thread }
            #expect(own == own.sorted())
        }
        #expect(!tracing.lines.contains("OVERLAP"))
    }

    @Test func subjectsThatSendToEachOtherDoNotDeadlock() {
        for _ in 0..<50 {
            let ping = PassthroughSubject<Int, Never>()
            let pong = PassthroughSubject<Int, Never>()
            let handles = [
                ping.sink { if $0 < 100 { pong.send($0 + 1) } },
                pong.sink { if $0 < 100 { ping.send($0 + 1) } },
            ]
            inParallel(2) { thread in for _ in 0..<20 { (thread == 0 ? ping : pong).send(0) } }
            for handle in handles { handle.cancel() }
        }
    }

    @Test func joiningLeavingSendingAndEndingMayRace() {
        for round in 0..<100 {
            let subject = CurrentValueSubject<Int, Boom>(0)
            let all = (0..<6).map { _ in TracingSubscriber<Int, Boom>(.max(1)) { _ in .max(1) } }
            inParallel(3) { thread in
                for (index, tracing) in all.enumerated() where index % 2 == thread {
                    subject.subscribe(tracing)
                    if index > 1 { tracing.cancel() }
                }
                if thread == 2 {
                    for value in 1...20 { subject.send(value) }
                    subject.send(completion: round % 2 == 0 ? .finished : .failure(.first))
                }
            }
            for tracing in all {
                #expect(!tracing.lines.contains("OVERLAP"))
                #expect(tracing.lines[0].hasPrefix("subscription"))
                #expect(tracing.lines.filter { $0.hasPrefix("f") }.count <= 1)
            }
            for tracing in all.prefix(2) { #expect(tracing.lines.last!.hasPrefix("f")) }
        }
    }

    @Test func demandFromOtherThreadsIsExact() {
        let subject = PassthroughSubject<Int, Never>()
        let tracing = TracingSubscriber<Int, Never>()
        subject.subscribe(tracing)
        inParallel(4) { _ in for _ in 0..<250 { tracing.request(.max(1)) } }
        for value in 0..<2000 { subject.send(value) }
        #expect(tracing.lines.count == 1001)
    }
}
