// What a process that measures says, of benchmarks whose cost is known.
import Glibc
import Testing

@testable import BenchmarkKit

/// Bounds are such that a busy machine can't cross them: time that passes and is not used may be long.
@Suite struct MeasurementTests {
    private func measure(
        _ name: String, _ mode: MeasureOrder.Mode, iterations: Int = 1, batches: Int = 5,
        minimumBatch: Double = 0.001, injection: Injection? = nil
    ) throws -> MeasureReport {
        let order = MeasureOrder(
            benchmark: "known/\(name)", mode: mode, iterations: iterations, batches: batches,
            minimumBatch: minimumBatch, scratch: "/tmp", injection: injection)
        return try BenchmarkHost(executable: FixtureTool.executable).measure(order)
    }

    private func reading(_ report: MeasureReport, _ metric: Metric) throws -> Double {
        try #require(report.sample?.value(metric), "\(metric.name)")
    }

    /// In this process, so that the clocks' own cost is known; medians, so that what comes between is not.
    @Test func anEmptyBenchmarkMeasuresWithinOneClockReading() throws {
        // What one reading of both clocks takes, as the machine is before and after: whichever is longer.
        func cost() -> Double {
            let costs = (0..<1001).map { _ in
                let start = Seconds.rawMonotonicNow
                blackHole(Seconds.cpuNow(.process))
                return (Seconds.rawMonotonicNow - start).value
            }
            return Quantile.median(costs)!
        }
        let benchmark = Benchmark("test/empty", "") { _ in PreparedBenchmark(run: { _ in }) }
        let order = MeasureOrder(benchmark: benchmark.name, mode: .time, batches: 1001, scratch: "/tmp")
        // Threads of other tests cost this process CPU time: what is least of some tries is not theirs.
        let tries = try (0..<20).map { _ in
            let before = cost()
            let report = try BenchmarkMeasurement(benchmark: benchmark, order: order).run()
            let limit = max(before, cost())
            return max(abs(try reading(report, .wall)), abs(try reading(report, .cpu))) / limit
        }
        #expect(try #require(tries.min()) <= 1)
    }

    @Test func wallTimeCountsSleepAndCPUTimeDoesNot() throws {
        let report = try measure("sleep", .time)
        #expect(try reading(report, .wall) >= 0.02)
        #expect(try reading(report, .cpu) < 0.02)
        #expect(try reading(report, .contextSwitches) >= 1)
    }

    /// What one iteration of ten takes is not what ten take: the sleep itself says how long that is at least.
    @Test func timesAreOfOneIteration() throws {
        let report = try measure("sleeps", .time, iterations: 10, batches: 3)
        guard case .batches(let batches) = report.sample?.readings[.wall] else {
            throw WrongResult("no batches")
        }
        #expect(batches.count == 3)
        #expect(batches.allSatisfy { $0 >= 0.005 })
        // 50 ms a batch: only a machine that stands still for half a second makes the shortest of three ten times as
        // long.
        #expect(try #require(batches.min()) < 0.05)
    }

    @Test func childrenCountWhereTheyBelongToTheBenchmark() throws {
        #expect(try reading(measure("child", .time, batches: 1), .cpu) > 0.5)
        #expect(try reading(measure("child-apart", .time, batches: 1), .cpu) < 0.5)
    }

    /// What comes between its readings is at most the machine's doing: the least of some batches is not.
    @Test func whatStandsInForOthersCostsNothing() throws {
        let report = try measure("helped", .time, batches: 20)
        guard case .batches(let batches) = report.sample?.readings[.cpu] else {
            throw WrongResult("no batches")
        }
        #expect(try #require(batches.min()) < 0.003)
        #expect(batches.allSatisfy { $0 > 0.0009 })
    }

    @Test func peakMemoryIsOfTheProcessOrItsLargestChild() throws {
        #expect(try reading(measure("large-child", .time, batches: 1), .peakMemory) > 160e6)
        let own = try reading(measure("empty", .time), .peakMemory)
        #expect(own > 1e6 && own < 160e6)
        // A shell is no larger than what it took over.
        #expect(try measure("child", .time, batches: 1).sample?.value(.peakMemory) == nil)
    }

