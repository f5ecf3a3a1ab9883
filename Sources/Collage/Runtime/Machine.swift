// What this process may use of the machine: cores and memory, as scheduler, cgroup and Slurm allow.

import CSystem
import Glibc

/// The limits that this process runs under.
struct Machine: Hashable, Sendable {
    /// Cores that may be used: the smallest of affinity, cgroup quota and Slurm's share, at least 1.
    var cores: Int
    /// Bytes that may be used: the smallest of physical memory, cgroup limit and Slurm's share.
    var memory: Int

    /// Asks the system.
    static func current() -> Machine {
        Machine(
            affinity: max(1, Int(csystem_processor_count())),
            physicalMemory: sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE)),
            environment: { name in getenv(name).map { String(cString: $0) } },
            readFile: TextFile.read)
    }

    /// Decides from what the system says; pure.
    init(
        affinity: Int, physicalMemory: Int, environment: (String) -> String?, readFile: (String) -> String?
    ) {
        let groups = ControlGroup.limits(readFile: readFile)
        let slurmCores = ["SLURM_CPUS_PER_TASK", "SLURM_CPUS_ON_NODE"]
            .compactMap { environment($0).flatMap { Int($0) } }.first { $0 > 0 }
        cores = max(1, [affinity, groups.cores, slurmCores].compactMap { $0 }.min()!)

        // Slurm counts in MiB (sbatch(1), --mem and --mem-per-cpu).
        func mebibytes(_ name: String, times count: Int) -> Int? {
            guard let number = environment(name).flatMap({ Int($0) }), number > 0 else { return nil }
            let (bytes, isTooMuch) = number.multipliedReportingOverflow(by: count << 20)
            return isTooMuch ? nil : bytes
        }
        let slurmMemory =
            mebibytes("SLURM_MEM_PER_NODE", times: 1) ?? mebibytes("SLURM_MEM_PER_CPU", times: cores)
        memory = [physicalMemory, groups.memory, slurmMemory].compactMap { $0 }.min()!
    }
}

/// The limits of the control groups that the process is in, version 2 and 1 (cgroups(7)).
enum ControlGroup {
    static func limits(readFile: (String) -> String?) -> (cores: Int?, memory: Int?) {
        var quotas: [Double] = []
        var memories: [Int] = []
        for line in (readFile("/proc/self/cgroup") ?? "").split(separator: "\n") {
            let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3 else { continue }
            let controllers = fields[1].split(separator: ",")
            for folder in ancestors(of: String(fields[2])) {
                if controllers.isEmpty {
                    let path = "/sys/fs/cgroup" + folder
                    let parts = (readFile(path + "/cpu.max") ?? "").split { " \n".contains($0) }
                    if parts.count == 2, let quota = Double(parts[0]), let period = Double(parts[1]) {
                        quotas.append(quota / period)
                    }
                    if let bytes = readFile(path + "/memory.max").flatMap(number) { memories.append(bytes) }
                }
                if controllers.contains("cpu") {
                    let path = "/sys/fs/cgroup/cpu" + folder
                    if let quota = readFile(path + "/cpu.cfs_quota_us").flatMap(number), quota > 0,
                        let period = readFile(path + "/cpu.cfs_period_us").flatMap(number)
                    {
                        quotas.append(Double(quota) / Double(period))
                    }
                }
                if controllers.contains("memory"),
                    let bytes = readFile("/sys/fs/cgroup/memory" + folder + "/memory.limit_in_bytes")
                        .flatMap(number)
                {
                    memories.append(bytes)
                }
            }
        }
        return (quotas.min().map { max(1, Int($0.rounded(.down))) }, memories.min())
    }

    /// `/a/b`, `/a`, and the empty path of the mount itself.
    private static func ancestors(of path: String) -> [String] {
        var parts = path.split(separator: "/")
        var paths: [String] = []
        while !parts.isEmpty {
            paths.append("/" + parts.joined(separator: "/"))
            parts.removeLast()
        }
        return paths + [""]
    }

    private static func number(_ text: String) -> Int? {
        Int(text.prefix { !$0.isWhitespace })
    }
}

/// Small files of the system, as text.
enum TextFile {
    static func read(_ path: String) -> String? {
        try? String(decoding: FileBytes.read(RawPath(path)), as: UTF8.self)
    }
}
