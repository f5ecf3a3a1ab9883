// The tool for what needs libvips: a companion of collage-bench, which takes its suites along.
import BenchmarkKit
import Vips

enum PixelBench {
    static let tool = BenchmarkTool(
        name: "collage-bench-pixels",
        benchmarks: (TileSuite.benchmarks + ComposeSuite.benchmarks + EncodeSuite.benchmarks)
            .withUngatedFloors,
        commands: [PhotosCommand.command, TilePhotosCommand.command])

    /// What libvips can do here; nil where it does not even start.
    static let features: VipsFeatures? = {
        guard (try? startVips()) != nil else { return nil }
        return VipsLibrary.features()
    }()

    static func startVips() throws(VipsError) {
        try VipsLibrary.start(programName: "collage-bench-pixels")
    }
}
