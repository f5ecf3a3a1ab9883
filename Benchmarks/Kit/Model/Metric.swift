// What can be measured, by name.

/// A quantity that samples have.
public struct Metric: Hashable, Sendable {
    public let name: String

    /// Time on CLOCK_MONOTONIC_RAW, an iteration.
    public static let wall = Metric(name: "wall")
    /// CPU time of the benchmark's scope, an iteration.
    public static let cpu = Metric(name: "cpu")
    /// Calls of the malloc family in one iteration; counted in a process of its own, never while timing.
    public static let allocations = Metric(name: "mallocs")
    /// Bytes that these calls asked for.
    public static let allocatedBytes = Metric(name: "bytes")
    /// Peak resident memory of the largest process (VmHWM, or ru_maxrss for children), in bytes.
    public static let peakMemory = Metric(name: "peak")
    /// Voluntary and involuntary context switches, an iteration.
    public static let contextSwitches = Metric(name: "switches")
    /// Minor and major page faults, an iteration.
    public static let pageFaults = Metric(name: "faults")
    /// Calls of `read(2)` and its kin, an iteration (syscr in `/proc/self/io`).
    public static let readCalls = Metric(name: "reads")
    /// Calls of `write(2)` and its kin, an iteration (syscw).
    public static let writeCalls = Metric(name: "writes")
    /// Instructions in user mode, an iteration (`perf_event_open(2)`).
    public static let instructions = Metric(name: "instructions")

    /// A count of the benchmark's own, of one iteration.
    public static func work(_ name: String) -> Metric { Metric(name: workPrefix + name) }

    private static let workPrefix = "work:"

    /// Those that any benchmark may have, in the order in which they are shown.
    public static let general: [Metric] = [
        .cpu, .wall, .allocations, .allocatedBytes, .peakMemory, .contextSwitches, .pageFaults, .readCalls,
        .writeCalls, .instructions,
    ]

    /// The metric of that name; nil where there can be none.
    public init?(named name: String) {
        let isWork = name.hasPrefix(Self.workPrefix) && name.count > Self.workPrefix.count
        guard isWork || Self.general.contains(where: { $0.name == name }) else { return nil }
        self.name = name
    }

    private init(name: String) { self.name = name }

    public var unit: MetricUnit {
        switch self {
        case .wall, .cpu: .seconds
        case .allocatedBytes, .peakMemory: .bytes
        default: .count
        }
    }

    /// Whether it is a whole number that must not vary, rather than a quantity that does.
    public var isExact: Bool {
        self == .allocations || self == .allocatedBytes || name.hasPrefix(Self.workPrefix)
    }
}

public enum MetricUnit: String, Hashable, Sendable, Codable {
    case seconds, bytes, count
}

extension Metric: Codable, CodingKeyRepresentable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let name = try container.decode(String.self)
        guard let metric = Metric(named: name) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no metric “\(name)”")
        }
        self = metric
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }

    public var codingKey: any CodingKey { MetricKey(stringValue: name) }
    public init?(codingKey: some CodingKey) { self.init(named: codingKey.stringValue) }

    private struct MetricKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
