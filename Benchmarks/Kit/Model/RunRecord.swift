// What a run measured: all samples, and what must be known to read them.
import FoundationEssentials
import Glibc

/// A run of a suite, as it is kept and compared.
public struct RunRecord: Hashable, Sendable, Codable {
    /// Another one for another meaning of a metric: records of others can't be compared with ours.
    public static let currentVersion = 1

    public var version = currentVersion
    public var tool: String
    public var origin: RunOrigin
    public var benchmarks: [BenchmarkRecord]
    public var skipped: [OmittedBenchmark]
    /// Those that crashed, or gave a wrong result.
    public var failed: [OmittedBenchmark]

    public func benchmark(_ name: String) -> BenchmarkRecord? { benchmarks.first { $0.name == name } }
}

/// Where a run's numbers come from.
public struct RunOrigin: Hashable, Sendable, Codable {
    /// Of `Toolchain`: what exact counts are compared under.
    public var toolchain: String
    public var machine: MachineFacts
    public var before: MachineMood
    public var after: MachineMood
    public var seed: UInt64
    /// A line for a shell that measures the same again.
    public var reproduce: String
    /// Seconds since 1970, at the end.
    public var finished: Double
}

extension RunOrigin {
    /// Of what ends now, on this machine.
    init(toolchain: String, before: MachineMood, seed: UInt64, reproduce: String) {
        self.init(
            toolchain: toolchain, machine: .current, before: before, after: .now, seed: seed,
            reproduce: reproduce, finished: Date.now.timeIntervalSince1970)
    }
}

/// All samples of one benchmark.
@dynamicMemberLookup
public struct BenchmarkRecord: Hashable, Sendable, Codable {
    public var description: BenchmarkDescription
    /// How it was run in each process.
    var plan: BatchPlan
    /// One of each round, in order: those of the same round were taken soon after each other.
    public var samples: [ProcessSample]
    /// Counted in processes of their own.
    public var counts: [Metric: Reading]

    init(_ description: BenchmarkDescription, plan: BatchPlan) {
        self.description = description
        self.plan = plan
        samples = []
        counts = [:]
    }

    public subscript<Value>(dynamicMember path: KeyPath<BenchmarkDescription, Value>) -> Value {
        description[keyPath: path]
    }

    /// The number of each process that has one.
    public func values(_ metric: Metric) -> [Double] {
        if let counted = counts[metric]?.value { return [counted] }
        return metric.isExact ? [] : samples.compactMap { $0.value(metric) }
    }

    /// The number of each process that is compared; of exact metrics the count.
    func comparable(_ metric: Metric) -> [Double] {
        if let counted = counts[metric]?.value { return [counted] }
        return metric.isExact ? [] : compared(metric)
    }

    /// For comparisons: natural logarithms of what stands for each process, where it is above 0.
    func logarithms(_ metric: Metric) -> [Double] { compared(metric).filter { $0 > 0 }.map { log($0) } }

    func compared(_ metric: Metric) -> [Double] { samples.compactMap { $0.compared(metric) } }

    /// Why there are none; nil where there are some.
    public func obstacle(_ metric: Metric) -> String? {
        let readings = metric.isExact ? [counts[metric]] : samples.map { $0.readings[metric] }
        for case .unavailable(let reason) in readings { return reason }
        return values(metric).isEmpty ? "not measured" : nil
    }

    /// All metrics that it has or could have, in the order in which they are shown.
    public var metrics: [Metric] {
        let work = counts.keys.filter { !Metric.general.contains($0) }.sorted { $0.name < $1.name }
        return Metric.general + work
    }
}

/// A benchmark without results, and why.
public struct OmittedBenchmark: Hashable, Sendable, Codable {
    public var name: String
    public var reason: String
}
