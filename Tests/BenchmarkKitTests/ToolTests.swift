// The tool as its users run it: listing, running, and what it says of itself.
import FoundationEssentials
import Glibc
import Testing

@testable import BenchmarkKit

extension OneAtATime {
    @Suite struct ToolTests {
        private let folder: TestFolder
        private let tool: FixtureTool

        init() throws {
            folder = try TestFolder()
            tool = FixtureTool(folder)
        }

        @Test func listNamesAllWithWhatIsMissing() throws {
            let result = try tool.run("list")
            #expect(result.status == 0)
            #expect(result.output.contains("sound/empty         nothing at all\n"))
            #expect(
                result.output.contains(
                    "absent/peer         what is not installed (not here: the peer is not installed)\n"))
            let some = try tool.run("list", "--filter", "^sound/", "--skip", "empty|spin")
            #expect(some.output.split(separator: "\n").count == 5)
        }

        @Test func wrongUseIsOneLineAndStatus64() throws {
            for arguments in [
                [], ["walk"], ["list", "--filter", "("], ["list", "--filter", "nothing-like-that"],
                ["list", "more"],
                ["run", "--rounds", "0"], ["run", "--unknown"], ["run", "--format", "paper"],
                ["run", "--output", "/nowhere/at/all"], ["check"], ["check", "--base-binary", "/nowhere"],
                ["check", "--against", "a", "--base-binary", "b"], ["check", "--against", "../a"],
                ["check", "--against", "a", "--threshold", "cpu"],
                ["check", "--against", "a", "--threshold", "cpu=3"],
                ["check", "--against", "a", "--metric", "speed"],
                ["check", "--against", "a", "--pairs", "5..4"],
                ["check", "--against", "a", "--threshold", "cpu=0%"],
                ["check", "--against", "a", "--alpha", "0.99"],
                ["check", "--against", "a", "--power", "0.1"],
                ["check", "--against", "a", "--budget", "soon"], ["baseline", "save"],
                ["baseline", "save", "a", "--filter", "half", "--counts-only"],
                ["baseline", "show", "none"],
                ["baseline", "rm", "none"], ["selftest", "--from", "/nowhere"],
            ] {
                let result = try tool.run(arguments)
                #expect(result.status == 64, "\(arguments): \(result.errors)")
                #expect(result.errors.split(separator: "\n").count == 1, "\(arguments): \(result.errors)")
                #expect(result.errors.hasPrefix("benchmark-fixture: "), "\(arguments)")
            }
        }

        @Test func aDebugBuildIsRefused() throws {
            let result = try tool.runExactly(["run", "--filter", "sound/empty"])
            #if DEBUG
                #expect(result.status == 64)
                #expect(result.errors.contains("this is a debug build"))
            #else
                #expect(result.status == 0)
            #endif
        }

