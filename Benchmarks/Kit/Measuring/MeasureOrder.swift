// What the harness and the processes that it measures in say to each other.

/// What a process is to measure: an argument of it, as JSON.
struct MeasureOrder: Hashable, Sendable, Codable {
    enum Mode: String, Hashable, Sendable, Codable {
        /// Find out how many iterations last at least `minimumBatch`.
        case calibrate
        /// Measure time and what the kernel counts.
        case time
        /// Count allocations and work.
        case count
        /// Run `batches` batches in the measured region, and read no clock: for profilers.
        case profile
    }

    /// Both sides must have the same.
    static let currentVersion = 1

    var version = currentVersion
    var benchmark: String
    var mode: Mode
    /// Iterations of a batch.
    var iterations = 1
    var batches = 1
    /// Seconds.
    var minimumBatch = 0.001
    var inputs: [String: String] = [:]
    /// Of `BenchmarkInputs`.
    var scratch: String
    /// A slowdown for the self-test.
    var injection: Injection?
    /// Seconds after which the process ends itself (`alarm(2)`); none where 0.
    var timeLimit: UInt32 = 0
}

/// What it measured: written as JSON to the report's descriptor.
struct MeasureReport: Hashable, Sendable, Codable {
    var version = MeasureOrder.currentVersion
    /// Of `calibrate`.
    var calibration: Calibration?
    /// Of `time` and `count`.
    var sample: ProcessSample?

    /// Where it is written to.
    static let descriptor: Int32 = 3
}

/// How long a benchmark takes.
struct Calibration: Hashable, Sendable, Codable {
    /// As many as last the minimum of a batch.
    var iterations: Int
    /// Wall time of a batch of so many, in seconds.
    var batch: Double
}

/// A change for the worse that is made on purpose, to see whether it is found.
struct Injection: Hashable, Sendable, Codable {
    /// CPU time more, as a share: 0.02 is 2 %.
    var cpu = 0.0
    /// Allocations more in an iteration.
    var allocations = 0
}
