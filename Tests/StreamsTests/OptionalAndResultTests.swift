// Optional.publisher, Result.publisher, Record.
import Streams
import Testing

@Suite struct OptionalAndResultTests {
    /// One value each, under its name.
    private func sources() -> [(name: String, publisher: AnyPublisher<Int, Boom>)] {
        [
            ("Optional", Int?.some(7).publisher.setFailureType(to: Boom.self).eraseToAnyPublisher()),
            ("Result", Result<Int, Boom>.success(7).publisher.eraseToAnyPublisher()),
            ("[7]", Record<Int, Boom>(output: [7], completion: .finished).eraseToAnyPublisher()),
        ]
    }

    @Test func theValueWaitsForDemandAndComesOnce() {
        for (name, publisher) in sources() {
            let tracing = TracingSubscriber<Int, Boom>()
            publisher.subscribe(tracing)
            #expect(tracing.lines.count == 1)
            tracing.request(.max(3))
            tracing.request(.max(3))
            tracing.cancel()
            #expect(tracing.lines.dropFirst() == ["value 7", "finished"], "\(name)")
        }
    }

    @Test func nothingComesAfterCancel() {
        for (name, publisher) in sources() {
            let tracing = TracingSubscriber<Int, Boom>()
            publisher.subscribe(tracing)
            tracing.cancel()
            tracing.cancel()
            tracing.request(.max(1))
            #expect(tracing.lines.count == 1, "\(name)")
        }
    }

    @Test func cancelFromInsideTheValueSuppressesTheEnd() {
        for (name, publisher) in sources() {
            let tracing = TracingSubscriber<Int, Boom>(.max(1))
            tracing.onValue = { [unowned tracing] _ in
                tracing.cancel()
                tracing.request(.max(1))
                return .none
            }
            publisher.subscribe(tracing)
            #expect(tracing.lines.dropFirst() == ["value 7"], "\(name)")
        }
    }

    @Test func requestAndCancelMayRace() {
        for _ in 0..<200 {
            for (_, publisher) in sources() {
                let tracing = TracingSubscriber<Int, Boom>()
                publisher.subscribe(tracing)
                inParallel(3) { $0 == 2 ? tracing.cancel() : tracing.request(.max(1)) }
                #expect(!tracing.lines.contains("OVERLAP"))
                #expect(tracing.lines.filter { $0.hasPrefix("value") }.count <= 1)
                #expect(tracing.lines.filter { $0 == "finished" }.count <= 1)
            }
        }
    }

    @Test func theSubscriberIsDroppedOnCancelAndAtTheEnd() {
        for (name, publisher) in sources() {
            for ends in [true, false] {
                var tracing: TracingSubscriber<Int, Boom>? = TracingSubscriber()
                weak let watched = tracing
                publisher.subscribe(tracing!)
                let subscription = tracing!.subscription!
                if ends { subscription.request(.max(1)) } else { subscription.cancel() }
                tracing = nil
                #expect(watched == nil, "\(name)")
                withExtendedLifetime(subscription) {}
            }
        }
    }

    @Test func subscriptionsAreNamedAsInCombine() {
        let optional = TracingSubscriber<Int, Never>()
        Int?.some(7).publisher.subscribe(optional)
        #expect(optional.lines == ["subscription Optional"])
        let result = TracingSubscriber<Int, Boom>()
        Result<Int, Boom>.Publisher(7).subscribe(result)
        #expect(result.lines == ["subscription Once"])
    }

    @Test func nilEndsAtOnceWithoutDemand() {
        let tracing = TracingSubscriber<Int, Never>()
        Int?.none.publisher.subscribe(tracing)
        #expect(tracing.lines == ["subscription Empty", "finished"])
    }

    @Test func aFailureFailsAtOnceWithoutDemand() {
        let tracing = TracingSubscriber<Int, Boom>()
        Result<Int, Boom>.Publisher(.second).subscribe(tracing)
        #expect(tracing.lines == ["subscription Empty", "failure second"])
    }

    @Test func publishersOfTheSameAreEqual() {
        #expect(Int?.some(1).publisher == Optional.Publisher(1))
        #expect(Int?.none.publisher != Optional.Publisher(1))
        #expect(Result<Int, Boom>.success(1).publisher == Result.Publisher(1))
        #expect(Result<Int, Boom>.failure(.first).publisher != Result.Publisher(.second))
    }
}

@Suite struct RecordTests {
    @Test func whatIsRecordedIsPlayedToEachSubscriber() {
        let record = Record<Int, Boom> {
            $0.receive(1)
            $0.receive(2)
            $0.receive(completion: .failure(.first))
        }
        for _ in 1...2 {
            let tracing = TracingSubscriber<Int, Boom>(.max(1))
            record.subscribe(tracing)
            #expect(tracing.lines == ["subscription [1, 2]", "value 1"])
            tracing.request(.max(1))
            #expect(tracing.lines == ["subscription [1, 2]", "value 1", "value 2", "failure first"])
        }
    }

    @Test func aRecordingWithoutValuesEndsAtOnceAndWithoutAnEndFinishes() {
        let failing = TracingSubscriber<Int, Boom>()
        Record<Int, Boom>(output: [], completion: .failure(.second)).subscribe(failing)
        #expect(failing.lines == ["subscription Empty", "failure second"])
        let finishing = TracingSubscriber<Int, Boom>()
        Record<Int, Boom>(recording: Record.Recording()).subscribe(finishing)
        #expect(finishing.lines == ["subscription Empty", "finished"])
    }

    @Test func recordingAfterTheEndTraps() async {
        await #expect(processExitsWith: .failure) {
            _ = Record<Int, Boom> {
                $0.receive(completion: .finished)
                $0.receive(1)
            }
        }
        await #expect(processExitsWith: .failure) {
            var recording = Record<Int, Boom>.Recording(output: [])
            recording.receive(completion: .finished)
        }
    }
}
