// Taking samples: how long batches are, and one process after the other.

/// Takes samples of benchmarks, each in a fresh process, never two at a time.
struct Sampler {
    let results: ResultsFolder
    /// By key.
    let inputs: [String: String]
    /// Seconds after which a process is given up.
    var timeLimit: UInt32 = 300
    /// Whether instructions of exact benchmarks are counted, too, by callgrind: a hundred times slower than running.
    var countsInstructions = false
    /// Draws what moves a process' stack.
    var random: SplitMix64

    init(results: ResultsFolder, inputs: [String: String], seed: UInt64) {
        self.results = results
        self.inputs = inputs
        random = SplitMix64(state: seed)
    }

    /// Batches long enough, as many as fit into a short life.
    func plan(_ member: HostedSuite.Member) throws -> BatchPlan {
        var order = try order(member, .calibrate)
        order.minimumBatch = BatchPlan.minimumBatch
        guard let calibration = try member.host.measure(order).calibration else {
            throw BenchmarkError.stranger(member.host.executable)
        }
        return BatchPlan(calibration)
    }

    mutating func time(
        _ member: HostedSuite.Member, _ plan: BatchPlan, injection: Injection? = nil
    ) throws -> ProcessSample {
        var order = try order(member, .time)
        (order.iterations, order.batches) = (plan.iterations, plan.batches)
        order.injection = injection
        // A page: it moves the stack over all that matters, and the environment stays small.
        return try sample(member, order, padding: Int(random.next() % 4096))
    }

    /// Allocations and work of one iteration: of what should be exact in two processes, which must agree.
    func count(_ member: HostedSuite.Member, injection: Injection? = nil) throws -> [Metric: Reading] {
        var order = try order(member, .count)
        order.injection = injection
        let first = try sample(member, order).readings
        guard member.description.isExact else { return first }
        order.scratch = try results.emptyScratch()
        let second = try sample(member, order).readings
        var counts = try merged(first, second, of: member)
        if countsInstructions, member.description.scope == .process {
            let profile = try Callgrind.profile(member, self, iterations: 1)
            counts[.instructions] = .value(Double(profile.total))
        }
        return counts
    }

    private func merged(
        _ first: [Metric: Reading], _ second: [Metric: Reading], of member: HostedSuite.Member
    ) throws -> [Metric: Reading] {
        try first.merging(second) { one, other in
            guard case .value(let a) = one, case .value(let b) = other, a != b else { return one }
            throw BenchmarkError.benchmarkFailed(
                benchmark: member.description.name,
                reason: "counts should be exact, and are \(Int(a)) in one process, \(Int(b)) in another")
        }
    }

    /// Runs iterations in the measured region, under a profiler.
    ///
    /// - Parameter profiler: the words that stand before the executable.
    func profile(_ member: HostedSuite.Member, iterations: Int, under profiler: [String]) throws {
        var order = try order(member, .profile)
        order.iterations = iterations
        _ = try member.host.measure(order, under: profiler)
    }

    private func sample(_ member: HostedSuite.Member, _ order: MeasureOrder, padding: Int? = nil) throws
        -> ProcessSample
    {
        guard let sample = try member.host.measure(order, padding: padding).sample else {
            throw BenchmarkError.stranger(member.host.executable)
        }
        return sample
    }

    private func order(_ member: HostedSuite.Member, _ mode: MeasureOrder.Mode) throws -> MeasureOrder {
        MeasureOrder(
            benchmark: member.description.name, mode: mode,
            inputs: inputs.filter { member.description.inputs.contains($0.key) },
            scratch: try results.emptyScratch(), timeLimit: timeLimit)
    }
}

/// How a benchmark is run in each of its processes.
struct BatchPlan: Hashable, Sendable, Codable {
    /// Iterations of a batch.
    var iterations: Int
    var batches: Int

    /// Seconds that a batch lasts at least: thousands of readings of the slowest clock.
    static let minimumBatch = 0.001
    /// Seconds that all batches of a process last about: more of them say less than another process does.
    private static let measuredTime = 0.045
    private static let fewestBatches = 5
    private static let mostBatches = 40
    /// Batches longer than this, in seconds, average enough by themselves.
    private static let longBatch = 0.020

    init(_ calibration: Calibration) {
        iterations = calibration.iterations
        let batch = max(calibration.batch, 1e-9)
        let fitting = Int(Self.measuredTime / batch)
        batches =
            batch > Self.longBatch ? 1 : min(Self.mostBatches, max(Self.fewestBatches, fitting))
    }
}
