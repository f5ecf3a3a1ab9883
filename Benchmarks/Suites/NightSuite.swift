// pipeline/: the night after, when nothing has changed, or one collage has to be made again.
import BenchmarkKit
import FoundationEssentials
import Glibc

enum NightSuite {
    private static let tree = JobTree.night

    static let benchmarks: [Benchmark] = [
        night("pipeline/unchanged", "nothing to do: \(tree.explanation), all as they were", stale: 0),
        night(
            "pipeline/one-stale", "the same, but one collage is gone, and a worker makes it at once", stale: 1
        ),
        Benchmark(
            "pipeline/floor-unchanged", "find lists the same tree, with size and time of each file",
            work: WorkAmount(tree.photos, "photo"), scope: .processAndChildren, inputs: ["jobs"],
            obstacle: { ExecutableSearch.find("find") == nil ? "find is not installed" : nil }
        ) { inputs in
            let find = BenchmarkCommand(
                name: "find", executable: "find",
                arguments: [tree.folder(in: try inputs("jobs")), "-type", "f", "-printf", #"%p %s %T@\n"#])
            return PreparedBenchmark(
                run: { iterations in for _ in 0..<iterations { try find.run() } }, check: {})
        },
    ]

    /// A run after one that has made everything.
    private static func night(_ name: String, _ explanation: String, stale: Int) -> Benchmark {
        Benchmark(
            name, explanation, work: WorkAmount(tree.photos, "photo"), scope: .processAndChildren,
            gates: [.cpu, .wall], floor: "pipeline/floor-unchanged", inputs: ["jobs"]
        ) { inputs in
            let run = try EngineRun(tree, in: inputs("jobs"), isReporting: false, scratch: inputs.scratch)
            try run.reset()
            try run.command.run()
            var nights = 0
            return PreparedBenchmark(
                run: { iterations in
                    for _ in 0..<iterations {
                        for folder in 0..<stale { unlink("\(run.output)/\(tree.name)/\(folder).jpg") }
                        try run.command.run()
                        nights += 1
                    }
                },
                check: {
                    let tiles = tree.photos + nights * stale * tree.photosInFolder
                    try WrongResult.unless(run.counts.tiles, is: tiles, "tiles that workers were asked for")
                })
        }
    }
}
