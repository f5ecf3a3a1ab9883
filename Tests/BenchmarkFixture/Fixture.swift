// Benchmarks with known costs, and with known faults.
import BenchmarkKit
import FoundationEssentials
import Glibc

enum Fixture {
    static let tool = BenchmarkTool(
        name: "benchmark-fixture",
        benchmarks: has("FIXTURE_PART")
            ? [part]
            : benchmarks + KnownCosts.benchmarks + Diary.benchmarks
                + (has("FIXTURE_OTHER_NAME") ? [renamed] : [original]),
        companions: has("FIXTURE_COMPANION") ? ["companion"] : [],
        inputs: [
            BenchmarkInput(
                OptionDefinition("words", "FILE", "a folder with a file “words” (made)"), version: 1,
                check: { folder in
                    guard access("\(folder)/words", R_OK) == 0 else {
                        throw UsageError("\(folder) has no words")
                    }
                    return folder
                },
                make: { folder in
                    try Data("made".utf8).write(to: URL(filePath: "\(folder)/words"))
                })
        ])

    private static let benchmarks: [Benchmark] = [
        Benchmark("sound/empty", "nothing at all") { _ in PreparedBenchmark(run: { _ in }) },
        Benchmark(
            "sound/spin", "a fixed amount of arithmetic", work: WorkAmount(100, "step"),
            isExact: !has("FIXTURE_INEXACT")
        ) {
            _ in
            let steps = 1000 * (number("FIXTURE_SPIN") ?? 1)
            var result: UInt64 = 0
            return PreparedBenchmark(
                run: { iterations in
                    for _ in 0..<iterations { result = spin(steps) }
                },
                check: { try WrongResult.unless(result != 0, is: true, "a result") },
                counts: { ["steps": steps] })
        },
        Benchmark("sound/allocations", "seven allocations of 100 bytes", isExact: true) { _ in
            let count = 7 + (number("FIXTURE_ALLOCATIONS") ?? 0)
            return PreparedBenchmark(
                run: { iterations in
                    for _ in 0..<iterations * count {
                        let memory = malloc(100)
                        blackHole(memory)
                        free(memory)
                    }
                },
                counts: { has("FIXTURE_STEPS") ? ["extra": 1] : [:] })
        },
        Benchmark("sound/command", "a process that sleeps", scope: .processAndChildren, gates: [.wall]) { _ in
            let command = BenchmarkCommand(name: "sleep", executable: "sleep", arguments: ["0.02"])
            return PreparedBenchmark(run: { iterations in
                for _ in 0..<iterations { try command.run() }
            })
        },
        Benchmark("sound/half", "half of sound/spin", work: WorkAmount(50, "step"), floor: "sound/spin") {
            _ in
            PreparedBenchmark(run: { iterations in
                for _ in 0..<iterations { blackHole(spin(500)) }
            })
        },
        Benchmark("sound/input", "reads what it is given", inputs: ["words"]) { inputs in
            let words = try String(
                decoding: Data(contentsOf: URL(filePath: "\(inputs("words"))/words")), as: UTF8.self)
            let scratch = inputs.scratch
            return PreparedBenchmark(
                run: { _ in _ = mkdir("\(scratch)/made", 0o755) },
                check: {
                    try WrongResult.unless(words, is: "made", "words")
                    try WrongResult.unless(
                        access("\(scratch)/made", F_OK), is: 0, "a folder in the scratch folder")
                })
        },
        Benchmark("absent/peer", "what is not installed", obstacle: { "the peer is not installed" }) { _ in
            fatalError("it must not run")
        },
        Benchmark("broken/crash", "ends by a signal") { _ in
            PreparedBenchmark(run: { _ in abort() })
        },
        Benchmark("broken/trap", "ends by a trap") { _ in
            PreparedBenchmark(run: { _ in fatalError("no way on") })
        },
        Benchmark("broken/result", "gives a wrong result") { _ in
            PreparedBenchmark(run: { _ in }, check: { try WrongResult.unless(5, is: 4, "two and two") })
        },
        Benchmark("broken/counts", "is not as exact as it says", isExact: true) { _ in
            var more = 0
            return PreparedBenchmark(run: { iterations in
                for _ in 0..<iterations {
                    more += 1
                    for _ in 0..<more { blackHole([more]) }
                }
            })
        },
        Benchmark("broken/endless", "never ends") { _ in
            PreparedBenchmark(run: { _ in while true { sleep(1000) } })
        },
        Benchmark("broken/preparation", "can't be prepared") { _ in throw WrongResult("no such thing") },
        Benchmark("broken/late", "is wrong only in the end") { _ in
            var calls = 0
            return PreparedBenchmark(
                run: { _ in },
                check: {
                    calls += 1
                    try WrongResult.unless(calls > 1, is: false, "whether it was called before")
                })
        },
    ]

    private static let original = Benchmark("sound/original", "what is renamed", isExact: true) { _ in
        PreparedBenchmark(run: { _ in blackHole([1]) })
    }

    private static let renamed = Benchmark("sound/renamed", "what was renamed", isExact: true) { _ in
        PreparedBenchmark(run: { _ in blackHole([1]) })
    }

    private static let part = Benchmark("part/original", "what a companion has") { _ in
        PreparedBenchmark(run: { iterations in
            for _ in 0..<iterations { blackHole(spin(100)) }
        })
    }

    /// Called each time: an optimiser that knew it would call it once and keep the result.
    @inline(never)
    @_optimize(none)
    private static func spin(_ steps: Int) -> UInt64 {
        var value: UInt64 = 1
        for _ in 0..<steps { value = (value ^ (value << 13)) &* 0x9E37_79B9 | 1 }
        return value
    }

    private static func has(_ name: String) -> Bool { getenv(name) != nil }
    private static func number(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }
}
