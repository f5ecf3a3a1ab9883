// The tool: its suites, and what they are given.
import BenchmarkKit

enum CollageBench {
    static let tool = BenchmarkTool(
        name: "collage-bench",
        benchmarks: (StreamsSuite.benchmarks + LayoutSuite.benchmarks + WireSuite.benchmarks
            + EngineSuite.benchmarks + SchedulerSuite.benchmarks + PipelineSuite.benchmarks
            + NightSuite.benchmarks
            + PeerSuite.benchmarks).withUngatedFloors,
        companions: ["collage-bench-pixels"],
        inputs: [
            SuiteInputs.photos, SuiteInputs.tree, SuiteInputs.jobs, SuiteInputs.folders,
            SuiteInputs.tilePhotos,
        ])
}
