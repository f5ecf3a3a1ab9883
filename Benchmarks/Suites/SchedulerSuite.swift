// scheduler/: the whole engine with workers that answer at once: what is left is its own cost.
import BenchmarkKit
import FoundationEssentials
import Glibc

enum SchedulerSuite {
    static let benchmarks: [Benchmark] =
        [memory]
        + JobTree.all.flatMap { tree in
            [
                engine(
                    "scheduler/\(tree.name)",
                    "\(tree.explanation), with workers that answer at once: CPU of the coordinator alone",
                    on: tree),
                engine(
                    "scheduler/\(tree.name)-report", "the same, with a report", on: tree, isReporting: true),
                // The CPU time of the loop's own process, as the coordinator's: in neither is the worker's.
                Benchmark(
                    "scheduler/floor-\(tree.name)",
                    "open, fstat, posix_fadvise, sendmsg to one such worker, recv, and close, for each photo of a list",
                    work: WorkAmount(tree.photos, "photo"), inputs: ["jobs"]
                ) { inputs in
                    let photos = try tree.paths(in: inputs("jobs"))
                    var answers = 0
                    return PreparedBenchmark(
                        run: { iterations in
                            for _ in 0..<iterations {
                                answers = try PassedFiles.run(photos, worker: Executables.instantWorker)
                            }
                        },
                        check: { try WrongResult.unless(answers, is: tree.photos, "answers") })
                },
            ]
        }

    /// The CPU time of `collage` and its workers, less what the workers say that they used.
    private static func engine(
        _ name: String, _ explanation: String, on tree: JobTree, isReporting: Bool = false
    ) -> Benchmark {
        Benchmark(
            name, explanation, work: WorkAmount(tree.photos, "photo"), scope: .processAndChildren,
            isExact: true, floor: "scheduler/floor-\(tree.name)", inputs: ["jobs"]
        ) { inputs in
            let run = try EngineRun(
                tree, in: inputs("jobs"), isReporting: isReporting, scratch: inputs.scratch)
            return PreparedBenchmark(
                run: { iterations in for _ in 0..<iterations { try run.command.run() } },
                check: { try run.check() }, reset: { try run.reset() },
                counts: { ["requests": run.counts.all] }, standInCPU: { run.counts.cpu })
        }
    }

    /// Fails where memory grows with the folders: the limit is on VmHWM, which the coordinator reports.
    private static let memory: Benchmark = {
        let (few, many) = (JobTree.memory[0], JobTree.memory[1])
        return Benchmark(
            "scheduler/\(many.name)",
            "so many with a photo each: the coordinator's peak of memory is at most 1.3 times that for 1,000",
            work: WorkAmount(many.folders, "folder"), scope: .processAndChildren, inputs: ["folders"],
            obstacle: {
                getenv("COLLAGE_BENCH_LARGE") == nil ? "it takes minutes; set COLLAGE_BENCH_LARGE" : nil
            }
        ) { inputs in
            let runs = try [few, many].map {
                try EngineRun(
                    $0, in: inputs("folders"), isReporting: true, scratch: "\(inputs.scratch)/\($0.name)")
            }
            return PreparedBenchmark(
                run: { iterations in for _ in 0..<iterations { try runs[1].command.run() } },
                check: {
                    try runs[1].check()
                    try runs[0].reset()
                    try runs[0].command.run()
                    guard let least = runs[0].peakMemory, let most = runs[1].peakMemory else {
                        throw WrongResult("the report does not tell the coordinator's memory")
                    }
                    guard Double(most) <= 1.3 * Double(least) else {
                        throw WrongResult(
                            "the coordinator took \(most) bytes, and \(least) for \(few.folders) folders")
                    }
                },
                reset: { try runs[1].reset() })
        }
    }()
}
