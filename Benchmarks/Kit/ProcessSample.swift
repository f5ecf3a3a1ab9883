// What one run of a command cost.

/// The cost of one process with its descendants, from its start until it is reaped.
public struct ProcessSample: Hashable, Sendable, Codable {
    /// From before `posix_spawn(3)` until after `wait4(2)`, on CLOCK_MONOTONIC_RAW.
    public var wall: Seconds
    /// CPU time in user mode, of the process and of all descendants that were waited for.
    ///
    /// A descendant that nobody waited for is missing, here and in `system` (`getrusage(2)`).
    public var user: Seconds
    /// CPU time in the kernel, of the same processes.
    public var system: Seconds
    /// Peak resident memory of the largest single process among them: not of all together.
    ///
    /// ru_maxrss also takes over the peak that we had when the process was made, so that it is never less.
    public var peakMemory: ByteCount
    /// Whether `peakMemory` is only a bound, since it does not exceed what was taken over from us.
    public var isPeakInherited: Bool

    /// CPU time of both kinds.
    public var cpu: Seconds { user + system }

    public init(
        wall: Seconds, user: Seconds, system: Seconds, peakMemory: ByteCount, isPeakInherited: Bool = false
    ) {
        self.wall = wall
        self.user = user
        self.system = system
        self.peakMemory = peakMemory
        self.isPeakInherited = isPeakInherited
    }

    /// Each with its unit.
    enum CodingKeys: String, CodingKey {
        case wall = "wallSeconds"
        case user = "userSeconds"
        case system = "systemSeconds"
        case peakMemory = "peakBytes"
        case isPeakInherited
    }
}

/// A number that every sample has.
public enum Metric: String, CaseIterable, Hashable, Sendable, Codable {
    /// Seconds.
    case wall, cpu, user, system
    /// Bytes.
    case peakMemory

    /// In seconds or bytes.
    public func value(of sample: ProcessSample) -> Double {
        switch self {
        case .wall: sample.wall.value
        case .cpu: sample.cpu.value
        case .user: sample.user.value
        case .system: sample.system.value
        case .peakMemory: Double(sample.peakMemory.value)
        }
    }
}
