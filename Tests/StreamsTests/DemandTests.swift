// Subscribers.Demand and Completion: arithmetic, order, coding, traps.
import Foundation
import Streams
import Testing

@Suite struct DemandTests {
    typealias Demand = Subscribers.Demand

    @Test func demandsAddUp() {
        #expect(Demand.max(2) + .max(3) == .max(5))
        #expect(Demand.max(2) + 3 == .max(5))
        #expect(Demand.max(2) * 3 == .max(6))
        #expect(Demand.max(5) - .max(3) == .max(2))
        #expect(Demand.max(5) - 3 == .max(2))
        #expect(Demand.none == .max(0))
    }

    @Test func sumsAndProductsSaturate() {
        #expect(Demand.max(.max) + .max(1) == .unlimited)
        #expect(Demand.max(.max) + .max(.max) == .unlimited)
        #expect(Demand.max(.max) + 1 == .unlimited)
        #expect(Demand.max(.max) * 2 == .unlimited)
        #expect(Demand.max(.max) != .unlimited)
    }

    @Test func unlimitedStaysUnlimited() {
        #expect(Demand.unlimited + .unlimited == .unlimited)
        #expect(Demand.unlimited - .max(5) == .unlimited)
        #expect(Demand.unlimited - .unlimited == .unlimited)
        #expect(Demand.unlimited - 5 == .unlimited)
        #expect(Demand.unlimited * 0 == .unlimited)
        #expect(Demand.max(5) - .unlimited == .none)
    }

    @Test func unlimitedIsMoreThanEveryNumber() {
        #expect(Demand.unlimited > .max(.max))
        #expect(!(Demand.unlimited > .unlimited))
        #expect(Demand.unlimited > Int.max)
        #expect(Demand.unlimited >= Int.max)
        #expect(!(Demand.unlimited <= Int.max))
        #expect(!(Demand.unlimited < Int.max))
        #expect(Demand.unlimited != Int.max)
        #expect(Int.max < Demand.unlimited)
        #expect(Int.max <= Demand.unlimited)
        #expect(Demand.max(.max) == Int.max)
        #expect(Demand.max(2) < 3 && 2 == Demand.max(2) && 3 > Demand.max(2) && Demand.max(3) >= 3)
        #expect(Demand.max(0) > -1)
        #expect(Demand.unlimited.max == nil)
        #expect(Demand.max(4).max == 4)
    }

    @Test func describesItself() {
        #expect("\(Demand.unlimited) \(Demand.max(3)) \(Demand.none)" == "unlimited max(3) max(0)")
    }

    @Test func survivesCoding() throws {
        for demand in [Demand.none, .max(7), .unlimited] {
            let data = try JSONEncoder().encode([demand])
            #expect(try JSONDecoder().decode([Demand].self, from: data) == [demand])
        }
    }

    @Test func misuseTraps() async {
        await #expect(processExitsWith: .failure) { _ = Demand.max(-1) }
        await #expect(processExitsWith: .failure) { _ = Demand.max(1) - .max(2) }
        await #expect(processExitsWith: .failure) { _ = Demand.max(1) + -2 }
        await #expect(processExitsWith: .failure) { _ = Demand.max(1) * -1 }
    }

    /// Every subscription of ours that delivers something.
    @Test func requestingNothingTraps() async {
        await #expect(processExitsWith: .failure) {
            Just(1).subscribe(TracingSubscriber<Int, Never>.asking())
        }
        await #expect(processExitsWith: .failure) {
            [1].publisher.subscribe(TracingSubscriber<Int, Never>.asking())
        }
        await #expect(processExitsWith: .failure) {
            Future<Int, Never> { _ in }.subscribe(TracingSubscriber<Int, Never>.asking())
        }
        await #expect(processExitsWith: .failure) {
            Just(1).flatMap { Just($0) }.subscribe(TracingSubscriber<Int, Never>.asking())
        }
        await #expect(processExitsWith: .failure) {
            Just(1).receive(on: ImmediateScheduler.shared).subscribe(TracingSubscriber<Int, Never>.asking())
        }
    }
}

extension TracingSubscriber {
    /// One that asks for nothing, which is an error.
    static func asking() -> TracingSubscriber {
        let subscriber = TracingSubscriber()
        subscriber.onSubscription = { $0.request(.none) }
        return subscriber
    }
}
