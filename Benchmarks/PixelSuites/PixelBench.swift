// The tool for what needs libvips: a companion of collage-bench, which takes its suites along.
import BenchmarkKit

enum PixelBench {
    static let tool = BenchmarkTool(
        name: "collage-bench-pixels", benchmarks: [], commands: [PhotosCommand.command])
}
