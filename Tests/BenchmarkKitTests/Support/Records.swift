// Records of runs that nobody measured, with numbers that tests know.
@testable import BenchmarkKit

/// A benchmark to be recorded.
struct MadeBenchmark {
    var name: String
    /// Seconds, a process each.
    var cpu: [Double]
    var wall: [Double]?
    var work: WorkAmount?
    var floor: String?
    var counts: [Metric: Reading] = [:]

    var record: BenchmarkRecord {
        let benchmark = Benchmark(name, "made up", work: work, isExact: !counts.isEmpty, floor: floor) { _ in
            PreparedBenchmark(run: { _ in })
        }
        var record = BenchmarkRecord(
            benchmark.described,
            plan: BatchPlan(Calibration(iterations: 10, batch: 0.01)))
        record.samples = cpu.indices.map { index in
            ProcessSample(readings: [
                .cpu: .batches([cpu[index]]), .wall: .batches([(wall ?? cpu)[index]]),
                .peakMemory: .value(4096), .contextSwitches: .value(0),
                .instructions: .unavailable("none here"),
            ])
        }
        record.counts = counts
        return record
    }
}

extension RunRecord {
    static func made(
        _ benchmarks: [MadeBenchmark], machine: String = "Made Processor", finished: Double = 1_700_000_000
    ) -> RunRecord {
        let mood = MachineMood(load: 0.5, stolenTicks: nil, allTicks: nil, pressure: nil)
        return RunRecord(
            tool: "made-bench",
            origin: RunOrigin(
                toolchain: "Swift 6, x86_64",
                machine: MachineFacts(
                    processor: machine, cores: 4, kernel: "Linux 6 x86_64", memory: 1 << 30),
                before: mood, after: mood, seed: 7, reproduce: "made-bench run --seed=7", finished: finished),
            benchmarks: benchmarks.map(\.record), skipped: [], failed: [])
    }
}

/// Names that every format must get along with.
enum HostileNames {
    static let all = [
        "tags/<script>alert(1)</script>", "quotes/\"double\" 'single' & more", "cells/a|b|c", "cells/`code`",
        "cells/back\\slash|", "lines/one\ntwo\r\nthree", "marks/*bold* _it_ ~no~ [l](x) ![i](y)", "# heading",
        "- list", "spaces/a b", "spaces/a_b", "control/\u{0}\u{7}\u{1B}[31m", "html/--><!-- x", "ümlaut/日本語",
        "entity/&lt;b&gt;", "@someone", "-2", " ", "1. first", "x/-7", "=/k=v",
    ]
}
