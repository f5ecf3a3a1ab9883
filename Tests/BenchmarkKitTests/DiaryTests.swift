// How processes are set up and in which order things happen, as benchmarks that keep a diary saw it.
import FoundationEssentials
import Glibc
import Testing

@testable import BenchmarkKit

extension OneAtATime {
    @Suite struct DiaryTests {
        private let folder: TestFolder
        private let tool: FixtureTool

        init() throws {
            folder = try TestFolder()
            tool = FixtureTool(folder)
        }

        /// One process as it saw itself.
        private struct Entry {
            /// `base` or `head`, as the test named it.
            var side: String
            var benchmark: String
            var facts: [String: String]
            /// What it was told to do, in order.
            var calls: [String] = []

            /// Of the environment; nil where it is left as it is, as by everything but timing.
            var padding: Int? { Int(facts["padding"]!) }
            var isCounting: Bool { facts["counts"] == "1" }
            var isTiming: Bool { padding != nil }
        }

        private func diary(_ arguments: String...) throws -> [Entry] {
            let result = try tool.run(
                arguments, environment: ["FIXTURE_DIARY": folder.file("diary"), "FIXTURE_NAME": "head"])
            try #require(result.status == 0, "\(result.errors) \(result.output)")
            var entries: [Entry] = []
            // Of one call of the tool.
            defer { try? FileManager.default.removeItem(atPath: folder.file("diary")) }
            for line in try folder.text("diary").split(separator: "\n").map(String.init) {
                let words = line.replacing(" (deleted)", with: "(deleted)").split(separator: " ").map(
                    String.init)
                guard words[0] == "process" else {
                    entries[entries.count - 1].calls.append(line)
                    continue
                }
                let facts = words.dropFirst(3).map { $0.split(separator: "=", maxSplits: 1) }
                entries.append(
                    Entry(
                        side: words[1], benchmark: words[2],
                        facts: Dictionary(
                            uniqueKeysWithValues: facts.map {
                                (String($0[0]), $0.count > 1 ? String($0[1]) : "")
                            })))
            }
            return entries
        }

        @Test func resultsAreCheckedBeforeAndAfterAndEachBatchBeginsAnew() throws {
            let entries = try diary("run", "--filter", "diary/a", "--rounds", "2", "--seed", "1")
            // One to find how long batches must be, two that count, two that are timed.
            #expect(entries.count == 5)
            for entry in entries {
                #expect(entry.calls.prefix(3) == ["reset", "run 1", "check"])
                #expect(entry.calls.last == "check")
                #expect(entry.calls.count { $0 == "check" } == 2)
                for (call, next) in zip(entry.calls, entry.calls.dropFirst()) {
                    #expect((call == "reset") == next.hasPrefix("run"))
                }
                #expect(entry.facts["left"] == "0")
                #expect(entry.facts["inherited"] == "false")
            }
            let plan = try #require(tool.record().benchmark("diary/a")?.plan)
            for entry in entries.suffix(2) {
                // One batch more, which warms up: of a single iteration, the one that is checked.
                #expect(entry.calls.count { $0 == "run \(plan.iterations)" } == plan.batches + 1)
                #expect(entry.isTiming)
            }
        }

        @Test func whatCountsIsTheSameInEachProcess() throws {
            let counting = try diary("baseline", "save", "it", "--counts-only", "--filter", "diary/a")
                .filter(\.isCounting)
            #expect(counting.count == 2)
            for entry in counting {
                #expect(entry.facts["hashing"] == "1" && !entry.isTiming)
            }
            // What is timed is as users run it.
            let timing = try diary("run", "--filter", "diary/a", "--rounds", "1").filter(\.isTiming)
            #expect(!timing.isEmpty && timing.allSatisfy { $0.facts["hashing"] == "" })
        }

        /// Beside the executable, so that what is looked for there is found, and under its name.
        @Test func whatIsTimedHasAnExecutableOfItsOwn() throws {
            let entries = try diary("run", "--filter", "diary/a", "--rounds", "3")
            let folder = FixtureTool.executable.prefix(through: FixtureTool.executable.lastIndex(of: "/")!)
            var copies: [String] = []
            for entry in entries {
                let file = try #require(entry.facts["file"])
                #expect(file.hasPrefix(folder))
                #expect((file == FixtureTool.executable) == !entry.isTiming)
                if entry.isTiming { copies.append(file) }
            }
            #expect(copies.count == 3 && copies.allSatisfy { $0.hasSuffix("(deleted)") })
        }

