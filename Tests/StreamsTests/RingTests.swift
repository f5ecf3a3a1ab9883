// Ring and Gate, the two small parts below the operators.
import Testing

@testable import Streams

@Suite struct RingTests {
    @Test func keepsOrderThroughGrowthAndWrapping() {
        var generator = SeededGenerator()
        var ring = Ring<Int>()
        var model: [Int] = []
        for step in 0..<20_000 {
            if Int.random(in: 0..<100, using: &generator) < (step / 2000 % 2 == 0 ? 60 : 40) {
                ring.append(step)
                model.append(step)
            } else {
                #expect(ring.popFirst() == (model.isEmpty ? nil : model.removeFirst()))
            }
            #expect(ring.count == model.count && ring.first == model.first)
        }
    }

    @Test func releasesWhatItHandsOut() {
        var ring = Ring<Token>()
        var token: Token? = Token()
        weak let watched = token
        ring.append(token!)
        token = nil
        _ = ring.popFirst()
        #expect(watched == nil)
    }

    @Test func gateNamesOneToCleanUp() {
        for _ in 0..<300 {
            let user = GateUser()
            inParallel(4) { $0 == 0 ? user.close() : user.pass() }
            #expect(user.history.lines == ["clean"])
        }
    }
}

/// Has the one who must clean up say so; a value that is cleaned up while in use would be a race.
private final class GateUser {
    let history = History()
    private let gate = Gate()
    private var token: Token? = Token()

    func pass() {
        for _ in 0..<20 {
            guard gate.enter() else { return }
            if token == nil { history.note("used after clean") }
            if gate.leave() { clean() }
        }
    }

    func close() { if gate.close().mustCleanUp { clean() } }

    private func clean() {
        token = nil
        history.note("clean")
    }
}
