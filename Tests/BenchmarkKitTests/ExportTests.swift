// Records in the formats of other tools, read by their readers' rules.
import Foundation
import Testing

@testable import BenchmarkKit

@Suite struct ExportTests {
    private let record = RunRecord.made([
        MadeBenchmark(
            name: "sound/zip-10k", cpu: [0.001, 0.003, 0.002], wall: [0.002, 0.004, 0.004],
            work: WorkAmount(100, "element"),
            counts: [
                .allocations: .value(7), .allocatedBytes: .unavailable("it varies"),
                .work("tiles"): .value(3),
            ]),
        MadeBenchmark(name: "sound/nothing", cpu: [0, 0, 0]),
    ])
    private let hostile = RunRecord.made(
        HostileNames.all.map {
            MadeBenchmark(
                name: $0, cpu: [0.001, 0.002], work: WorkAmount(2, "a | `b`\nc"),
                counts: [.work("two words|"): .value(1)])
        })

    @Test func benchstatReadsALineForEachProcessAndOneForCounts() throws {
        let read = try GoBenchmarkReader(GoBenchmarkText(record).text)
        let zip = read.results.filter { $0.name == "BenchmarkSound/zip-10k-4" }
        #expect(zip.count == 4)
        #expect(zip.map { $0.values["cpu-sec/op"] } == [0.001, 0.003, 0.002, nil])
        #expect(zip.map { $0.values["sec/op"] } == [0.002, 0.004, 0.004, nil])
        #expect(zip.map { $0.values["element/s"] } == [50000, 25000, 25000, nil])
        #expect(zip.map { $0.values["peak-B"] } == [4096, 4096, 4096, nil])
        #expect(zip[3].values == ["allocs/op": 7, "work-tiles/op": 3])
        let plan = record.benchmarks[0].plan
        let iterations = plan.iterations * plan.batches
        #expect(zip.map(\.iterations) == [iterations, iterations, iterations, 1])
        #expect(read.results.count == 7)
        #expect(read.results[4].values["cpu-sec/op"] == 0)
    }

    @Test func benchstatIsToldDirectionsAndWhatIsExact() throws {
        let read = try GoBenchmarkReader(GoBenchmarkText(record).text)
        #expect(read.units["cpu-sec/op"] == ["better": "lower"])
        #expect(read.units["element/s"] == ["better": "higher"])
        #expect(read.units["allocs/op"] == ["better": "lower", "assume": "exact"])
        #expect(read.units["work-tiles/op"] == ["better": "lower", "assume": "exact"])
        #expect(Set(read.results.flatMap(\.values.keys)) == Set(read.units.keys))
    }

    /// Benchstat makes a table for each configuration: two runs must end up in one.
    @Test func benchstatComparesRunsOfAnotherSeedAndHour() throws {
        var later = record
        later.origin.seed = 8
        later.origin.finished += 1
        later.origin.toolchain = "Swift 7"
        let (one, two) = (GoBenchmarkText(record).text, GoBenchmarkText(later).text)
        let configuration = try GoBenchmarkReader(one).configuration
        #expect(try configuration == GoBenchmarkReader(two).configuration)
        #expect(configuration["goos"] == "linux" && configuration["cpu"] == "Made Processor")
        #expect(Set(configuration.keys) == ["goos", "goarch", "pkg", "cpu"])
    }

    @Test func noNameBreaksALine() throws {
        let read = try GoBenchmarkReader(GoBenchmarkText(hostile).text)
        #expect(Set(read.results.map(\.name)).count == HostileNames.all.count)
        #expect(read.results.count == HostileNames.all.count * 3)
    }