        @Test func scriptsAndFoldersWithoutRoomHaveNoCopy() throws {
            #expect(ExecutableCopy.make(of: try self.folder.writeScript("true\n", "script")) == nil)
            #expect(ExecutableCopy.make(of: "/proc/self/exe") == nil)
            #expect(ExecutableCopy.make(of: "/nowhere") == nil)
            let copy = try #require(ExecutableCopy.make(of: FixtureTool.executable))
            // Debugging information is not run.
            func size(_ path: String) -> Int {
                var status = stat()
                return stat(path, &status) == 0 ? Int(status.st_size) : 0
            }
            let (part, whole) = (size(copy.path), size(FixtureTool.executable))
            #expect(part > 100_000 && part < whole)
        }

        @Test func processesMustAgreeOnWhatIsExact() throws {
            let result = try tool.run("baseline", "save", "it", "--counts-only", "--filter", "broken/process")
            #expect(result.status == 7)
            #expect(result.output.contains("broken/process: counts should be exact, and are "))
        }

        @Test func orderAndStackAreDrawn() throws {
            let base = try tool.variant(["FIXTURE_NAME": "base"], "base")
            let timing = try diary(
                "check", "--base-binary", base, "--filter", "diary/", "--metric", "cpu", "--pairs", "12",
                "--confirm", "0", "--threshold", "cpu=100000%", "--seed", "4"
            ).filter(\.isTiming)
            #expect(timing.count == 3 * 12 * 2)
            let pairs = stride(from: 0, to: timing.count, by: 2).map { (timing[$0], timing[$0 + 1]) }
            for (one, other) in pairs {
                #expect(one.benchmark == other.benchmark && Set([one.side, other.side]) == ["base", "head"])
            }
            let baseFirst = pairs.count { $0.0.side == "base" }
            #expect(baseFirst > 5 && baseFirst < 31)
            // Rounds go over all three, and not always the same way.
            let rounds = stride(from: 0, to: pairs.count, by: 3).map { round in
                pairs[round..<round + 3].map(\.0.benchmark)
            }
            #expect(rounds.allSatisfy { Set($0).count == 3 } && Set(rounds).count > 2)
            // All over a page.
            let paddings = timing.compactMap(\.padding)
            #expect(Set(paddings).count > 60)
            #expect(paddings.min()! < 512 && paddings.max()! > 3584 && paddings.max()! < 4096)
        }

        @Test func roundsOfARunAreShuffled() throws {
            let timing = try diary("run", "--filter", "diary/", "--rounds", "8", "--seed", "3").filter(
                \.isTiming)
            #expect(timing.count == 24)
            let rounds = stride(from: 0, to: 24, by: 3).map { timing[$0..<$0 + 3].map(\.benchmark) }
            #expect(rounds.allSatisfy { Set($0).count == 3 } && Set(rounds).count > 2)
        }

        /// The first round is there for its numbers; after it, no time is left.
        @Test func theBudgetsOfRunsAreKept() throws {
            for arguments in [["run"], ["baseline", "save", "short"]] {
                let result = try tool.run(
                    arguments + ["--filter", "diary/a", "--rounds", "50", "--budget", "0.000001s"])
                #expect(result.status == 0)
            }
            #expect(try tool.record().benchmark("diary/a")?.samples.count == 1)
            let baseline = try RecordFile.read(
                folder.file("benchmark-baselines/short.json"), as: Baseline.self, "baseline")
            #expect(baseline.times.values.joined().map { $0.benchmark("diary/a")?.samples.count } == [1])
        }

        /// An hour after the baseline, a batch may seem longer: it is run as it was then all the same.
        @Test func aBaselineIsHeldAgainstInItsOwnBatches() throws {
            _ = try tool.run("baseline", "save", "it", "--filter", "diary/b", "--rounds", "5")
            _ = try tool.run("baseline", "save", "it", "--filter", "diary/a", "--rounds", "3")
            let path = folder.file("benchmark-baselines/it.json")
            var baseline = try RecordFile.read(path, as: Baseline.self, "baseline")
            let key = try #require(baseline.times.keys.first)
            #expect(baseline.times[key]!.map { $0.benchmarks.map(\.name) } == [["diary/b"], ["diary/a"]])
            baseline.times[key]![1].benchmarks[0].plan = BatchPlan(Calibration(iterations: 11, batch: 0.004))
            try folder.write(
                String(decoding: try RecordFile.encoded(baseline), as: UTF8.self),
                "benchmark-baselines/it.json")
            let entries = try diary("check", "--against", "it", "--filter", "diary/a", "--metric", "cpu")
            #expect(entries.count >= 3)
            for entry in entries { #expect(entry.calls.count { $0 == "run 11" } == 12) }
            // In as many processes in each stage, whatever others of the baseline had.
            #expect(entries.count % 3 == 0)
        }
    }
}
