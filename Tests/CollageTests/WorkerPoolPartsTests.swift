// The pool's decisions, without processes: who is served, with how much, and when a worker is given up.

import Testing
import Wire

@testable import Collage

@Suite struct WorkerPoolPartsTests {
    @Test func theLowestOrderIsServedFirstAndEqualsInTheirOrder() {
        var queue = TaskQueue<String>()
        for (name, order) in [("b1", 2), ("a1", 1), ("b2", 2), ("a2", 1), ("c", 3)] {
            queue.insert(name, order: order)
        }
        #expect(queue.remove { $0 == "b2" } == "b2")
        var offered: [String] = []
        queue.serve { task in
            offered.append(task)
            return task.hasPrefix("a")
        }
        #expect(offered == ["a1", "a2", "b1", "c"])
        #expect(queue.removeAll() == ["b1", "c"])
        #expect(queue.isEmpty)
    }

    @Test func aBudgetIsGrantedByOrderAndNeverExceeded() {
        var grants = Grants<Int>(budget: 100)
        #expect(grants.request(60, by: 1, order: 5) == .granted)
        #expect(grants.request(60, by: 2, order: 5) == .wait)
        // It would fit, and does not overtake.
        #expect(grants.request(10, by: 3, order: 5) == .wait)
        // An older page goes first.
        #expect(grants.request(50, by: 4, order: 1) == .wait)
        #expect(grants.release(1) == [4])
        #expect(grants.release(4) == [2, 3])
        #expect(grants.inUse == 70)
    }

    @Test func whoWantsMoreThanTheBudgetIsServedAlone() {
        var grants = Grants<Int>(budget: 100, soleBudget: 200)
        #expect(grants.request(60, by: 1, order: 1) == .granted)
        #expect(grants.request(150, by: 2, order: 2) == .wait)
        #expect(grants.needsStillness)
        #expect(grants.request(10, by: 3, order: 3) == .wait)
        // Somebody else has memory.
        #expect(grants.admitSole() == nil)
        // An older page goes first all the same.
        #expect(grants.request(30, by: 4, order: 1) == .granted)
        #expect(grants.release(1) == [])
        #expect(grants.release(4) == [])
        #expect(grants.admitSole() == 2)
        #expect(grants.needsStillness)
        #expect(grants.admitSole() == nil)
        #expect(grants.release(2) == [3])
        #expect(!grants.needsStillness)
        #expect(grants.request(201, by: 5, order: 0) == .denied)
    }

    @Test func whoIsToBeAloneAndGoesHoldsNobodyBack() {
        var grants = Grants<Int>(budget: 100, soleBudget: 200)
        #expect(grants.request(60, by: 1, order: 1) == .granted)
        #expect(grants.request(150, by: 2, order: 2) == .wait)
        #expect(grants.request(10, by: 3, order: 3) == .wait)
        #expect(grants.release(2) == [3])
        #expect(!grants.needsStillness)
    }

    @Test func aPartThatIsGivenBackServesTheNext() {
        var grants = Grants<Int>(budget: 4)
        #expect(grants.request(4, by: 1, order: 0) == .granted)
        #expect(grants.request(2, by: 2, order: 0) == .wait)
        #expect(grants.release(1, of: 1) == [])
        #expect(grants.release(1, of: 1) == [2])
        #expect(grants.release(2, of: 1) == [])
        #expect(grants.inUse == 2)
    }

    @Test func whatIsLargerThanTheBudgetIsDenied() {
        var grants = Grants<Int>(budget: 100)
        #expect(grants.request(100, by: 1, order: 0) == .granted)
        #expect(grants.request(101, by: 2, order: 0) == .denied)
        #expect(grants.release(2) == [])
    }

    @Test func whoGoesWhileWaitingIsForgotten() {
        var grants = Grants<Int>(budget: 100)
        #expect(grants.request(100, by: 1, order: 0) == .granted)
        #expect(grants.request(100, by: 2, order: 0) == .wait)
        #expect(grants.request(50, by: 3, order: 0) == .wait)
        #expect(grants.release(2) == [])
        #expect(grants.release(1) == [3])
    }

    private func watch() -> WorkerWatch {
        var watch = WorkerWatch(
            limits: WorkerLimits(cpu: .seconds(30), stall: .seconds(300)), now: MonotonicTime(nanoseconds: 0))
        #expect(watch.verdict(cpu: 5_000_000_000, now: MonotonicTime(nanoseconds: 100_000_000)) == nil)
        return watch
    }

    private func at(_ seconds: Int64) -> MonotonicTime { MonotonicTime(nanoseconds: seconds * 1_000_000_000) }

    @Test func theLimitIsOnCPUTimeSinceTheTaskWasFirstLookedAt() {
        var watch = watch()
        #expect(watch.verdict(cpu: 34_999_999_999, now: at(400)) == nil)
        #expect(watch.verdict(cpu: 35_000_000_000, now: at(401))?.reason == .timeout)
    }

    @Test func waitingForMemoryIsNoStall() {
        var watch = watch()
        watch.pause(until: at(1000))
        #expect(watch.verdict(cpu: 5_000_000_000, now: at(1299)) == nil)
        #expect(watch.verdict(cpu: 5_000_000_000, now: at(1300))?.reason == .stalled)
    }

    @Test func aWorkerIsStalledWhenNothingMovesForLong() {
        var watch = watch()
        #expect(watch.verdict(cpu: 5_000_000_001, now: at(299)) == nil)
        #expect(watch.verdict(cpu: 5_000_000_001, now: at(598)) == nil)
        #expect(watch.verdict(cpu: 5_000_000_001, now: at(599))?.reason == .stalled)
    }

    @Test func startingIsGivenUpAfterThreeFailuresInARow() {
        var breaker = StartBreaker()
        for _ in 1...2 { breaker.endedEarly("status 7") }
        breaker.saidHello()
        for _ in 1...2 { breaker.endedEarly("status 7") }
        #expect(breaker.verdict == nil)
        breaker.endedEarly("status 8")
        #expect(breaker.verdict == "status 8")
    }

    @Test func aRefusedStartEndsNothingWhileOthersWork() {
        var breaker = StartBreaker()
        for _ in 1...9 { breaker.wasRefused("no room", othersWork: true) }
        #expect(breaker.isRefused && breaker.verdict == nil)
        breaker.started()
        #expect(!breaker.isRefused)
        for _ in 1...3 { breaker.wasRefused("no room", othersWork: false) }
        #expect(breaker.verdict == "no room")
    }

    @Test func aStrangerIsOneTooMany() {
        var breaker = StartBreaker()
        breaker.isStranger("another version")
        #expect(breaker.verdict == "another version")
    }
}
