// The harness in a package that is not ours: built as its users build it, and run.
import FoundationEssentials
import Glibc
import Testing

@testable import BenchmarkKit

@Suite struct OutsidePackageTests {
    @Test func anyPackageCanMeasureWithIt() throws {
        let folder = try TestFolder()
        let root = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
        try folder.write(
            """
            // swift-tools-version: 6.1
            import PackageDescription
            let package = Package(
                name: "outside",
                dependencies: [.package(name: "collage", path: "\(root)")],
                targets: [
                    .executableTarget(
                        name: "bench", dependencies: [.product(name: "BenchmarkKit", package: "collage")], path: ".",
                        sources: ["main.swift"])
                ])
            """, "Package.swift")
        try folder.write(
            """
            import BenchmarkKit
            import Foundation

            let tool = BenchmarkTool(
                name: "bench",
                benchmarks: [
                    Benchmark("arrays/sort", "sorts numbers", work: WorkAmount(500, "number"), isExact: true) { _ in
                        let numbers = (0..<500).map { $0 * 7919 % 500 }
                        var sorted: [Int] = []
                        return PreparedBenchmark(
                            run: { iterations in
                                for _ in 0..<iterations { sorted = numbers.sorted() }
                            },
                            check: { try WrongResult.unless(sorted, is: Array(0..<500), "what was sorted") })
                    }
                ])
            exit(tool.run())
            """, "main.swift")
        _ = try ProcessLaunch(
            name: "swift build", executable: "swift", arguments: ["build"], workingDirectory: folder.path
        ).run()
        _ = try ProcessLaunch(
            name: "bench", executable: "\(folder.path)/.build/debug/bench",
            arguments: ["run", "--rounds", "2", "--allow-debug", "--output", "table"],
            workingDirectory: folder.path
        ).run()
        #expect(try folder.text("table").contains("arrays/sort"))
        let record = try RecordFile.readRun(folder.file("benchmark-results/run.json"))
        #expect(record.tool == "bench")
        #expect(record.benchmark("arrays/sort")?.samples.count == 2)
        #expect(record.benchmark("arrays/sort")?.counts[.allocations]?.value != nil)
    }
}
