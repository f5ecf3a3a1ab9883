// Pages of runs and checks: well-formed, complete, and the same numbers as in the record.
import Foundation
import Testing

@testable import BenchmarkKit

@Suite struct HTMLPageTests {
    private let none = RunHistory([], folder: "benchmark-baselines")
    private let record = RunRecord.made([
        MadeBenchmark(name: "a/floor", cpu: [1, 1.1, 0.9, 1, 1, 1, 1].map { $0 * 1e-6 }),
        MadeBenchmark(
            name: "a/twice", cpu: [2, 2.2, 1.8, 2, 2, 2, 2].map { $0 * 1e-6 }, floor: "a/floor",
            counts: [.allocations: .value(17), .allocatedBytes: .value(1234)]),
        MadeBenchmark(
            name: "a/pieces", cpu: [3, 3, 3, 3, 3, 3, 9].map { $0 * 1e-6 }, work: WorkAmount(10, "piece"),
            floor: "a/floor"),
        MadeBenchmark(name: "b/alone", cpu: [4e-3]),
    ])

    private func finding(
        _ name: String, _ verdict: Finding.Verdict, _ change: Double, threshold: Double? = 0.01
    ) -> Finding {
        let spread = SpreadOfRatio(logRatios: [change - 0.01, change, change + 0.01], seed: 1)!
        let stage = StageFinding(
            estimate: Estimate(
                change: change, pValue: 0.02,
                precision: Precision(pairs: 3, standardError: 0.01, margin: nil)),
            adjustedPValue: 0.04, spread: spread)
        return Finding(
            benchmark: name, metric: .cpu, verdict: verdict, gates: true, base: 2e-3,
            head: 2e-3 * (1 + change),
            change: change, stages: [stage], threshold: threshold, smallestDetectable: 0.02)
    }

    private func check(_ findings: [Finding]) -> CheckRecord {
        CheckRecord(
            tool: "made-bench", outcome: .regressed, base: "base", settings: GateSettings(seed: 1),
            origin: record.origin, findings: CheckRecord.sorted(findings), new: [], missing: [], skipped: [],
            failed: [])
    }

