// Death at any point: whatever was under way, outputs are whole, and the next run makes up for it.

import Foundation
import SamplePhotos
import Testing

@testable import Collage

/// What `make check` runs: each place where something can be half done, on several of its visits.
@Suite struct DeathTests {
    private static let deaths: [String] = {
        let visits: [(place: String, numbers: [Int])] = [
            ("locked", [1]), ("listed", [1, 4]), ("canvas", [1, 2]), ("temporary", [1, 3, 6]),
            ("open", [1, 5]),
            ("encoded", [1, 2, 4]), ("synced", [1, 2, 5]), ("renamed", [1, 3, 6]), ("line", [1, 2, 6]),
            ("recorded", [1, 4]), ("removed", [1]), ("compacting", [1]), ("compacted", [1]),
            ("concluded", [1]),
        ]
        return visits.flatMap { visit in visit.numbers.map { "kill@\(visit.place):\($0)" } }
    }()

    @Test(arguments: deaths)
    func aCoordinatorThatDiesLeavesEveryOutputWhole(fault: String) throws {
        let tree = try DisturbedTree()
        let run = try tree.run(fault: fault)
        #expect(run.status == -SIGKILL, "the place was not visited: \(run.error)")
        try tree.expectWholeOutputs(fault)
        try tree.expectRecovery(fault)
    }

    @Test(arguments: [
        "kill@read:0", "kill@tile:1", "kill@encode", "abort@tile:0", "exit@encode", "kill@tile:2",
    ])
    func aWorkerThatDiesOnceChangesNothing(fault: String) throws {
        let tree = try DisturbedTree()
        #expect(try tree.run(fault: fault).status == 0)
        try tree.expectRecovery(fault)
    }

    @Test(arguments: ["kill@tile:0*", "kill@encode*", "kill@read:1*"])
    func aWorkerThatDiesAgainAndAgainCostsOnlyWhatItHad(fault: String) throws {
        let tree = try DisturbedTree()
        #expect(try tree.run(fault: fault).status == 3)
        try tree.expectWholeOutputs(fault, mayMissPhotos: true)
        try tree.expectRecovery(fault)
    }

    @Test(arguments: [
        "full@encoded:1", "full@encoded:4", "full@line:1", "full@line:5", "full@compacting", "full@compacted",
    ])
    func aDiskThatIsFullEndsTheRunWithOneLine(fault: String) throws {
        let tree = try DisturbedTree()
        let run = try tree.run(fault: fault)
        #expect(run.status == 1)
        #expect(run.errorLines.count == 1)
        #expect(run.error.contains("the disk is full"), "\(run.error)")
        try tree.expectWholeOutputs(fault)
        try tree.expectRecovery(fault)
    }

    @Test func noMemoryForACanvasCostsItsCollage() throws {
        let tree = try DisturbedTree()
        let run = try tree.run("--report", "r", fault: "full@canvas:2")
        #expect(run.status == 3)
        let reasons = try Report(tree.sandbox.bytes("r")).collages.compactMap { $0.text("reason") }
        #expect(!reasons.isEmpty && reasons.allSatisfy { $0 == "no-memory" })
        try tree.expectRecovery("no memory")
    }

    @Test func anOutputDirectoryThatIsRemovedDuringTheRunIsMissed() throws {
        let tree = try DisturbedTree()
        let run = try tree.start(fault: "stop@tile:0")
        _ = try #require(run.waitForStoppedWorker())
        try FileManager.default.removeItem(atPath: tree.sandbox("out"))
        let end = run.waitResumingWorkers()
        #expect(end.status == 1)
        #expect(end.errorLines.count == 1 && end.error.hasPrefix("collage: can't write"))
        // What is known of the broken photo is lost with the journal.
        #expect(try tree.run().status == 3)
        try tree.expectRecovery("removed")
    }

    @Test func aStopInTheMiddleIsNoDeath() throws {
        let tree = try DisturbedTree()
        let run = try tree.start(fault: "stop@tile:0")
        _ = try #require(run.waitForStoppedWorker())
        let workers = run.workers
        run.signal(SIGTERM)
        #expect(run.wait().status == 75)
        #expect(!workers.contains(where: RunningCommand.isAlive))
        #expect(tree.sandbox.allFiles(in: "out").allSatisfy { !$0.hasSuffix(".tmp") })
        try tree.expectWholeOutputs("stopped")
        try tree.expectRecovery("stopped")
    }
}

/// What `make test-long` runs besides: deaths at random moments.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["COLLAGE_LONG_TESTS"] != nil, "make test-long"))
struct RandomDeathTests {
    /// Printed with each failure; `COLLAGE_SEED` sets it.
    private let seed: UInt64
    private var generator: SplitMix64

    init() {
        let given = ProcessInfo.processInfo.environment["COLLAGE_SEED"].flatMap { UInt64($0) }
        seed = given ?? UInt64.random(in: 0...999_999)
        generator = SplitMix64(seed: seed)
        print("RandomDeathTests: COLLAGE_SEED=\(seed)")
    }

    private static let deaths = 200

    /// Microseconds that an undisturbed run takes here.
    private func usualRuntime() throws -> Int {
        let clock = ContinuousClock()
        let spans = try (0..<3).map { _ in
            let tree = try DisturbedTree()
            return try clock.measure { _ = try tree.run() }
        }
        return Int(spans.max()! / .microseconds(1))
    }

    @Test mutating func coordinatorsThatAreKilledAtAnyMomentLoseNothing() throws {
        let longest = try usualRuntime()
        for round in 0..<Self.deaths {
            let what = "seed \(seed), round \(round)"
            let tree = try DisturbedTree()
            let run = try tree.start()
            usleep(UInt32.random(in: 0...UInt32(longest), using: &generator))
            let workers = run.workers
            run.signal(SIGKILL)
            _ = run.wait()
            while workers.contains(where: RunningCommand.isAlive) { usleep(1000) }
            try tree.expectWholeOutputs(what)
            try tree.expectRecovery(what)
        }
    }

    @Test mutating func workersThatAreKilledAtAnyMomentLoseNothing() throws {
        let longest = try usualRuntime()
        for round in 0..<Self.deaths {
            let what = "seed \(seed), round \(round)"
            let tree = try DisturbedTree()
            let run = try tree.start()
            usleep(UInt32.random(in: 0...UInt32(longest), using: &generator))
            for worker in run.workers { kill(worker, SIGKILL) }
            // 3 where a photo was the last of two workers.
            let status = run.wait().status
            #expect([0, 3].contains(status), "\(what): status \(status)")
            try tree.expectWholeOutputs(what)
            try tree.expectRecovery(what)
        }
    }
}
