// `doctor`: what this machine can measure, and how well.
import CBenchmarkSystem
import FoundationEssentials
import Glibc

enum DoctorCommand {
    static func command(_ tool: BenchmarkTool) -> ToolCommand {
        ToolCommand(
            "doctor", "says what this machine can measure, and what disturbs it",
            body: { _ in MachineExamination().lines.forEach { print($0) } })
    }
}

/// Facts that decide how far numbers of this machine can be trusted.
struct MachineExamination {
    var lines: [String] { HelpText.columns(facts) }

    private var facts: [(left: String, right: String)] {
        let machine = MachineFacts.current
        return [
            ("machine", "\(machine.key), \(MetricText.text(Double(machine.memory), .bytes))"),
            ("kernel", machine.kernel), ("toolchain", Toolchain.key),
            ("frequency", frequency), ("virtual", isVirtual), ("busy", busy), ("pressure", pressure),
            ("wall clock", clock { Seconds.rawMonotonicNow }), ("CPU clock", clock { .cpuNow(.process) }),
            ("allocations", allocations), ("instructions", instructions),
            ("callgrind", Callgrind.obstacle ?? "there"),
            ("copies", copies), ("repeatable", repeatability),
        ]
    }

    private func text(of path: String) -> String? {
        guard let data = try? Data(contentsOf: URL(filePath: path)) else { return nil }
        return String(decoding: data.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    private var frequency: String {
        guard let governor = text(of: "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor") else {
            return "not ours to see"
        }
        return governor == "performance" ? governor : "\(governor): times vary with what ran before"
    }

    private var isVirtual: String {
        let flags = ProcFile("/proc/cpuinfo").text("flags") ?? ""
        return flags.split(separator: " ").contains("hypervisor")
            ? "yes: neighbours take time and cache, and only pairs of processes can be compared" : "no"
    }

    private var busy: String {
        let (mood, cores) = (MachineMood.now, MachineFacts.current.cores)
        let load = "load \(NumberText.fixed(mood.load, digits: 2)) on \(cores) cores"
        return mood.load > Double(cores) / 2 ? load + ": something else runs" : load
    }

    private var pressure: String {
        MachineMood.now.pressure == nil
            ? "the kernel does not tell (no /proc/pressure/cpu)" : "told (/proc/pressure/cpu)"
    }

    private func clock(_ read: () -> Seconds) -> String {
        let costs = (0..<1001).map { _ in
            let start = read()
            return (read() - start).value
        }
        return "a reading takes " + MetricText.text(Quantile.median(costs)!, .seconds)
    }

    private var allocations: String {
        benchmark_can_count_allocations()
            ? "can be counted" : "can't be counted: the malloc family is not ours"
    }

    private var copies: String {
        ExecutableCopy.make(of: BenchmarkHost.current.executable) == nil
            ? "no process can have its own executable: equal files may seem to differ by a percent"
            : "each timed process has its own executable"
    }

    private var instructions: String {
        var counter = InstructionCounter()
        counter.start()
        blackHole(Self.work(1))
        counter.stop()
        counter.collect()
        return switch counter.reading(iterations: 1) {
        case .unavailable(let reason): reason
        default: "the hardware counts them"
        }
    }

    /// How far equal work differs here, within this process and this second.
    private var repeatability: String {
        var value: UInt64 = 1
        let times = (0..<200).map { _ in
            let start = CostClock.start(.process)
            value = Self.work(value)
            return start.elapsed(.process).cpu.value
        }
        blackHole(value)
        let median = Quantile.median(times)!
        let spread = Spread.medianAbsoluteDeviation(times)! / median
        return "equal work of \(MetricText.text(median, .seconds)) differs by"
            + " \(NumberText.fixed(spread * 100, digits: 1)) % (median absolute deviation, 200 times),"
            + " \(NumberText.change(times.max()! / median - 1)) at worst"
    }

    /// - Parameter start: another one each time, so that equal calls are not made one.
    @inline(never)
    private static func work(_ start: UInt64) -> UInt64 {
        var value = start
        for _ in 0..<300_000 { value = (value ^ (value << 13)) &* 0x9E37_79B9 | 1 }
        return value
    }
}