    @Test func aRunsPageShowsEachBenchmarkAndTheWorstFirst() throws {
        let page = try MarkupReader(HTMLPage.run(record, history: none))
        let names = page.all("th").filter { $0.attributes["scope"] == "row" }.map(\.text)
        #expect(names == ["a/twice", "a/pieces", "a/floor", "b/alone"])
        let titles = page.all("title").map(\.text)
        for name in names { #expect(titles.contains("CPU time of each process of \(name)")) }
        #expect(titles.contains("a/pieces in multiples of a/floor"))
        #expect(page.all("svg").count == 4 + 2)
        #expect(page.all("svg").allSatisfy { $0.attributes["role"] == "img" })
        #expect(page.all("desc").count == page.all("svg").count)
        #expect(page.all("code").last?.text == "made-bench run --seed=7")
        let footer = try #require(page.all("footer").first).text
        for fact in [
            "Made Processor, 4 cores", "Swift 6, x86_64", "seed 7", "2023-11-14 22:13 UTC", "Load 0.50",
        ] {
            #expect(footer.contains(fact))
        }
    }

    @Test func numbersOfARunsPageAreTheRecords() throws {
        let page = try MarkupReader(HTMLPage.run(record, history: none))
        let numbers = page.all("data").map { (value: Double($0.attributes["value"]!)!, text: $0.text) }
        let values = numbers.map(\.value)
        for benchmark in record.benchmarks {
            let cpu = Quantile.median(benchmark.values(.cpu))! / Double(benchmark.work?.count ?? 1)
            // Beside the plot, and CPU and wall time of the table.
            #expect(values.filter { $0 == cpu }.count >= 3, "\(benchmark.name)")
            #expect(numbers.contains { $0.value == cpu && $0.text == MetricText.text(cpu, .seconds) })
        }
        #expect(values.contains(17) && values.contains(1234))
        #expect(numbers.filter { $0.value == 2 }.map(\.text) == ["2.00", "2.00"])
        let cells = page.all("td").map(\.text)
        #expect(cells.contains("2.00 to 2.00") && cells.contains("n/a"))
        #expect(!page.all("th").map(\.text).contains("instructions"))
        var counted = record
        counted.benchmarks[0].counts[.instructions] = .value(123)
        let more = try MarkupReader(HTMLPage.run(counted, history: none))
        #expect(more.all("th").map(\.text).filter { $0 == "instructions" }.count == 1)
        #expect(more.all("data").contains { $0.text == "123" })
    }

    @Test func aCheckShowsVerdictsByShapeAndWordWorstFirst() throws {
        let page = try MarkupReader(
            HTMLPage.check(
                check([
                    finding("same", .same, 0.001), finding("slow", .regressed, 0.2),
                    finding("unsure", .inconclusive, 0.01), finding("fast", .improved, -0.1),
                ])))
        let verdicts = page.all(class: "verdict").map(\.text)
        #expect(verdicts.prefix(3) == ["▲ regressed", "◇ inconclusive", "▼ improved"])
        #expect(Set(page.all(class: "shape").map { $0.attributes["d"]! }).count == 4)
        #expect(page.all(class: "interval").count == 4 && page.all(class: "band").count == 4)
        let folded = try #require(page.all("details").first).text
        #expect(folded.contains("1 the same") && folded.contains("same, cpu") && !folded.contains("slow"))
        let values = page.all("data").compactMap { Double($0.attributes["value"]!) }
        for value in [0.2, 0.01, -0.1, 0.001] { #expect(values.contains(value)) }
        #expect(page.all("desc").contains { $0.text.hasPrefix("regressed: +20.0 %, 95 % interval ") })
    }

    @Test func countsHaveNoIntervalAndMayStartAtNought() throws {
        let counts = [(0.0, 0.0, nil), (0, 3, nil), (2, 4, 1.0)].map { base, head, change in
            Finding(
                benchmark: "\(base) \(head)", metric: .allocations,
                verdict: base == head ? .same : .regressed,
                gates: true, base: base, head: head, change: change)
        }
        let page = try MarkupReader(HTMLPage.check(check(counts)))
        #expect(page.all(class: "interval").isEmpty && page.all(class: "band").isEmpty)
        #expect(page.all(class: "shape").count == 2)
        #expect(page.all(class: "value").map(\.text).contains("▲ regressed from 0 to 3"))
    }

    @Test func hostileNamesAreText() throws {
        var hostile = RunRecord.made(
            HostileNames.all.map { MadeBenchmark(name: $0, cpu: [1, 2], work: WorkAmount(1, $0), floor: $0) })
        hostile.tool = HostileNames.all[0]
        hostile.origin.reproduce = HostileNames.all[0]
        hostile.skipped = HostileNames.all.map { OmittedBenchmark(name: $0, reason: $0) }
        var earlier = hostile
        earlier.origin.finished -= 1e6
        let page = try MarkupReader(HTMLPage.run(hostile, history: RunHistory([earlier], folder: "<a>")))
        #expect(page.all("script").isEmpty && page.all("b").isEmpty)
        let names = Set(page.all("th").map(\.text))
        let expected = HostileNames.all.map { name in
            String(
                String.UnicodeScalarView(
                    name.unicodeScalars.map {
                        $0.properties.generalCategory == .control && $0 != "\n" ? "\u{FFFD}" : $0
                    }))
        }
        #expect(names.isSuperset(of: expected))
        #expect(page.all("figcaption").count == HostileNames.all.count)
        let check = try MarkupReader(
            HTMLPage.check(check(HostileNames.all.map { finding($0, .regressed, 0.1) })))
        #expect(check.all("script").isEmpty)
        #expect(Set(check.all("th").map(\.text)).isSuperset(of: expected))
    }

    /// 150 benchmarks of 200 processes, with a history of 100 runs.
    @Test func aPageOfALargeSuiteStaysBelowAMegabyte() throws {
        var random = SplitMix64(state: 1)
        let benchmarks = (0..<150).map { number in
            MadeBenchmark(
                name: "suite\(number % 5)/some-benchmark-\(number)",
                cpu: (0..<200).map { _ in Double.random(in: 0.9...1.2, using: &random) * 1e-5 },
                floor: number == 0 ? nil : "suite0/some-benchmark-0")
        }
        let run = RunRecord.made(benchmarks)
        var short = RunRecord.made(benchmarks.map { MadeBenchmark(name: $0.name, cpu: [$0.cpu[0]]) })
        let runs = (0..<30).map { number in
            short.origin.finished = run.origin.finished - 86400 * Double(30 - number)
            return short
        }
        let html = HTMLPage.run(run, history: RunHistory(runs, folder: "h"))
        #expect(html.utf8.count < 1_000_000, "\(html.utf8.count)")
        // Each dot is a line of no length: of processes, and of runs.
        let drawn = html.components(separatedBy: "h0").count - 1
        #expect(drawn == 150 * StripPlot.mostDots + 150 * 31)
        #expect(html.contains("Of many, 100 at most are drawn."))
        #expect(html.contains("200 processes") && html.contains("Every 2. of them"))
    }

    @Test func aHistoryIsOfOneMachineAndInOrder() throws {
        let one = MadeBenchmark(name: "a/b", cpu: [0.001])
        let now = RunRecord.made([one], finished: 1_700_000_000)
        let earlier = [1.0, 2, 3].map { days in
            RunRecord.made(
                [MadeBenchmark(name: "a/b", cpu: [0.001 * (1 + days)])],
                finished: 1_700_000_000 - days * 86400)
        }
        let other = RunRecord.made([one], machine: "Another", finished: 1_600_000_000)
        let later = RunRecord.made([one], finished: 1_800_000_000)
        let history = RunHistory(earlier + [other, later, now, earlier[0]], folder: "kept").before(now)
        #expect(history.runs.map(\.origin.finished).map { (1_700_000_000 - $0) / 86400 } == [3, 2, 1, 0])
        #expect(history.others == 1)
        let page = try MarkupReader(HTMLPage.run(now, history: RunHistory(earlier + [other], folder: "kept")))
        let card = try #require(page.all("figure").first).text
        #expect(card.contains("4 runs, 2023-11-11 to 2023-11-14; now -75.0 % from the first"))
        #expect(card.contains("1.00 ms") && card.contains("4.00 ms"))
        #expect(
            page.all(class: "note").contains { $0.text.contains("Not drawn, of other machines: 1 runs.") })
        let alone = try MarkupReader(HTMLPage.run(now, history: RunHistory([other], folder: "kept")))
        #expect(alone.all("figure").isEmpty)
        #expect(
            alone.all(class: "note").contains {
                $0.text.hasPrefix("There is no earlier run of this machine in kept.")
            })
    }

