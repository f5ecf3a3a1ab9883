// The event loop: work from other threads, timers, and descriptors.

import Glibc
import Streams
import Testing
import Wire

@testable import Collage

@Suite struct EventLoopTests {
    @Test func workFromOtherThreadsRunsOnTheLoopsThreadInOrder() throws {
        let loop = try EventLoop()
        let io = IOPool(threads: 3, deadline: .seconds(100), loop: loop)
        let thread = pthread_self()
        var results: [Int] = []
        let subscription = (0..<100).publisher
            .flatMap(maxPublishers: .max(1)) { index in io.run { index } }
            .sink(
                receiveCompletion: { _ in loop.stop() },
                receiveValue: {
                    #expect(pthread_equal(pthread_self(), thread) != 0)
                    results.append((try? $0.get()) ?? -1)
                })
        loop.run()
        subscription.cancel()
        #expect(results == Array(0..<100))
    }

    @Test func callsThatBlockRunBesideEachOther() throws {
        let loop = try EventLoop()
        let io = IOPool(threads: 2, deadline: .seconds(100), loop: loop)
        let (left, right) = try Connection.pair()
        var answers: [UInt8] = []
        // Each waits for what the other sends: one thread alone would never end.
        let subscriptions = [(left, UInt8(1)), (right, UInt8(2))].map { end, byte in
            io.run { () -> UInt8 in
                var buffer: [UInt8] = []
                try? end.send([byte])
                guard case .packet(let bytes, _) = try? end.receive(into: &buffer, waiting: true) else {
                    return 0
                }
                return bytes[0]
            }
            .sink { answer in
                answers.append((try? answer.get()) ?? 0)
                if answers.count == 2 { loop.stop() }
            }
        }
        loop.run()
        #expect(answers.sorted() == [1, 2])
        subscriptions.forEach { $0.cancel() }
    }

    @Test func aCallThatHangsIsLeftBehindAndItsThreadReplaced() throws {
        let loop = try EventLoop()
        let io = IOPool(threads: 1, deadline: .milliseconds(20), loop: loop)
        let (near, far) = try Connection.pair()
        var results: [Result<UInt8, SystemError>] = []
        let hung = io.run { () throws(SystemError) -> UInt8 in
            var buffer: [UInt8] = []
            _ = try near.receive(into: &buffer, waiting: true)
            return 1
        }
        // There is only one thread, and it hangs: this one runs on its successor.
        let next = io.run { UInt8(2) }
        let subscriptions = [
            hung.sink { results.append($0) },
            next.sink { result in
                results.append(result)
                loop.stop()
            },
        ]
        loop.run()
        #expect(results == [.failure(SystemError("poll", code: ETIMEDOUT)), .success(2)])
        try far.send([1])
        subscriptions.forEach { $0.cancel() }
    }

    @Test func aStopBeforeTheRunEndsItAtOnce() throws {
        let loop = try EventLoop()
        loop.stop()
        loop.run()
    }

    @Test func timersFireInOrderAndCancelledOnesNever() throws {
        let loop = try EventLoop()
        var fired: [Int] = []
        let timers = [
            loop.timer(after: .milliseconds(3)) {
                fired.append(2)
                loop.stop()
            },
            loop.timer(after: .milliseconds(1)) { fired.append(1) },
            loop.timer(after: .milliseconds(2)) { fired.append(9) },
        ]
        timers[2].cancel()
        // All are over by then: it is the order that counts.
        usleep(5000)
        loop.run()
        #expect(fired == [1, 2])
    }

    @Test func anIntervalRepeatsUntilItIsDropped() throws {
        let loop = try EventLoop()
        var ticks = 0
        var ticker: (any Cancellable)?
        ticker = loop.schedule(
            after: loop.now, interval: .milliseconds(1), tolerance: .milliseconds(1), options: nil
        ) {
            ticks += 1
            guard ticks == 3 else { return }
            ticker = nil
            _ = loop.timer(after: .milliseconds(5)) {}
            loop.schedule { loop.stop() }
        }
        loop.run()
        #expect(ticks == 3)
        #expect(ticker == nil)
    }

    @Test func aHandlerMayEndAnothersWatch() throws {
        let loop = try EventLoop()
        let (one, other) = try Connection.pair()
        let (third, fourth) = try Connection.pair()
        try other.send([1])
        try fourth.send([1])
        var handled: [Int] = []
        loop.watch(one.socket.number) {
            handled.append(1)
            loop.unwatch(third.socket.number)
            loop.stop()
        }
        loop.watch(third.socket.number) { handled.append(2) }
        loop.run()
        #expect(handled == [1])
    }
}
