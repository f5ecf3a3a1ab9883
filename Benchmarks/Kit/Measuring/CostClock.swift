// The clocks that benchmarks are measured on.
import Glibc

/// A moment on both clocks.
struct CostClock {
    var wall: Seconds
    var cpu: Seconds

    static func start(_ scope: CPUScope) -> CostClock {
        let wall = Seconds.rawMonotonicNow
        return CostClock(wall: wall, cpu: .cpuNow(scope))
    }

    /// What passed since `start`; the CPU clock is read inside of the wall clock's readings.
    func elapsed(_ scope: CPUScope) -> CostClock {
        let end = Seconds.cpuNow(scope)
        return CostClock(wall: .rawMonotonicNow - wall, cpu: end - cpu)
    }

    /// What the readings themselves cost: the median of many measurements of nothing.
    static func overhead(_ scope: CPUScope) -> CostClock {
        let readings = (0..<101).map { _ in start(scope).elapsed(scope) }
        return CostClock(
            wall: Seconds(Quantile.median(readings.map(\.wall.value))!),
            cpu: Seconds(Quantile.median(readings.map(\.cpu.value))!))
    }

    static func - (left: CostClock, right: CostClock) -> CostClock {
        CostClock(wall: left.wall - right.wall, cpu: left.cpu - right.cpu)
    }
}

extension Seconds {
    /// CPU time so far (`clock_gettime(2)`, CLOCK_PROCESS_CPUTIME_ID; `getrusage(2)` for children).
    static func cpuNow(_ scope: CPUScope) -> Seconds {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        guard scope == .processAndChildren else { return Seconds(time) }
        var usage = rusage()
        getrusage(RUSAGE_CHILDREN.rawValue, &usage)
        return Seconds(time) + Seconds(usage.ru_utime) + Seconds(usage.ru_stime)
    }
}
