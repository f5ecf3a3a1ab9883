// The gate as its users run it: against another executable, and against itself.
import Glibc
import Testing

@testable import BenchmarkKit

extension OneAtATime {
    @Suite struct CheckToolTests {
        private let folder: TestFolder
        private let tool: FixtureTool

        init() throws {
            folder = try TestFolder()
            tool = FixtureTool(folder)
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
            #expect(result.output.contains("/bin/true holds no benchmarks that this harness understands"))
        }

        /// In a fresh process, whose first descriptors are the numbers that its children get.
        @Test func aBaseMayWarnOfSomething() throws {
            let plain = try tool.variant([:], "plain")
            let base = try folder.writeScript("echo warning >&2\nexec \(plain) \"$@\"\n", "base")
            let result = try tool.run(
                "check", "--base-binary", base, "--filter", "spin", "--metric", "mallocs")
            #expect(result.status == 0, "\(result.errors)")
        }

        @Test func aBaseOfAnotherHarnessIsRefused() throws {
            let base = try folder.writeScript("echo '{\"version\":0,\"isDebugBuild\":true}' >&3\n", "base")
            let result = try tool.run("check", "--base-binary", base, "--filter", "spin")
            #expect(result.status == 7)
            #expect(result.output.contains("everything FAILED: "))
            #expect(result.output.contains("speaks version 0 of the harness, not 1"))
            #expect(try tool.verdict().outcome == .failed)
        }

        /// Our own trouble is not the benchmarks': what is in the way of an input is neither.
        @Test func whatIsNoMeasurementsFaultIsNotCalledOne() throws {
            let base = try tool.variant([:], "base")
            try folder.write("", "cache")
            let result = try tool.run(
                "check", "--base-binary", base, "--filter", "sound/input", "--metric", "cpu")
            #expect(result.status == 70, "\(result.errors)")
            #expect(try tool.verdict().outcome == .failed)
        }

        /// A build that ends meanwhile: samples of two builds must not be taken for those of one.
        @Test func anExecutableThatIsReplacedIsNotMeasuredOn() throws {
            let sound = try tool.variant([:], "sound")
            let base = try folder.writeScript(
                "[ $1 = measure-benchmark ] && echo '#' >>\"$0\"\nexec \(sound) \"$@\"\n", "base")
            let result = try tool.run(
                "check", "--base-binary", base, "--filter", "spin|half|empty", "--metric", "cpu", "--pairs",
                "2")
            #expect(result.status == 7)
            #expect(result.output.contains("base has been changed since the beginning"))
            // All of it is spoilt, and said once.
            #expect(result.output.count { $0 == "\n" } < 12)
            #expect(try tool.verdict().failed.count == 1 && tool.verdict().notCompared.isEmpty)
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
            let sound = try tool.variant([:], "sound")
            let base = try folder.writeScript(
                "[ $1 = measure-benchmark ] && exit 9\nexec \(sound) \"$@\"\n", "base")
            let result = try tool.run(
                "check", "--base-binary", base, "--filter", "spin|half", "--metric", "cpu,mallocs", "--pairs",
                "2"
            )
            #expect(result.status == 7)
            #expect(
                result.output.contains("sound/half FAILED: in the base, sound/half ended with status 9\n"))
            #expect(
                result.output.contains("sound/spin FAILED: in the base, sound/spin ended with status 9\n"))
        }

        /// Nobody would look at it any more.
        @Test func aCountThatTheHeadDoesNotHaveIsInconclusive() throws {
            let base = try tool.variant(["FIXTURE_STEPS": "1"], "base")
            func check(_ metrics: String) throws -> Int32 {
                try tool.run(
                    "check", "--base-binary", base, "--fail-on-inconclusive", "--filter", "sound/allocations",
                    "--metric", metrics
                ).status
            }
            #expect(try check("exact") == 6)
            #expect(
                try tool.verdict().notCompared == ["sound/allocations, work:extra of the head: not counted"])
            #expect(try check("mallocs") == 0)
            #expect(try tool.verdict().notCompared == [])
        }

        /// Nor at those of a benchmark that promises nothing any more.
        @Test func aBenchmarkThatIsNotExactAnyMoreIsInconclusive() throws {
            let base = try tool.variant([:], "base")
            for opponent in [["--base-binary", base], ["--against", "it"]] {
                _ = try tool.run(
                    "baseline", "save", "it", "--filter", "sound/(spin|original)", "--counts-only")
                let result = try tool.run(
                    [
                        "check", "--fail-on-inconclusive", "--filter", "sound/(spin|original)", "--metric",
                        "exact",
                    ]
                        + opponent, environment: ["FIXTURE_INEXACT": "1"])
                #expect(result.status == 6, "\(result.output)")
                #expect(
                    result.output.contains(
                        "sound/spin: its counts were exact, and are not said to be so any more"))
            }
        }

        @Test func aMetricThatIsNotThereSaysWhy() throws {
            let base = try tool.variant([:], "base")
            let result = try tool.run(
                "check", "--base-binary", base, "--filter", "sound/empty", "--metric", "writes", "--pairs",
                "2")
            #expect(
                result.output.contains("sound/empty, writes: 0 in the base, so that nothing is a share of it")
            )
        }

        @Test func aCompanionThatIsNotBuiltIsNamed() throws {
            let result = try tool.run("list", environment: ["FIXTURE_COMPANION": "1"])
            #expect(result.status == 7 || result.status == 64)
            #expect(result.errors.hasSuffix("/companion is missing; build it, too\n"))
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
            let sound = try tool.variant([:], "sound")
            _ = try folder.writeScript(
                "[ $1 = measure-benchmark ] && kill -9 $PPID\nexec \(sound) \"$@\"\n", "base")
            #expect(throws: BenchmarkError.self) { try check() }
            #expect(access(folder.file("benchmark-results/verdict.json"), F_OK) != 0)
            // Nor does a base that could not be built.
            _ = try folder.writeScript("exec \(sound) \"$@\"\n", "base")
            #expect(try check().status == 0)
            #expect(try tool.run("check", "--base-binary", "/nowhere", "--filter", "spin").status == 64)
            #expect(access(folder.file("benchmark-results/verdict.json"), F_OK) != 0)
        }

        @Test func aSelfTestProvesTheGateOnItself() throws {
            // Five times as much is found by any gate: what is proven here is the way, not the power.
            let result = try tool.run(
                "selftest", "--filter", "spin", "--runs", "2", "--inject", "400", "--pairs", "10",
                "--resamples",
                "5",
                "--seed", "1", "--metric", "cpu")
            #expect(
                result.output.contains("2 real runs of 1 benchmarks against themselves"), "\(result.errors)")
            #expect(result.output.contains("+400.0 % CPU found:           1 of 1"))
            let again = try tool.run(
                "selftest", "--from", "benchmark-results/selftest.json", "--resamples", "3")
            #expect(again.output.contains("2 real runs of 1 benchmarks against themselves"))
        }

        @Test func aSelfTestLooksForWhatTheGateCompares() throws {
            let result = try tool.run(
                "selftest", "--filter", "command|allocations", "--runs", "2", "--inject", "100", "--pairs",
                "2",
                "--resamples", "1", "--seed", "1", "--metric", "wall,exact")
            #expect(result.output.contains("+100.0 % CPU found:           none tried"), "\(result.errors)")
            #expect(result.output.contains("one more allocation found:   1 of 1"), "\(result.output)")
        }
    }
}
