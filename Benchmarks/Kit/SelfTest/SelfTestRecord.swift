// What the self-test measured, and what it found out about the gate.

/// All real runs, kept so that they can be resampled again.
struct SelfTestRecord: Hashable, Sendable, Codable {
    static let currentVersion = 1

    var version = currentVersion
    var settings: GateSettings
    /// What was injected where something was.
    var injection: Injection
    /// Processes that kept the cores busy meanwhile.
    var burners: Int
    var origin: RunOrigin
    var runs: [SelfTestRun]
}

/// One check of an executable against itself.
struct SelfTestRun: Hashable, Sendable, Codable {
    /// Benchmarks that were made worse on purpose.
    var injected: [String]
    /// Benchmarks whose allocations were compared, of these and of the others.
    var exact: [String]
    /// Benchmarks whose CPU time was compared; all in records without it.
    var timed: [String]?
    /// Hypotheses that were called worse, as `benchmark metric`.
    var alarms: [String]
    /// Those that were called better, whatever was done to them; among the alarms in records without it.
    var improvements: [String]?
    var failed: [OmittedBenchmark]
    var seconds: Double
    var mood: MachineMood
    /// Log ratios by benchmark and metric, of the first stage and then of its repeats.
    var logRatios: [[String: [Metric: [Double]]]]
    /// Seconds of a pair, by benchmark.
    var pairSeconds: [String: Double]

    /// Injected slowdowns of time: found, of how many.
    var foundSlower: Share {
        let slowed = injected.filter { timed?.contains($0) ?? true }
        let found = slowed.filter { name in alarms.contains { $0 == "\(name) \(Metric.cpu.name)" } }
        return Share(found.count, of: slowed.count)
    }

    /// Injected allocations.
    var foundAllocations: Share {
        let injected = injected.filter(exact.contains)
        let found = injected.filter { name in alarms.contains("\(name) \(Metric.allocations.name)") }
        return Share(found.count, of: injected.count)
    }

    /// Alarms where nothing was changed, and improvements anywhere.
    var falseAlarms: [String] {
        alarms.filter { alarm in !injected.contains { alarm.hasPrefix($0 + " ") } }
            + (improvements ?? []).map { "\($0), called better" }
    }
}

/// Some of a number, with an exact 95 % interval for the chance behind it.
struct Share: Hashable, Sendable, CustomStringConvertible {
    var count: Int
    var total: Int

    init(_ count: Int, of total: Int) {
        self.count = count
        self.total = total
    }

    static func + (left: Share, right: Share) -> Share {
        Share(left.count + right.count, of: left.total + right.total)
    }

    /// Clopper–Pearson; everything where nothing was tried.
    var interval: ClosedRange<Double> {
        total == 0 ? 0...1 : Proportion.interval(successes: count, trials: total, confidence: 0.95)
    }

    var description: String {
        guard total > 0 else { return "none tried" }
        func percent(_ share: Double) -> String { NumberText.fixed(share * 100, digits: 1) + " %" }
        return "\(count) of \(total), \(percent(Double(count) / Double(total)))"
            + " (95 %: \(percent(interval.lowerBound)) to \(percent(interval.upperBound)))"
    }
}
