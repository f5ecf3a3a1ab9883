// A benchmark: what is measured, by its name, and how it is prepared.

/// Something to measure.
///
/// It is prepared and run in processes of their own, one for each sample: whatever `prepare` captures is
/// made anew in each of them.
@dynamicMemberLookup
public struct Benchmark: Sendable {
    public var description: BenchmarkDescription
    /// Asked by `described`.
    let obstacle: @Sendable () -> String?
    let prepare: @Sendable (BenchmarkInputs) throws -> PreparedBenchmark

    /// - Parameters:
    ///   - obstacle: asked before anything is measured; the reason is reported beside the results.
    ///   - prepare: not measured. What it throws fails the benchmark.
    public init(
        _ name: String, _ explanation: String, work: WorkAmount? = nil, scope: CPUScope = .process,
        isExact: Bool = false, gates: [Metric] = [.cpu], floor: String? = nil, inputs: Set<String> = [],
        obstacle: @escaping @Sendable () -> String? = { nil },
        prepare: @escaping @Sendable (BenchmarkInputs) throws -> PreparedBenchmark
    ) {
        description = BenchmarkDescription(
            name: name, explanation: explanation, work: work, scope: scope, isExact: isExact, gates: gates,
            floor: floor, inputs: inputs)
        self.obstacle = obstacle
        self.prepare = prepare
    }

    public subscript<Value>(dynamicMember path: WritableKeyPath<BenchmarkDescription, Value>) -> Value {
        get { description[keyPath: path] }
        set { description[keyPath: path] = newValue }
    }

    /// Its description, with what stands in its way here.
    var described: BenchmarkDescription {
        var described = description
        described.obstacle = obstacle()
        return described
    }
}

extension Benchmark {
    /// The same, whose times are shown and do not gate: what it measures is not ours to make faster.
    public var ungated: Benchmark {
        var benchmark = self
        benchmark.gates = []
        return benchmark
    }
}

extension [Benchmark] {
    /// The same, in which what is only the floor of others does not gate.
    public var withUngatedFloors: [Benchmark] {
        let floors = Set(compactMap(\.floor))
        return map { floors.contains($0.name) ? $0.ungated : $0 }
    }
}

/// A number of equal pieces of work.
public struct WorkAmount: Hashable, Sendable, Codable {
    public var count: Int
    /// Of one piece, in the singular: `element`, `tile`, `photo`.
    public var unit: String

    public init(_ count: Int, _ unit: String) {
        precondition(count > 0, "work is at least one piece")
        self.count = count
        self.unit = unit
    }
}

/// Whose CPU time a benchmark costs.
public enum CPUScope: String, Hashable, Sendable, Codable {
    /// That of all threads of the process (CLOCK_PROCESS_CPUTIME_ID).
    case process
    /// Also that of children that were waited for, and of theirs (`getrusage(2)`, RUSAGE_CHILDREN).
    case processAndChildren
}

/// What a benchmark is given.
public struct BenchmarkInputs: Hashable, Sendable {
    /// By key: a folder of photos, for example.
    public var values: [String: String]
    /// A folder for the benchmark alone, empty at first; absolute.
    public var scratch: String

    public init(values: [String: String] = [:], scratch: String) {
        self.values = values
        self.scratch = scratch
    }

    /// The value for a key that the benchmark says it needs.
    public func callAsFunction(_ key: String) throws(BenchmarkError) -> String {
        guard let value = values[key] else { throw .noInput(key) }
        return value
    }
}
