// What must be known of the machine to read its numbers.
import Glibc

/// The machine, in a few facts.
public struct MachineFacts: Hashable, Sendable, Codable {
    /// As the kernel calls the processor; `unknown` where it does not.
    public var processor: String
    /// Cores that this process may run on.
    public var cores: Int
    /// As `Linux 6.1.0-18-amd64 x86_64` (`uname(2)`).
    public var kernel: String
    /// Bytes of memory.
    public var memory: Int

    /// What times are compared under: those of other machines say nothing.
    public var key: String { "\(processor), \(cores) cores, \(Toolchain.architecture)" }

    public static var current: MachineFacts {
        MachineFacts(
            processor: ProcFile("/proc/cpuinfo").text("model name") ?? "unknown processor",
            cores: allowedCores, kernel: kernelName,
            memory: sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE)))
    }

    private static var kernelName: String {
        var name = utsname()
        uname(&name)
        return [text(name.sysname), text(name.release), text(name.machine)].joined(separator: " ")
    }

    /// Those of `Cpus_allowed` in `/proc/self/status` (`proc(5)`), since others don't help us.
    private static var allowedCores: Int {
        ProcFile("/proc/self/status").text("Cpus_allowed").map(cores(inMask:))
            ?? sysconf(Int32(_SC_NPROCESSORS_ONLN))
    }

    /// The bits set in a mask like `ff,0000000f`.
    static func cores(inMask mask: String) -> Int {
        mask.compactMap(\.hexDigitValue).map(\.nonzeroBitCount).reduce(0, +)
    }

    private static func text<Characters>(_ characters: Characters) -> String {
        withUnsafeBytes(of: characters) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}

/// How busy the machine was with other things.
public struct MachineMood: Hashable, Sendable, Codable {
    /// Runnable processes on average over the last minute (`getloadavg(3)`).
    public var load: Double
    /// CPU time of all cores so far that the host gave to others, in ticks (steal of `/proc/stat`); nil where unknown.
    public var stolenTicks: Int?
    /// CPU time of all cores so far, in ticks.
    public var allTicks: Int?
    /// Microseconds so far in which some task waited for a core (`/proc/pressure/cpu`); nil where unknown.
    public var pressure: Int?

    public static var now: MachineMood {
        var load = 0.0
        getloadavg(&load, 1)
        // The line `cpu  user nice system idle iowait irq softirq steal guest guest_nice` (proc(5)); guests are in
        // the first two already.
        let ticks = ProcFile("/proc/stat").numbers(after: "cpu").prefix(8)
        let pressure = ProcFile("/proc/pressure/cpu").numbers(after: "some", in: "total=").first
        return MachineMood(
            load: load, stolenTicks: ticks.count == 8 ? ticks.last : nil,
            allTicks: ticks.count == 8 ? ticks.reduce(0, +) : nil, pressure: pressure)
    }

    /// The share of CPU time stolen since an earlier moment; nil where unknown.
    func stolenShare(since earlier: MachineMood) -> Double? {
        guard let stolenTicks, let allTicks, let before = earlier.stolenTicks, let all = earlier.allTicks,
            allTicks > all
        else { return nil }
        return Double(stolenTicks - before) / Double(allTicks - all)
    }
}
