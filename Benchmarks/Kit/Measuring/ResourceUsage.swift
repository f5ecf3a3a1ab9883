// What a process used besides time, as the kernel counts it.
import Glibc

/// Counts that only grow while a process lives.
struct ResourceUsage {
    private var contextSwitches = 0
    private var pageFaults = 0
    private var readCalls = 0
    private var writeCalls = 0
    /// Whether the kernel counts calls (`/proc/self/io`).
    private var countsCalls = true

    /// Nothing.
    init() {}

    /// What was used so far.
    static func now(_ scope: CPUScope) -> ResourceUsage {
        var used = ResourceUsage()
        for who in [RUSAGE_SELF, RUSAGE_CHILDREN] where scope == .processAndChildren || who == RUSAGE_SELF {
            var usage = rusage()
            getrusage(who.rawValue, &usage)
            used.contextSwitches += usage.ru_nvcsw + usage.ru_nivcsw
            used.pageFaults += usage.ru_minflt + usage.ru_majflt
        }
        // With the calls of children that were waited for (proc(5)).
        let file = ProcFile("/proc/self/io")
        if let reads = file["syscr"], let writes = file["syscw"] {
            (used.readCalls, used.writeCalls) = (reads, writes)
        } else {
            used.countsCalls = false
        }
        return used
    }

    /// Adds what was used between two readings.
    mutating func add(from start: ResourceUsage, to end: ResourceUsage) {
        contextSwitches += end.contextSwitches - start.contextSwitches
        pageFaults += end.pageFaults - start.pageFaults
        // The second reading counts the calls that the first took for its file.
        readCalls += end.readCalls - start.readCalls - ProcFile.callsPerReading
        writeCalls += end.writeCalls - start.writeCalls
        countsCalls = countsCalls && start.countsCalls && end.countsCalls
    }

    func readings(iterations: Int) -> [Metric: Reading] {
        func each(_ count: Int) -> Reading { .value(Double(count) / Double(iterations)) }
        let none = Reading.unavailable("the kernel has no /proc/self/io")
        return [
            .contextSwitches: each(contextSwitches), .pageFaults: each(pageFaults),
            .readCalls: countsCalls ? each(readCalls) : none,
            .writeCalls: countsCalls ? each(writeCalls) : none,
        ]
    }

    /// The peak of this process, or of its largest child.
    static func peakMemory(_ scope: CPUScope) -> Reading {
        guard let own = ProcFile("/proc/self/status")["VmHWM"].map({ $0 * 1024 }) else {
            return .unavailable("the kernel has no VmHWM in /proc/self/status")
        }
        guard scope == .processAndChildren else { return .value(Double(own)) }
        var usage = rusage()
        getrusage(RUSAGE_CHILDREN.rawValue, &usage)
        let largest = usage.ru_maxrss * 1024
        guard !isInherited(largest, ofOurs: own) else {
            return .unavailable("not above what children take over from the harness")
        }
        return .value(Double(largest))
    }

    /// Whether a child's peak may be only what it took over from us (ru_maxrss, `getrusage(2)`).
    ///
    /// - Parameter ours: read after the child was made. It only grows, so that it is no less than what was taken
    ///   over, whatever other threads allocated meanwhile; but the kernel counts it inexactly (proc(5), VmHWM).
    static func isInherited(_ peak: Int, ofOurs ours: Int) -> Bool { peak <= ours + (4 << 20) }
}
