// The tool as its users run it: a fixture with known costs and known faults.
import FoundationEssentials
import Glibc
import Testing

@testable import BenchmarkKit

/// One at a time: they are measurements.
@Suite(.serialized) struct ToolTests {
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
            ["check", "--against", "a", "--metric", "speed"], ["check", "--against", "a", "--pairs", "5..4"],
            ["check", "--against", "a", "--threshold", "cpu=0%"],
            ["check", "--against", "a", "--alpha", "0.99"], ["check", "--against", "a", "--power", "0.1"],
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
            result.output.contains("\nAgain: benchmark-fixture run --allow-debug '--filter=^(sound|absent)/'")
        )
        #expect(result.output.contains(" --seed=7\n"))
        let record = try tool.record()
        #expect(
            record.benchmarks.map(\.name) == record.benchmarks.map(\.name).filter { $0.hasPrefix("sound/") })
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
        let given = try tool.run("run", "--filter", "input", "--rounds", "1", "--words", folder.file("mine"))
        #expect(given.status == 7 && given.output.contains("words: given, not made"))
    }

    @Test func aSlowerHeadIsFoundAndAnEqualOneIsNot() throws {
        // Five times the work is beyond any noise: what is proven here is the way, not the power.
        let fast = try tool.variant([:], "fast")
        let slower = try tool.run(
            "check", "--base-binary", fast, "--filter", "spin|half", "--metric", "cpu", "--pairs", "12",
            "--seed", "3",
            environment: ["FIXTURE_SPIN": "5"])
        #expect(slower.status == 3, "\(slower.output)\(slower.errors)")
        let verdict = try tool.verdict()
        #expect(verdict.outcome == .regressed)
        let spin = try #require(verdict.findings.first)
        #expect(spin.benchmark == "sound/spin" && spin.verdict == .regressed && spin.stages.count == 2)
        #expect(try #require(spin.change) > 2)

        let faster = try tool.run(
            "check", "--base-binary", try tool.variant(["FIXTURE_SPIN": "5"], "slow"), "--filter", "spin",
            "--metric",
            "cpu", "--pairs", "12", "--seed", "3", "--fail-on-improvement")
        #expect(faster.status == 4, "\(faster.output)")
    }

    @Test func oneMoreAllocationIsFoundAndNamed() throws {
        let record = try tool.run("run", "--filter", "sound/allocations", "--rounds", "1")
        try #require(record.status == 0)
        guard try tool.record().benchmarks[0].counts[.allocations]?.value != nil else { return }
        let base = try tool.variant([:], "base")
        let more = try tool.run(
            "check", "--base-binary", base, "--filter", "allocations", "--metric", "mallocs,bytes",
            environment: ["FIXTURE_ALLOCATIONS": "1"])
        #expect(more.status == 3)
        #expect(more.output.contains("sound/allocations  mallocs  regressed"))
        let allowed = try tool.run(
            "check", "--base-binary", base, "--filter", "allocations", "--metric", "mallocs,bytes",
            "--threshold",
            "mallocs=1,bytes=20%", environment: ["FIXTURE_ALLOCATIONS": "1"])
        #expect(allowed.status == 0)
        let same = try tool.run(
            "check", "--base-binary", base, "--filter", "allocations|spin", "--metric",
            "mallocs,bytes,work:steps")
        #expect(same.status == 0)
        #expect(try tool.verdict().findings.count == 5)
    }

    @Test func namesThatOnlyOneSideHasAreSaidAloud() throws {
        let base = try tool.variant(["FIXTURE_OTHER_NAME": "1"], "base")
        let result = try tool.run(
            "check", "--base-binary", base, "--filter", "original|spin", "--metric", "mallocs")
        #expect(result.status == 0)
        #expect(result.output.contains("New, with nothing to compare with: sound/original\n"))
        #expect(result.output.contains("Missing here, but in the base: sound/renamed\n"))
    }

    @Test func aStrangerIsNoBase() throws {
        let result = try tool.run("check", "--base-binary", "/bin/true", "--filter", "spin")
        #expect(result.status == 7)
        #expect(result.errors.contains("/bin/true holds no benchmarks that this harness understands"))
    }

    /// In a fresh process, whose first descriptors are the numbers that its children get.
    @Test func aBaseMayWarnOfSomething() throws {
        let base = try tool.variant([:], "base")
        try folder.write(folder.text("base").replacing("\nexec", with: "\necho warning >&2\nexec"), "base")
        let result = try tool.run("check", "--base-binary", base, "--filter", "spin", "--metric", "mallocs")
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test func aBaseOfAnotherHarnessIsRefused() throws {
        let base = folder.file("base")
        try folder.write("#!/bin/sh\necho '{\"version\":0,\"isDebugBuild\":true}' >&3\n", "base")
        chmod(base, 0o755)
        let result = try tool.run("check", "--base-binary", base, "--filter", "spin")
        #expect(result.status == 7 && result.errors.contains("speaks version 0 of the harness, not 1"))
    }

    @Test func aCheckOfWhatCrashesFails() throws {
        let base = try tool.variant([:], "base")
        let result = try tool.run(
            "check", "--base-binary", base, "--filter", "crash|allocations", "--metric", "cpu,mallocs",
            "--pairs", "2", "--budget", "20s")
        #expect(result.status == 7)
        #expect(try tool.verdict().failed.map(\.name) == ["broken/crash"])
    }

    @Test func aFailureOfTheBaseIsSaidToBeItsOwn() throws {
        let base = try tool.variant([:], "base")
        let script = try folder.text("base").replacing(
            "\nexec", with: "\n[ $1 = measure-benchmark ] && exit 9\nexec")
        try folder.write(script, "base")
        let result = try tool.run(
            "check", "--base-binary", base, "--filter", "spin|half", "--metric", "cpu,mallocs", "--pairs", "2"
        )
        #expect(result.status == 7)
        #expect(result.output.contains("sound/half FAILED: in the base, sound/half ended with status 9\n"))
        #expect(result.output.contains("sound/spin FAILED: in the base, sound/spin ended with status 9\n"))
    }

    @Test func aCheckThatComparedNothingIsInconclusive() throws {
        let base = try tool.variant([:], "base")
        for arguments in [
            ["--filter", "spin", "--metric", "cpu", "--budget", "0.001s"], ["--filter", "absent"],
            ["--filter", "half", "--metric", "exact"],
        ] {
            let result = try tool.run(
                ["check", "--base-binary", base, "--fail-on-inconclusive"] + arguments)
            #expect(result.status == 6, "\(arguments): \(result.output)")
            #expect(try tool.verdict().outcome == .inconclusive)
        }
    }

    @Test func aRunWithoutAVerdictLeavesNoneOfAnother() throws {
        let base = try tool.variant([:], "base")
        func check() throws -> FixtureTool.Result {
            try tool.run("check", "--base-binary", base, "--filter", "spin", "--metric", "mallocs")
        }
        #expect(try check().status == 0)
        _ = try tool.verdict()
        // The base ends the harness that waits for it.
        let script = try folder.text("base").replacing(
            "\nexec", with: "\n[ $1 = measure-benchmark ] && kill -9 $PPID\nexec")
        try folder.write(script, "base")
        #expect(throws: BenchmarkError.self) { try check() }
        #expect(access(folder.file("benchmark-results/verdict.json"), F_OK) != 0)
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
            "check", "--base-binary", "elsewhere/base", "--filter", "^part", "--pairs", "2", "--allow-debug")
        #expect(linked.status == 0, "\(linked.errors)")
        #expect(try tool.verdict().findings.map(\.benchmark) == ["part/original"])

        _ = try tool.variant([:], "companion")
        let same = try run("list")
        #expect(same.status == 7 && same.errors.contains("have a benchmark “sound/empty”"), "\(same.errors)")
    }

    @Test func aBaselineIsKeptAndHeldAgainst() throws {
        let none = try tool.run(
            "check", "--against", "main", "--filter", "allocations", "--metric", "mallocs")
        #expect(none.status == 5)
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
        #expect(try tool.run("baseline", "show", "main").output.contains(/sound\/allocations +mallocs +7/))
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

    @Test func reportsGoWhereTheyAreWanted() throws {
        let result = try tool.run(
            "run", "--filter", "allocations", "--rounds", "1", "--format", "markdown", "--output",
            "report.md",
            "--summary", "summary.md")
        #expect(result.status == 0 && result.output.isEmpty)
        let report = try folder.text("report.md")
        #expect(report.contains("| sound/allocations | iteration |"))
        _ = try tool.run(
            "run", "--filter", "allocations", "--rounds", "1", "--summary", "summary.md", "--format", "json",
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

    @Test func aSelfTestProvesTheGateOnItself() throws {
        // Five times as much is found by any gate: what is proven here is the way, not the power.
        let result = try tool.run(
            "selftest", "--filter", "spin", "--runs", "2", "--inject", "400", "--pairs", "10", "--resamples",
            "5",
            "--seed", "1", "--metric", "cpu")
        #expect(result.output.contains("2 real runs of 1 benchmarks against themselves"), "\(result.errors)")
        #expect(result.output.contains("+400.0 % CPU found:           1 of 1"))
        let again = try tool.run("selftest", "--from", "benchmark-results/selftest.json", "--resamples", "3")
        #expect(again.output.contains("2 real runs of 1 benchmarks against themselves"))
    }

    @Test func aSelfTestLooksForWhatTheGateCompares() throws {
        let result = try tool.run(
            "selftest", "--filter", "command|allocations", "--runs", "2", "--inject", "100", "--pairs", "2",
            "--resamples", "1", "--seed", "1", "--metric", "wall,exact")
        #expect(result.output.contains("+100.0 % CPU found:           none tried"), "\(result.errors)")
        #expect(result.output.contains("one more allocation found:   1 of 1"), "\(result.output)")
    }

    @Test func theDoctorSaysWhatIsThere() throws {
        let result = try tool.run("doctor")
        #expect(result.status == 0)
        for fact in ["machine", "CPU clock", "allocations", "instructions", "repeatable"] {
            #expect(result.output.contains("\n\(fact) ") || result.output.hasPrefix("\(fact) "), "\(fact)")
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