    @Test func scalesHaveAFewRoundTicks() {
        #expect(
            RatioScale(0.97...1.03, labels: .changes).ticks.map(\.label) == ["-2 %", "0 %", "+2 %"])
        #expect(
            RatioScale(0.9...9, labels: .multiples).ticks.map(\.label) == ["1", "1.5", "2", "3", "5", "7"])
        #expect(
            RatioScale(0.01...500, labels: .multiples).ticks.map(\.label) == [
                "0.01", "0.1", "1", "10", "100",
            ])
        for high in [1.001, 1.01, 1.1, 1.5, 2, 3.9, 4, 10, 1e3, 1e6, 1e9] {
            for scale in [
                RatioScale(1 / high...high, labels: .changes),
                RatioScale(0.99...high * 1.001, labels: .multiples),
            ] {
                #expect((1...7).contains(scale.ticks.count), "\(high): \(scale.ticks)")
                #expect(scale.ticks.contains { $0.ratio == 1 })
                #expect(Set(scale.ticks.map(\.label)).count == scale.ticks.count, "\(high): \(scale.ticks)")
            }
        }
        let scale = RatioScale(0.5...2, labels: .changes)
        #expect(scale.place(1) == 0.5 && scale.place(9) == 1 && scale.place(0) == 0 && !scale.contains(9))
    }
}

extension OneAtATime.ToolTests {
    @Test func pagesAreWrittenBesideTheRecords() throws {
        let folder = try TestFolder()
        let tool = FixtureTool(folder)
        try FileManager.default.createDirectory(
            atPath: folder.file("kept"), withIntermediateDirectories: true)
        try folder.write("{", "kept/broken.json")
        for _ in 0..<2 {
            let run = try tool.run(
                "run", "--filter", "spin|half", "--rounds", "2", "--history", "kept", "--format", "json",
                "--output", "kept/run.json")
            #expect(run.status == 0, "\(run.errors)")
        }
        let page = try MarkupReader(folder.text("benchmark-results/index.html"))
        #expect(page.all("figure").count == 2)
        #expect(
            page.all(class: "note").contains { $0.text.contains("no records that can be read: broken.json.") }
        )
        let missing = try tool.run("run", "--filter", "spin", "--history", "nowhere")
        #expect(missing.status == 64 && missing.errors.contains("nowhere can't be listed"))
        let base = try tool.variant([:], "base")
        _ = try tool.run("check", "--base-binary", base, "--filter", "spin", "--metric", "exact")
        let check = try MarkupReader(folder.text("benchmark-results/check.html"))
        #expect(check.all("h1").map(\.text) == ["benchmark-fixture: check"])
        #expect(check.all("details").count == 1)
    }
}