    @Test func theActionGetsAFileForEachDirection() throws {
        let smaller = try ActionBenchmarkReader(ActionBenchmarks(record).data(.smaller)).entries
        let cpu = try #require(smaller.first { $0.name == "sound/zip-10k cpu" })
        #expect(cpu.value == 2_000_000 && cpu.unit == "ns/iter" && cpu.range == 500_000)
        #expect(smaller.contains { $0.name == "sound/zip-10k mallocs" && $0.value == 7 && $0.range == nil })
        #expect(smaller.contains { $0.name == "sound/zip-10k work:tiles" && $0.unit == "tiles/iter" })
        #expect(!smaller.contains { $0.name.hasSuffix("bytes") || $0.name.hasSuffix("throughput") })
        let bigger = try ActionBenchmarkReader(ActionBenchmarks(record).data(.bigger)).entries
        #expect(bigger.map(\.name) == ["sound/zip-10k throughput"])
        #expect(bigger[0].value == 25000 && bigger[0].unit == "element/s")
    }

    @Test func theActionsRangeSaysWhatItIs() throws {
        let cpu = try #require(ActionBenchmarks(record).entries(.smaller).first)
        #expect(cpu.range == "half the distance of the quartiles: ± 500000.0")
        #expect(cpu.extra.hasPrefix("median of 3 processes, of each the lowest decile of its batches\n"))
    }

    @Test func noNameBreaksTheActionsTables() throws {
        for direction in ActionDirection.allCases {
            let entries = try ActionBenchmarkReader(ActionBenchmarks(hostile).data(direction)).entries
            #expect(entries.count >= HostileNames.all.count)
        }
    }
}

extension OneAtATime.ToolTests {
    @Test func aRecordIsExported() throws {
        let folder = try TestFolder()
        let tool = FixtureTool(folder)
        try #require(try tool.run("run", "--filter", "spin", "--rounds", "2", "--seed", "1").status == 0)
        let go = try tool.run("export", "benchstat")
        let read = try GoBenchmarkReader(go.output)
        #expect(
            go.status == 0 && read.results.count == 3
                && read.results[0].name.hasPrefix("BenchmarkSound/spin-"))
        let both = try tool.run("export", "github", "--smaller", "s.json", "--bigger", "b.json")
        #expect(both.status == 0 && both.output.isEmpty)
        let bigger = try ActionBenchmarkReader(Data(folder.text("b.json").utf8))
        #expect(bigger.entries.map(\.unit) == ["step/s"])
        let one = try tool.run("export", "github", "benchmark-results/run.json", "--direction", "bigger")
        #expect(one.output == (try folder.text("b.json")))
        #expect(try folder.text("s.json").contains("sound/spin cpu"))
        let json = try tool.run("export", "json", "--output", "copy.json")
        #expect(json.status == 0)
        #expect(try RecordFile.readRun(folder.file("copy.json")) == tool.record())
        #expect(try tool.run("export", "markdown").output.contains("| sound/spin | step |"))
    }

    @Test func whatCannotBeExportedIsSaidInOneLine() throws {
        let folder = try TestFolder()
        let tool = FixtureTool(folder)
        try folder.write("{}", "empty.json")
        try folder.write(
            String(decoding: try RecordFile.encoded(RunRecord.made([])), as: UTF8.self), "nothing.json")
        try folder.write(
            String(
                decoding: try RecordFile.encoded(RunRecord.made([MadeBenchmark(name: "a", cpu: [1])])),
                as: UTF8.self), "some.json")
        for arguments in [
            [], ["paper"], ["benchstat"], ["benchstat", "empty.json"], ["benchstat", "nothing.json"],
            ["github", "some.json"], ["github", "some.json", "--direction", "up"],
            ["github", "some.json", "--direction", "bigger", "--smaller", "s"],
            ["github", "some.json", "--smaller", "s", "--output", "o"],
            ["benchstat", "some.json", "--direction", "bigger"],
            ["benchstat", "some.json", "--output", "/nowhere/at/all"],
        ] {
            let result = try tool.run(["export"] + arguments)
            #expect(result.status == 64, "\(arguments): \(result.output)\(result.errors)")
            #expect(result.errors.split(separator: "\n").count == 1)
        }
    }
}
