// What was kept, as users hold later runs against it.
import Testing

@testable import BenchmarkKit

extension OneAtATime {
    @Suite struct BaselineToolTests {
        private let folder: TestFolder
        private let tool: FixtureTool

        init() throws {
            folder = try TestFolder()
            tool = FixtureTool(folder)
        }

        @Test func aBaselineIsKeptAndHeldAgainst() throws {
            let none = try tool.run(
                "check", "--against", "main", "--filter", "allocations", "--metric", "mallocs")
            #expect(none.status == 5)
            #expect(none.output.contains("\nNot compared: there is no baseline “main”; `baseline save main`"))
            #expect(!none.output.contains("the baseline has none"))
            #expect(try tool.verdict().outcome == .noBaseline)
            #expect(
                try tool.run(
                    "check", "--against", "main", "--filter", "allocations", "--metric", "mallocs",
                    "--allow-missing-baseline"
                )
                .status == 0)
            let saved = try tool.run(
                "baseline", "save", "main", "--filter", "^sound/(alloc|spin|original)", "--counts-only")
            #expect(saved.status == 0, "\(saved.errors)")
            #expect(try tool.run("baseline", "list").output == "main\n")
            #expect(
                try tool.run("baseline", "show", "main").output.contains(/sound\/allocations +mallocs +7/))
            let same = try tool.run(
                "check", "--against", "main", "--metric", "mallocs,bytes,work:steps", "--skip", "^broken")
            #expect(same.status == 0, "\(same.output)")
            let more = try tool.run(
                "check", "--against", "main", "--metric", "mallocs,work:steps", "--skip", "^broken",
                environment: ["FIXTURE_ALLOCATIONS": "1"])
            #expect(more.status == 3)
            let renamed = try tool.run(
                "check", "--against", "main", "--metric", "mallocs,work:steps",
                environment: ["FIXTURE_OTHER_NAME": "1"])
            #expect(try tool.verdict().missing == ["sound/original"])
            #expect(try tool.verdict().new.contains("sound/renamed"))
            #expect(renamed.status == 0)
            // Only a check of everything can miss something.
            let some = try tool.run(
                "check", "--against", "main", "--metric", "mallocs", "--filter", "alloc",
                environment: ["FIXTURE_OTHER_NAME": "1"])
            #expect(try some.status == 0 && tool.verdict().missing.isEmpty)
            // Thresholds are kept with it, and those given go before them.
            let tolerant = try tool.run(
                "baseline", "save", "main", "--filter", "alloc", "--counts-only", "--threshold",
                "mallocs=1,bytes=100")
            #expect(tolerant.status == 0)
            // What was not measured again stays.
            let merged = try tool.run("baseline", "show", "main").output
            #expect(merged.contains("sound/spin") && merged.contains("sound/allocations"))
            for (arguments, status) in [([], 0), (["--threshold", "mallocs=0"], 3)] as [([String], Int32)] {
                let result = try tool.run(
                    ["check", "--against", "main", "--filter", "alloc", "--metric", "exact"] + arguments,
                    environment: ["FIXTURE_ALLOCATIONS": "1"])
                #expect(result.status == status, "\(result.output)")
            }
            #expect(try tool.run("baseline", "rm", "main").status == 0)
            #expect(try tool.run("baseline", "list").output == "")
        }

        @Test func aBaselineOfTimesFindsWhatIsFarSlower() throws {
            let saved = try tool.run(
                "baseline", "save", "main", "--filter", "spin", "--rounds", "12", "--seed", "1")
            #expect(saved.status == 0)
            let slower = try tool.run(
                "check", "--against", "main", "--filter", "spin", "--metric", "cpu", "--seed", "2",
                environment: ["FIXTURE_SPIN": "5"])
            #expect(slower.status == 3, "\(slower.output)")
        }

        @Test func savingSomeTimesLeavesTheOthers() throws {
            for (name, rounds) in [("half", "4"), ("empty", "3"), ("half", "2")] {
                let saved = try tool.run(
                    "baseline", "save", "main", "--filter", "sound/\(name)", "--rounds", rounds)
                #expect(saved.status == 0)
            }
            let path = folder.file("benchmark-baselines/main.json")
            let baseline = try RecordFile.read(path, as: Baseline.self, "baseline")
            let samples = baseline.times.values.joined().flatMap(\.benchmarks).map {
                "\($0.name) \($0.samples.count)"
            }
            #expect(samples.sorted() == ["sound/empty 3", "sound/half 2"])
        }

        /// As `--callgrind` counts them: here they are written into what was kept.
        @Test func instructionsAreComparedWhereTheyWereCounted() throws {
            func change<Record: Codable>(_ name: String, _ type: Record.Type, _ body: (inout Record) -> Void)
                throws
            {
                var record = try RecordFile.read(folder.file(name), as: type, "record")
                body(&record)
                try folder.write(String(decoding: try RecordFile.encoded(record), as: UTF8.self), name)
            }
            _ = try tool.run("baseline", "save", "it", "--filter", "sound/spin", "--counts-only")
            try change("benchmark-baselines/it.json", Baseline.self) { baseline in
                let key = baseline.counts.keys.first!
                baseline.counts[key]!["sound/spin"]![.instructions] = 1000
            }
            // Nobody counts them here, so that none are lost.
            let uncounted = try tool.run(
                "check", "--against", "it", "--filter", "sound/spin", "--metric", "exact",
                "--fail-on-inconclusive")
            #expect(uncounted.status == 0, "\(uncounted.output)")
            #expect(uncounted.output.contains("sound/spin, instructions of the head: not counted"))

            for (name, count) in [("a", 1000.0), ("b", 2000)] {
                _ = try tool.run("run", "--filter", "sound/spin", "--rounds", "1", "--results", name)
                try change("\(name)/run.json", RunRecord.self) { run in
                    run.benchmarks[0].counts[.instructions] = .value(count)
                }
            }
            let compared = try tool.run("compare", "a/run.json", "b/run.json", "--metric", "instructions")
            #expect(compared.output.hasPrefix("Regressed (1 comparisons"), "\(compared.output)")
        }

        @Test func twoRecordsCanBeCompared() throws {
            _ = try tool.run(
                "run", "--filter", "spin|allocations", "--rounds", "6", "--seed", "1", "--results", "a")
            _ = try tool.run(
                "run", "--filter", "spin|allocations", "--rounds", "6", "--seed", "2", "--results", "b",
                environment: ["FIXTURE_SPIN": "5"])
            let result = try tool.run("compare", "a/run.json", "b/run.json", "--seed", "3")
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.output.hasPrefix("Regressed ("))
            #expect(result.output.contains(/sound\/spin +work:steps +regressed/), "\(result.output)")
            // What was measured elsewhere can't be compared: times of another machine, counts of another compiler.
            let record = try folder.text("a/run.json")
            try folder.write(
                record.replacing(/"processor" : "[^"]*"/, with: "\"processor\" : \"other\""), "machine")
            let machine = try tool.run("compare", "machine", "b/run.json").output
            #expect(machine.contains("Not compared: times: the records are of different machines"))
            #expect(!machine.contains(/sound\/spin +cpu/) && machine.contains(/sound\/spin +work:steps/))
            try folder.write(
                record.replacing(/"toolchain" : "[^"]*"/, with: "\"toolchain\" : \"other\""), "toolchain")
            let toolchain = try tool.run("compare", "toolchain", "b/run.json").output
            #expect(toolchain.contains("Not compared: exact counts: the records are of different toolchains"))
            #expect(!toolchain.contains("work:steps"))
            try folder.write(record.replacing("\"version\" : 1", with: "\"version\" : 0"), "version")
            #expect(try tool.run("compare", "version", "b/run.json").errors.contains("metrics of version 0"))
            let wrong = try tool.run("compare", "a/run.json", "out")
            #expect(wrong.status == 64 && wrong.errors.contains("out is no record of a run"))
        }
    }
}