    @Test func aPeakAboveOursIsTheChildsOwn() {
        let ours = 100 << 20
        #expect(ResourceUsage.isInherited(100 << 20, ofOurs: ours))
        #expect(ResourceUsage.isInherited(103 << 20, ofOurs: ours))
        #expect(!ResourceUsage.isInherited(105 << 20, ofOurs: ours))
    }

    @Test func callsAndFaultsAreCounted() throws {
        let report = try measure("calls", .time, batches: 3)
        #expect(try reading(report, .writeCalls) == 5)
        #expect(try reading(report, .readCalls) == 7)
        #expect(try reading(report, .pageFaults) >= 64)
        #expect(try reading(report, .pageFaults) < 128)
    }

    @Test func anAllocationMoreIsOneAllocationMore() throws {
        let plain = try measure("three", .count)
        #expect(try reading(plain, .allocations) == 3)
        #expect(try reading(plain, .allocatedBytes) == 300)
        let injected = try measure("three", .count, injection: Injection(allocations: 1))
        #expect(try reading(injected, .allocations) == 4)
        #expect(try reading(injected, .allocatedBytes) == 316)
    }

    @Test func theWholeFamilyIsCounted() throws {
        let report = try measure("family", .count)
        #expect(try reading(report, .allocations) == 7)
        #expect(try reading(report, .allocatedBytes) == 10 + 5000 + 40 + 10 + 10 + 64 + 10)
    }

    @Test func whatThereIsNotIsNotZero() throws {
        let instructions = try #require(measure("burn", .time).sample?.readings[.instructions])
        // Hardware with counters counts something, all other says why it doesn't.
        switch instructions {
        case .value(let value): #expect(value > 0)
        case .unavailable(let reason): #expect(!reason.isEmpty)
        case .batches: Issue.record("instructions are not counted by batch")
        }
    }

    @Test func aBatchIsLongEnough() throws {
        let calibration = try #require(measure("sleeps", .calibrate, minimumBatch: 0.02).calibration)
        #expect(calibration.batch >= 0.02)
        // Sleep is never too short: four suffice, and fewer where the machine made them longer.
        #expect((1...4).contains(calibration.iterations))
        #expect(try #require(measure("sleep", .calibrate).calibration).iterations == 1)
    }

    /// A batch that was disturbed is longer: the fastest of several says how many iterations it takes.
    @Test func aBatchThatWasDisturbedIsNotTakenForALongOne() throws {
        #expect(try #require(measure("settling", .calibrate).calibration).iterations >= 50)
    }

    @Test func aProcessLastsAboutAsLongWhateverItMeasures() {
        func batches(_ seconds: Double) -> Int {
            BatchPlan(Calibration(iterations: 3, batch: seconds)).batches
        }
        #expect(batches(0.0001) == 40 && batches(0.001) == 40)
        #expect(batches(0.003) == 15 && batches(0.0199) == 5)
        // Long ones average enough by themselves.
        #expect(batches(0.021) == 1 && batches(10) == 1)
        #expect(BatchPlan(Calibration(iterations: 3, batch: 0.001)).iterations == 3)
    }

    /// What disturbs a batch makes it longer: comparisons go by the low ones, and people read the median.
    @Test func lowBatchesAreCompared() throws {
        func sample(_ factor: Double) -> ProcessSample {
            let batches = [1, 1, 1, 1, 1, 1, 1, 2, 3, 4, 5].map { $0 * factor }
            return ProcessSample(readings: [
                .cpu: .batches([factor * 0.5] + batches + [9, 9, 9, 9, 9, 9, 9, 9, 9])
            ])
        }
        #expect(sample(1).value(.cpu) != sample(1).compared(.cpu))
        #expect(sample(1).compared(.cpu) == 1)
        let ratio = SamplePair(base: sample(1), head: sample(2), seconds: 1).logRatio(.cpu)
        #expect(isNear(ratio, 0.6931471805599453))
    }

    @Test func anInjectedShareOfCPUTimeIsBurnt() throws {
        // By their lowest batches: each says how long it wanted to burn, and interruptions only add to that.
        func burnt(_ injection: Injection?) throws -> Double {
            try #require(measure("burn", .time, batches: 9, injection: injection).sample?.compared(.cpu))
        }
        let plain = try burnt(nil)
        let slowed = try burnt(Injection(cpu: 0.5))
        #expect(plain >= 0.004 && slowed >= 0.006)
        #expect(slowed / plain > 1.3 && slowed / plain < 1.8)
    }
}
