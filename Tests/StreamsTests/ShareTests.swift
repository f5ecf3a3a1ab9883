// share, multicast, makeConnectable, autoconnect and shareReplay.
import Streams
import Testing

@Suite struct ShareTests {
    typealias Upstream = ManualPublisher<Int, Boom>

    @Test func oneSubscriptionServesAllAndEndsWithTheLast() {
        let upstream = Upstream()
        let shared = upstream.share()
        let first = TracingSubscriber<Int, Boom>(.unlimited)
        let second = TracingSubscriber<Int, Boom>(.max(1))
        shared.subscribe(first)
        upstream.send(1)
        shared.subscribe(second)
        upstream.send(2)
        upstream.send(3)
        first.cancel()
        first.cancel()
        #expect(upstream.lines == ["subscribed", "request unlimited"])
        second.cancel()
        #expect(upstream.lines == ["subscribed", "request unlimited", "cancel"])
        #expect(first.lines == ["subscription Share", "value 1", "value 2", "value 3"])
        #expect(second.lines == ["subscription Share", "value 2"])
    }

    @Test func upstreamIsSubscribedToAgainAfterAllHaveLeft() {
        let upstream = Upstream()
        let shared = upstream.share()
        for _ in 0..<2 {
            let tracing = TracingSubscriber<Int, Boom>(.unlimited)
            shared.subscribe(tracing)
            upstream.send(1)
            tracing.cancel()
            #expect(tracing.lines == ["subscription Share", "value 1"])
        }
        let once = ["subscribed", "request unlimited", "cancel"]
        #expect(upstream.lines == once + once)
    }

    @Test func theEndReachesAllAndWhoComesLater() {
        let shared = Upstream()
        let stream = shared.share()
        let early = TracingSubscriber<Int, Boom>()
        stream.subscribe(early)
        shared.send(completion: .failure(.second))
        let late = TracingSubscriber<Int, Boom>()
        stream.subscribe(late)
        #expect(early.lines == ["subscription Share", "failure second"])
        #expect(late.lines == ["subscription Share", "failure second"])
        #expect(shared.lines == ["subscribed"])
    }

    @Test func aSubscriberThatEndsAtOnceLeavesNothingConnected() {
        let upstream = Upstream()
        let tracing = TracingSubscriber<Int, Boom>()
        tracing.onSubscription = { $0.cancel() }
        upstream.share().subscribe(tracing)
        #expect(upstream.lines.isEmpty)
    }

    @Test func sharedValuesComeToSinksInTurn() {
        var seen: [String] = []
        let subject = PassthroughSubject<Int, Never>()
        let shared = subject.share()
        let handles = ["a", "b"].map { name in shared.sink { seen.append("\(name)\($0)") } }
        subject.send(1)
        subject.send(2)
        #expect(seen == ["a1", "b1", "a2", "b2"])
        #expect(shared == shared)
        #expect(shared != subject.share())
        withExtendedLifetime(handles) {}
    }

