// Measuring benchmarks, in this process: what the clocks and counters say.
import CBenchmarkSystem
import Glibc
import Testing

@testable import BenchmarkKit

/// One at a time: they measure the process.
@Suite(.serialized) struct MeasurementTests {
    private func measure(
        _ mode: MeasureOrder.Mode, iterations: Int = 1, batches: Int = 5, scope: CPUScope = .process,
        isExact: Bool = false, injection: Injection? = nil, _ prepared: PreparedBenchmark
    ) throws -> MeasureReport {
        let box = UncheckedSendable(prepared)
        let benchmark = Benchmark("test/test", "", scope: scope, isExact: isExact) { _ in box.value }
        let order = MeasureOrder(
            benchmark: benchmark.name, mode: mode, iterations: iterations, batches: batches, scratch: "/tmp",
            injection: injection)
        return try BenchmarkMeasurement(benchmark: benchmark, order: order).run()
    }

    private struct UncheckedSendable<Value>: @unchecked Sendable {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    private func reading(_ report: MeasureReport, _ metric: Metric) throws -> Double {
        try #require(report.sample?.value(metric))
    }

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
        // A machine that slows down in the midst of it misleads: what is wrong is wrong each time.
        let isWithin = try (0..<5).contains { _ in
            let before = cost()
            let report = try measure(.time, batches: 1001, PreparedBenchmark(run: { _ in }))
            let reading = max(before, cost())
            return try abs(self.reading(report, .wall)) <= reading
                && abs(self.reading(report, .cpu)) <= reading
        }
        #expect(isWithin)
    }

    @Test func wallTimeCountsSleepAndCPUTimeDoesNot() throws {
        let report = try measure(.time, PreparedBenchmark(run: { _ in usleep(20_000) }))
        #expect(try reading(report, .wall) >= 0.02)
        #expect(try reading(report, .cpu) < 0.02)
        #expect(try reading(report, .contextSwitches) >= 1)
    }

    @Test func timesAreOfOneIteration() throws {
        let report = try measure(
            .time, iterations: 4, batches: 2,
            PreparedBenchmark(run: { iterations in usleep(UInt32(iterations) * 10_000) }))
        let wall = try reading(report, .wall)
        #expect(wall >= 0.01 && wall < 0.04)
    }

    /// The shell only waits; its child is ended by its limit of about a second of CPU, as the kernel's ticks count it,
    /// on any machine.
    @Test func childrenCountWhereTheyBelongToTheBenchmark() throws {
        let command = BenchmarkCommand(
            name: "burn", executable: "sh",
            arguments: ["-c", "sh -c 'ulimit -t 1; while :; do :; done'; true"])
        let with = try measure(
            .time, batches: 1, scope: .processAndChildren, PreparedBenchmark(run: { _ in try command.run() }))
        #expect(try reading(with, .cpu) > 0.5)
        let without = try measure(.time, batches: 1, PreparedBenchmark(run: { _ in try command.run() }))
        #expect(try reading(without, .cpu) < 0.5)
    }

    @Test func peakMemoryOfChildrenIsOfTheLargest() throws {
        guard case .value(let own) = ResourceUsage.peakMemory(.process) else { throw WrongResult("no VmHWM") }
        let held = Int(own) + (128 << 20)
        let command = BenchmarkCommand(
            name: "hold", executable: "sh",
            arguments: ["-c", "head -c \(held) /dev/zero | tail -c \(held) >/dev/null; true"])
        let report = try measure(
            .time, batches: 1, scope: .processAndChildren, PreparedBenchmark(run: { _ in try command.run() }))
        #expect(try reading(report, .peakMemory) > Double(held))
    }

    @Test func aPeakAboveOursIsTheChildsOwn() {
        let ours = 100 << 20
        #expect(ResourceUsage.isInherited(100 << 20, ofOurs: ours))
        #expect(ResourceUsage.isInherited(103 << 20, ofOurs: ours))
        #expect(!ResourceUsage.isInherited(105 << 20, ofOurs: ours))
    }

    @Test func callsAndFaultsAreCounted() throws {
        let report = try measure(
            .time, batches: 3,
            PreparedBenchmark(run: { _ in
                let null = open("/dev/null", O_RDWR)
                for _ in 0..<5 { _ = write(null, "x", 1) }
                for _ in 0..<7 {
                    withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) {
                        _ = read(null, $0.baseAddress, 1)
                    }
                }
                close(null)
                let pages = mmap(nil, 64 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)!
                for page in 0..<64 { pages.storeBytes(of: 1, toByteOffset: page * 4096, as: UInt8.self) }
                munmap(pages, 64 * 4096)
            }))
        // Other tests' threads may read and write, too.
        #expect(try reading(report, .writeCalls) >= 5)
        #expect(try reading(report, .readCalls) >= 7)
        // Huge pages would make it one fault.
        #expect(try reading(report, .pageFaults) >= 1)
    }

    @Test func anAllocationMoreIsOneAllocationMore() throws {
        guard benchmark_can_count_allocations() else { return }
        let three = PreparedBenchmark(run: { _ in
            for _ in 0..<3 {
                let memory = malloc(100)
                blackHole(memory)
                free(memory)
            }
        })
        // Other tests allocate at the same time here, so that only the least of many tries is ours.
        func least(_ injection: Injection?) throws -> (count: Double, bytes: Double)? {
            var best: (Double, Double)?
            for _ in 0..<200 {
                let report = try measure(.count, injection: injection, three)
                guard let count = report.sample?.value(.allocations),
                    let bytes = report.sample?.value(.allocatedBytes)
                else { continue }
                if best.map({ count < $0.0 }) ?? true { best = (count, bytes) }
            }
            return best
        }
        let plain = try #require(try least(nil))
        let injected = try #require(try least(Injection(allocations: 1)))
        #expect(plain.count == 3)
        #expect(plain.bytes == 300)
        #expect(injected.count == 4)
    }

    @Test func whatThereIsNotIsNotZero() throws {
        let report = try measure(.time, PreparedBenchmark(run: { _ in }))
        let instructions = try #require(report.sample?.readings[.instructions])
        // Hardware with counters counts something, all other says why it doesn't.
        switch instructions {
        case .value(let value): #expect(value > 0)
        case .unavailable(let reason): #expect(!reason.isEmpty)
        case .batches: Issue.record("instructions are not counted by batch")
        }
    }

    @Test func aBatchIsLongEnough() throws {
        var order = MeasureOrder(benchmark: "test/test", mode: .calibrate, scratch: "/tmp")
        order.minimumBatch = 0.005
        let benchmark = Benchmark("test/test", "") { _ in
            PreparedBenchmark(run: { iterations in usleep(UInt32(iterations) * 100) })
        }
        let calibration = try #require(
            try BenchmarkMeasurement(benchmark: benchmark, order: order).run().calibration)
        #expect(calibration.batch >= 0.005)
        #expect(calibration.iterations > 1 && calibration.iterations <= 60)
    }

    @Test func anInjectedShareOfCPUTimeIsBurnt() throws {
        // Half as much again is more than what disturbs: both are measured in the same process.
        let spin = PreparedBenchmark(run: { _ in
            let end = Seconds.cpuNow(.process).value + 0.004
            while Seconds.cpuNow(.process).value < end {}
        })
        let plain = try reading(try measure(.time, batches: 9, spin), .cpu)
        let slowed = try reading(try measure(.time, batches: 9, injection: Injection(cpu: 0.5), spin), .cpu)
        #expect(slowed / plain > 1.4 && slowed / plain < 1.7)
    }
}