        @Test func aRunMeasuresEachInFreshProcesses() throws {
            let result = try tool.run("run", "--filter", "^(sound|absent)/", "--rounds", "3", "--seed", "7")
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.output.contains("absent/peer was skipped: the peer is not installed\n"))
            #expect(
                result.output.contains(
                    "\nAgain: benchmark-fixture run --allow-debug '--filter=^(sound|absent)/'")
            )
            #expect(result.output.contains(" --seed=7\n"))
            let record = try tool.record()
            #expect(
                record.benchmarks.map(\.name)
                    == record.benchmarks.map(\.name).filter { $0.hasPrefix("sound/") })
            #expect(record.benchmarks.allSatisfy { $0.samples.count == 3 })
            let allocations = try #require(record.benchmark("sound/allocations"))
            if case .value(let count) = allocations.counts[.allocations] { #expect(count == 7) }
            let spin = try #require(record.benchmark("sound/spin"))
            #expect(spin.counts[.work("steps")] == .value(1000))
            #expect(try #require(spin.samples[0].value(.peakMemory)) > 1e6)
            let command = try #require(record.benchmark("sound/command"))
            #expect(try #require(command.samples[0].value(.wall)) >= 0.02)
            #expect(command.obstacle(.allocations)?.contains("own process") == true)
            // Half the steps at the same cost each.
            let half = try #require(record.benchmark("sound/half"))
            let ratio = try #require(FloorRatio(half, of: "sound/spin", in: record, .cpu))
            #expect(ratio.median > 0.5 && ratio.median < 2)
        }

        @Test func whatIsBrokenFailsAloneAndWithItsReason() throws {
            let result = try tool.run(
                "run", "--filter", "^broken/|sound/empty", "--rounds", "1", "--time-limit", "2s")
            #expect(result.status == 7)
            #expect(result.output.contains("broken/crash FAILED: broken/crash was ended by signal 6"))
            #expect(
                result.output.contains(
                    /broken\/trap FAILED: broken\/trap was ended by .*: Fatal error: no way on/))
            #expect(result.output.contains("broken/result FAILED: broken/result: two and two: 5, not 4\n"))
            #expect(result.output.contains("broken/counts FAILED: broken/counts: "))
            #expect(result.output.contains("should be exact, and are "))
            #expect(result.output.contains("broken/preparation FAILED: broken/preparation: no such thing\n"))
            #expect(result.output.contains("broken/late FAILED: "))
            #expect(
                result.output.contains(
                    "broken/endless FAILED: broken/endless: a process took longer than --time-limit"))
            #expect(try tool.record().benchmarks.map(\.name) == ["sound/empty"])
        }

        @Test func resultsBelongToOneRunAtATimeAndLeaveNoScratch() throws {
            _ = try tool.run("run", "--filter", "input", "--rounds", "1", "--results", "here")
            #expect(access(folder.file("here/run.json"), F_OK) == 0)
            #expect(access(folder.file("here/.scratch"), F_OK) != 0)
            let held = try ResultsFolder(folder.file("here"))
            let result = try withExtendedLifetime(held) {
                try tool.run("run", "--filter", "input", "--rounds", "1", "--results", "here")
            }
            #expect(result.status == 64)
            #expect(result.errors.contains("another run uses here"))
        }

        @Test func anInputIsMadeOnceOrGiven() throws {
            let made = try tool.run("run", "--filter", "input", "--rounds", "1")
            #expect(made.status == 0 && made.errors.contains("makes words in "))
            let again = try tool.run("run", "--filter", "input", "--rounds", "1")
            #expect(again.status == 0 && again.errors.isEmpty)
            mkdir(folder.file("mine"), 0o755)
            try folder.write("given", "mine/words")
            let given = try tool.run(
                "run", "--filter", "input", "--rounds", "1", "--words", folder.file("mine"))
            #expect(given.status == 7 && given.output.contains("words: given, not made"))
            let wrong = try tool.run("run", "--filter", "input", "--rounds", "1", "--words", folder.path)
            #expect(wrong.status == 64 && wrong.errors.contains(" has no words; see "))
        }

        @Test func itRunsWhereChildrenAreIgnored() throws {
            let ignoring = ["perl", "-e", "$SIG{CHLD} = $SIG{ALRM} = 'IGNORE'; exec @ARGV"]
            guard ExecutableSearch.find("perl") != nil else { return }
            #expect(try tool.runExactly(["list"], launcher: ignoring).status == 0)
        }

        @Test func companionsAreTakenAlong() throws {
            let own = folder.file("tool")
            try FileManager.default.copyItem(atPath: FixtureTool.executable, toPath: own)
            _ = try tool.variant(["FIXTURE_PART": "1"], "companion")
            func run(_ arguments: String...) throws -> FixtureTool.Result {
                try tool.runExactly(arguments, environment: ["FIXTURE_COMPANION": "1"], executable: own)
            }
            let both = try run("run", "--filter", "original", "--rounds", "1", "--allow-debug")
            #expect(both.status == 0, "\(both.errors)")
            #expect(try tool.record().benchmarks.map(\.name) == ["sound/original", "part/original"])

            mkdir(folder.file("elsewhere"), 0o755)
            symlink(own, folder.file("elsewhere/base"))
            let linked = try run(
                "check", "--base-binary", "elsewhere/base", "--filter", "^part", "--pairs", "2",
                "--allow-debug")
            #expect(linked.status == 0, "\(linked.errors)")
            #expect(try tool.verdict().findings.map(\.benchmark) == ["part/original"])

            _ = try tool.variant([:], "companion")
            let same = try run("list")
            #expect(
                same.status == 7 && same.errors.contains("have a benchmark “sound/empty”"), "\(same.errors)")
        }

        @Test func reportsGoWhereTheyAreWanted() throws {
            let result = try tool.run(
                "run", "--filter", "allocations", "--rounds", "1", "--format", "markdown", "--output",
                "report.md",
                "--summary", "summary.md")
            #expect(result.status == 0 && result.output.isEmpty)
            let report = try folder.text("report.md")
            #expect(report.contains("| sound/allocations | iteration |"))
            _ = try tool.run(
                "run", "--filter", "allocations", "--rounds", "1", "--summary", "summary.md", "--format",
                "json",
                "--output", "run.json")
            let summary = try folder.text("summary.md")
            #expect(summary.hasPrefix(report) && summary.count > report.count)
            #expect(try RecordFile.readRun(folder.file("run.json")).benchmarks.count == 1)
        }

        @Test func aReportReplacesFilesAlone() throws {
            try folder.write("", "target")
            symlink("target", folder.file("link"))
            let run = ["run", "--filter", "allocations", "--rounds", "1", "--output"]
            _ = try tool.run(run + ["link"])
            #expect(try folder.text("target").contains("sound/allocations"))
            var status = stat()
            #expect(lstat(folder.file("link"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        }

        @Test func theDoctorSaysWhatIsThere() throws {
            let result = try tool.run("doctor")
            #expect(result.status == 0)
            for fact in ["machine", "CPU clock", "allocations", "instructions", "repeatable"] {
                #expect(
                    result.output.contains("\n\(fact) ") || result.output.hasPrefix("\(fact) "), "\(fact)")
            }
        }

        @Test func helpNamesEveryCommandAndItsOptions() throws {
            let help = try tool.run("--help")
            #expect(help.status == 0)
            for command in ["list", "run", "check", "baseline", "compare", "profile", "selftest", "doctor"] {
                #expect(help.output.contains("\n  \(command)"), "\(command)")
                let own = try tool.run(command, "--help")
                #expect(own.status == 0 && own.output.hasPrefix("benchmark-fixture \(command)"), "\(command)")
            }
            #expect(try tool.run("check", "--help").output.contains("\n  --base-binary PATH"))
        }
    }
}