    @Test func multicastWaitsForItsConnection() {
        let upstream = Upstream()
        var made = 0
        let multicast = upstream.multicast { () -> PassthroughSubject<Int, Boom> in
            made += 1
            return PassthroughSubject()
        }
        let all = (0..<2).map { _ in TracingSubscriber<Int, Boom>(.unlimited) }
        for tracing in all { multicast.subscribe(tracing) }
        #expect(upstream.lines.isEmpty)
        #expect(made == 1)
        let connection = multicast.connect()
        upstream.send(1)
        connection.cancel()
        upstream.send(2)
        for tracing in all { #expect(tracing.lines == ["subscription Multicast", "value 1"]) }
        #expect(upstream.lines == ["subscribed", "request unlimited", "cancel"])
    }

    @Test func autoconnectCountsItsSubscribers() {
        let upstream = Upstream()
        let stream = upstream.multicast(subject: PassthroughSubject()).autoconnect()
        let all = (0..<2).map { _ in TracingSubscriber<Int, Boom>(.unlimited) }
        for tracing in all { stream.subscribe(tracing) }
        upstream.send(1)
        all[0].cancel()
        upstream.send(2)
        all[1].cancel()
        #expect(all[0].lines == ["subscription Autoconnect", "value 1"])
        #expect(all[1].lines == ["subscription Autoconnect", "value 1", "value 2"])
        #expect(upstream.lines == ["subscribed", "request unlimited", "cancel"])
    }

    @Test func aConnectablePublisherStartsWhenItIsConnected() {
        let stream = [1, 2].publisher.makeConnectable()
        let all = (0..<2).map { _ in TracingSubscriber<Int, Never>(.unlimited) }
        for tracing in all { stream.subscribe(tracing) }
        #expect(all[0].lines == ["subscription MakeConnectable"])
        let connection = stream.connect()
        for tracing in all {
            #expect(tracing.lines == ["subscription MakeConnectable", "value 1", "value 2", "finished"])
        }
        connection.cancel()
    }

    @Test func lateSubscribersGetTheLatestValuesAsTheyAsk() {
        let upstream = Upstream()
        let shared = upstream.shareReplay(2)
        let first = TracingSubscriber<Int, Boom>(.unlimited)
        shared.subscribe(first)
        for value in 1...3 { upstream.send(value) }
        let late = TracingSubscriber<Int, Boom>(.max(1))
        shared.subscribe(late)
        #expect(late.lines == ["subscription ShareReplay", "value 2"])
        late.request(.max(1))
        upstream.send(4)
        #expect(late.lines == ["subscription ShareReplay", "value 2", "value 3"])
        late.request(.max(5))
        upstream.send(5)
        #expect(late.lines == ["subscription ShareReplay"] + (2...5).map { "value \($0)" })
        #expect(first.lines == ["subscription ShareReplay"] + (1...5).map { "value \($0)" })
        #expect(upstream.lines == ["subscribed", "request unlimited"])
    }

    @Test func whoFallsBehindMissesTheOldest() {
        let upstream = Upstream()
        let shared = upstream.shareReplay(2)
        let slow = TracingSubscriber<Int, Boom>(.max(1))
        shared.subscribe(slow)
        for value in 1...5 { upstream.send(value) }
        slow.request(.unlimited)
        #expect(slow.lines == ["subscription ShareReplay", "value 1", "value 4", "value 5"])
    }

    @Test func theEndComesAfterWhatIsKept() {
        let upstream = Upstream()
        let shared = upstream.shareReplay(2)
        let slow = TracingSubscriber<Int, Boom>(.max(1))
        shared.subscribe(slow)
        for value in 1...4 { upstream.send(value) }
        upstream.send(completion: .failure(.first))
        #expect(slow.lines == ["subscription ShareReplay", "value 1"])
        slow.request(.max(2))
        #expect(slow.lines.suffix(3) == ["value 3", "value 4", "failure first"])
        let late = TracingSubscriber<Int, Boom>(.unlimited)
        shared.subscribe(late)
        #expect(late.lines == ["subscription ShareReplay", "value 3", "value 4", "failure first"])
        #expect(upstream.lines == ["subscribed", "request unlimited"])
    }

    @Test func aNewConnectionStartsWithoutOldValues() {
        let upstream = Upstream()
        let shared = upstream.shareReplay(2)
        let first = TracingSubscriber<Int, Boom>(.unlimited)
        shared.subscribe(first)
        upstream.send(1)
        first.cancel()
        let second = TracingSubscriber<Int, Boom>(.unlimited)
        shared.subscribe(second)
        upstream.send(2)
        #expect(second.lines == ["subscription ShareReplay", "value 2"])
        #expect(upstream.lines.filter { $0 == "subscribed" }.count == 2)
    }

    @Test func whatIsKeptIsFreedWithItsConnection() {
        let upstream = ManualPublisher<Token, Boom>()
        let shared = upstream.shareReplay(2)
        let tracing = TracingSubscriber<Token, Boom>(.unlimited)
        shared.subscribe(tracing)
        var token: Token? = Token()
        weak let watched = token
        upstream.send(token!)
        token = nil
        #expect(watched != nil)
        tracing.cancel()
        #expect(watched == nil)
    }

    @Test func sharingLetsGoOfItsSubscribers() {
        for ends in [true, false] {
            let upstream = Upstream()
            let shared = upstream.share()
            var tracing: TracingSubscriber<Int, Boom>? = TracingSubscriber(.unlimited)
            weak let watched = tracing
            shared.subscribe(tracing!)
            let subscription = tracing?.subscription
            if ends { upstream.send(completion: .finished) } else { subscription?.cancel() }
            tracing = nil
            #expect(watched == nil)
            withExtendedLifetime(subscription) {}
        }
    }
}

@Suite(.timeLimit(.minutes(2))) struct ShareStressTests {
    /// Comes and goes on several threads: whoever stays gets everything that is sent from then on.
    @Test(arguments: [true, false]) func comingAndGoingMayRace(replays: Bool) {
        for _ in 0..<100 {
            let subject = PassthroughSubject<Int, Never>()
            let history = History()
            let watched = subject.handleEvents(
                receiveSubscription: { _ in history.note("connected") },
                receiveCancel: { history.note("disconnected") })
            let stream =
                replays ? watched.shareReplay(1).eraseToAnyPublisher() : watched.share().eraseToAnyPublisher()
            inParallel(3) { _ in
                for _ in 0..<10 { stream.sink { _ in }.cancel() }
            }
            let connected = history.lines.filter { $0 == "connected" }.count
            #expect(connected == history.lines.filter { $0 == "disconnected" }.count)
            let stayed = (0..<3).map { _ in TracingSubscriber<Int, Never>(.unlimited) }
            inParallel(3) { thread in
                stream.subscribe(stayed[thread])
                stream.sink { _ in }.cancel()
            }
            subject.send(1)
            for tracing in stayed { #expect(tracing.lines.last == "value 1") }
            let open =
                history.lines.filter { $0 == "connected" }.count
                - history.lines
                .filter { $0 == "disconnected" }.count
            #expect(open == 1)
        }
    }
}
