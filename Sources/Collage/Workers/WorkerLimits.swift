// When a worker that says nothing is given up: a pure decision about clocks.

import Wire

/// The limits of one task on one worker.
struct WorkerLimits: Hashable, Sendable {
    /// CPU seconds that a task may take.
    var cpu: TimeSpan
    /// Time without any CPU being used, after which a worker counts as stalled.
    var stall: TimeSpan
}

/// Watches a task's clocks; looked at now and then.
struct WorkerWatch {
    private let limits: WorkerLimits
    /// When it was first looked at: most tasks are over before that.
    private var startCPU: UInt64?
    private var lastCPU: UInt64 = 0
    private var lastProgress: MonotonicTime

    init(limits: WorkerLimits, now: MonotonicTime) {
        self.limits = limits
        lastProgress = now
    }

    /// Why the worker is to be given up now; nil where it is not.
    mutating func verdict(cpu: UInt64, now: MonotonicTime) -> PhotoFault? {
        guard let startCPU else {
            (startCPU, lastCPU) = (cpu, cpu)
            return nil
        }
        if cpu != lastCPU {
            lastCPU = cpu
            lastProgress = now
        }
        if TimeSpan(nanoseconds: Int64(cpu - startCPU)) >= limits.cpu {
            return PhotoFault(.timeout, "it took more than \(Self.text(limits.cpu)) of CPU time")
        }
        if lastProgress.distance(to: now) >= limits.stall {
            return PhotoFault(.stalled, "nothing moved for \(Self.text(limits.stall))")
        }
        return nil
    }

    /// Starts anew after a wait that was not the worker's.
    mutating func pause(until now: MonotonicTime) { lastProgress = now }

    private static func text(_ span: TimeSpan) -> String {
        "\(span.inRoundedSeconds) s"
    }
}
