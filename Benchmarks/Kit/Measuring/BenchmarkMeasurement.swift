// Measuring a benchmark in a process that is there for nothing else.
import CBenchmarkSystem
import Glibc

/// Carries out one order.
struct BenchmarkMeasurement {
    let benchmark: Benchmark
    let order: MeasureOrder

    /// - Throws: `BenchmarkError`, or what the benchmark throws.
    func run() throws -> MeasureReport {
        if order.timeLimit > 0 { alarm(order.timeLimit) }
        let prepared = try benchmark.prepare(
            BenchmarkInputs(values: order.inputs, scratch: order.scratch))
        // Nothing is timed before its result is known to be right.
        try prepared.reset()
        try prepared.run(1)
        try prepared.check()
        var report = MeasureReport()
        switch order.mode {
        case .calibrate:
            report.calibration = try calibrate(prepared)
        case .time: report.sample = ProcessSample(readings: try time(prepared))
        case .count: report.sample = ProcessSample(readings: try count(prepared))
        case .profile:
            for _ in 0..<order.batches {
                try prepared.reset()
                try inRegion { try prepared.run(order.iterations) }
            }
        }
        try prepared.check()
        return report
    }

    /// Looks for as many iterations as last the minimum even in the fastest of several batches: what disturbs a batch
    /// makes it longer.
    private func calibrate(_ prepared: PreparedBenchmark) throws -> Calibration {
        var iterations = 1
        while true {
            var fastest = Double.infinity
            for _ in 0..<Self.calibrationBatches where fastest > order.minimumBatch {
                try prepared.reset()
                let start = Seconds.rawMonotonicNow
                try prepared.run(iterations)
                fastest = min(fastest, (Seconds.rawMonotonicNow - start).value)
                // Long ones average enough by themselves.
                if fastest > order.minimumBatch * 10 { break }
            }
            guard fastest < order.minimumBatch, iterations < 1 << 30 else {
                return Calibration(iterations: iterations, batch: fastest)
            }
            let needed = Double(iterations) * order.minimumBatch / max(fastest, 1e-9)
            // At most ten times as many, since short batches mislead.
            iterations = min(iterations * 10, max(iterations + 1, Int(needed * 1.05)))
        }
    }

    private static let calibrationBatches = 5

    private func time(_ prepared: PreparedBenchmark) throws -> [Metric: Reading] {
        let (scope, iterations) = (benchmark.scope, order.iterations)
        let overhead = CostClock.overhead(scope)
        var (wall, cpu): ([Double], [Double]) = ([], [])
        wall.reserveCapacity(order.batches)
        cpu.reserveCapacity(order.batches)
        // One batch warms up what the first iteration did not.
        if iterations > 1 {
            try prepared.reset()
            try prepared.run(iterations)
        }
        var instructions = InstructionCounter()
        var used = ResourceUsage()
        for _ in 0..<order.batches {
            try prepared.reset()
            let usage = ResourceUsage.now(scope)
            let standIns = prepared.standInCPU()
            instructions.start()
            let clock = CostClock.start(scope)
            try prepared.run(iterations)
            if let injection = order.injection { injection.burn(since: clock, scope) }
            let cost = clock.elapsed(scope) - overhead
            instructions.stop()
            used.add(from: usage, to: .now(scope))
            instructions.collect()
            let others = prepared.standInCPU() - standIns
            wall.append(cost.wall.value / Double(iterations))
            cpu.append((cost.cpu - others).value / Double(iterations))
        }
        let all = iterations * order.batches
        var readings = used.readings(iterations: all)
        readings[.wall] = .batches(wall)
        readings[.cpu] = .batches(cpu)
        readings[.peakMemory] = ResourceUsage.peakMemory(scope)
        readings[.instructions] = instructions.reading(iterations: all)
        return readings
    }

    /// Twice, after the first run that warmed up: what is not the same each time is not exact.
    private func count(_ prepared: PreparedBenchmark) throws -> [Metric: Reading] {
        var counted: [Metric: [UInt64]] = [:]
        let obstacle =
            benchmark.scope == .processAndChildren
            ? "only those of the benchmark's own process can be counted"
            : benchmark_can_count_allocations() ? nil : "the malloc family of this process is not ours"
        for _ in 0..<2 {
            try prepared.reset()
            var allocations = BenchmarkAllocations()
            try inRegion {
                benchmark_begin_counting()
                defer { allocations = benchmark_end_counting() }
                try prepared.run(1)
                order.injection?.allocate()
            }
            if obstacle == nil {
                counted[.allocations, default: []].append(allocations.allocations)
                counted[.allocatedBytes, default: []].append(allocations.bytes)
            }
            for (name, value) in prepared.counts() {
                counted[.work(name), default: []].append(UInt64(value))
            }
        }
        var readings: [Metric: Reading] = [:]
        for (metric, values) in counted {
            guard Set(values).count > 1 else {
                readings[metric] = .value(Double(values[0]))
                continue
            }
            let text = values.map { String($0) }.joined(separator: ", ")
            guard !benchmark.isExact else {
                throw WrongResult("\(metric.name) should be exact, and are \(text)")
            }
            readings[metric] = .unavailable("it varies: \(text)")
        }
        if let obstacle {
            let reason = Reading.unavailable(obstacle)
            (readings[.allocations], readings[.allocatedBytes]) = (reason, reason)
        }
        return readings
    }

    /// Calls `body` where profilers look.
    private func inRegion(_ body: @escaping () throws -> Void) throws {
        var call = RegionCall(body: body)
        withUnsafeMutablePointer(to: &call) { pointer in
            benchmark_measured_region({ $0!.assumingMemoryBound(to: RegionCall.self).pointee.run() }, pointer)
        }
        if let error = call.error { throw error }
    }
}

/// A body on its way through a C function.
private struct RegionCall {
    let body: () throws -> Void
    var error: (any Error)?

    mutating func run() {
        do { try body() } catch { self.error = error }
    }
}

extension Injection {
    /// Burns the share of the CPU time that passed since `clock`.
    func burn(since clock: CostClock, _ scope: CPUScope) {
        guard cpu > 0 else { return }
        let now = Seconds.cpuNow(scope)
        let end = now.value + (now - clock.cpu).value * cpu
        while Seconds.cpuNow(scope).value < end {}
    }

    /// Through a pointer that the optimiser can't see to be unused.
    func allocate() {
        for _ in 0..<allocations {
            let memory = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16)
            blackHole(memory)
            memory.deallocate()
        }
    }
}
