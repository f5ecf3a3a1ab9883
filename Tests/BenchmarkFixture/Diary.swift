// Benchmarks that write down how they are run, for the tests of how processes are set up and what is called in them.
import BenchmarkKit
import FoundationEssentials
import Glibc

enum Diary {
    static let benchmarks: [Benchmark] =
        ["diary/a", "diary/b", "diary/c"].map { name in
            Benchmark(name, "a third of a millisecond asleep, an iteration", isExact: true) { inputs in
                add(
                    [
                        "process", value("FIXTURE_NAME"), name,
                        "padding=\(getenv("BENCHMARK_PADDING").map { "\(strlen($0))" } ?? "none")",
                        "hashing=\(value("SWIFT_DETERMINISTIC_HASHING"))",
                        "counts=\(value("BENCHMARK_COUNTS"))",
                        "file=\(executable)",
                        "left=\(contents(inputs.scratch).count)",
                        "inherited=\(fcntl(3, F_GETFD) & FD_CLOEXEC == 0)",
                    ].joined(separator: " "))
                _ = mkdir("\(inputs.scratch)/left", 0o755)
                return PreparedBenchmark(
                    run: { iterations in
                        add("run \(iterations)")
                        usleep(UInt32(iterations) * 333)
                    },
                    check: { add("check") }, reset: { add("reset") })
            }
        } + [
            Benchmark("broken/process", "a count that only one process agrees with", isExact: true) { _ in
                PreparedBenchmark(run: { _ in }, counts: { ["process": Int(getpid())] })
            }
        ]

    /// One write, whatever else is open.
    private static func add(_ line: String) {
        guard let path = getenv("FIXTURE_DIARY") else { return }
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
        defer { close(descriptor) }
        let text = line + "\n"
        _ = write(descriptor, text, text.utf8.count)
    }

    private static var executable: String {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    }

    private static func value(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }

    private static func contents(_ folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }
}
