// Reports as Markdown: valid, bounded, worst first, and at home in a file that says more.
import Foundation
import Testing

@testable import BenchmarkKit

@Suite struct MarkdownTests {
    private let floor = MadeBenchmark(name: "a/floor", cpu: [1e-6, 1e-6])

    private func check(_ findings: [Finding], new: [String] = []) -> CheckRecord {
        CheckRecord(
            tool: "made-bench", outcome: .regressed, base: "base | of it", settings: GateSettings(seed: 1),
            origin: RunRecord.made([]).origin, findings: CheckRecord.sorted(findings), new: new, missing: [],
            skipped: [], failed: [])
    }

    private func finding(_ name: String, _ verdict: Finding.Verdict, _ change: Double) -> Finding {
        Finding(
            benchmark: name, metric: .allocations, verdict: verdict, gates: true, base: 100,
            head: 100 * (1 + change), change: change)
    }

    @Test func aRunIsATableWorstFirst() throws {
        let record = RunRecord.made(
            [floor] + [2.0, 3].map { MadeBenchmark(name: "a/\($0)", cpu: [$0 * 1e-6], floor: "a/floor") })
        let read = try MarkdownReader(Markdown.run(record))
        #expect(read.heading == "made-bench")
        #expect(read.rows.dropFirst(2).map { $0[0] } == ["a/3.0", "a/2.0", "a/floor"])
        #expect(read.rows[2].contains("3.00") && read.rows[2].contains("3.00 µs"))
        #expect(read.items.last == "Again: made-bench run --seed=7")
    }

    @Test func noNameBreaksATableOrMakesMarkup() throws {
        let oneLine = HostileNames.all.map { name in
            String(
                String.UnicodeScalarView(
                    name.unicodeScalars.map {
                        $0.properties.generalCategory == .control ? " " : $0
                    }))
        }
        var record = RunRecord.made(
            HostileNames.all.map { MadeBenchmark(name: $0, cpu: [1], work: WorkAmount(1, $0)) })
        record.tool = HostileNames.all[3]
        record.skipped = HostileNames.all.map { OmittedBenchmark(name: $0, reason: "it is absent") }
        let run = try MarkdownReader(Markdown.run(record))
        #expect(Set(run.rows.dropFirst(2).map { $0[0] }) == Set(oneLine))
        #expect(run.heading == oneLine[3])
        for name in oneLine { #expect(run.items.contains("\(name) was skipped: it is absent")) }
        let check = try MarkdownReader(
            Markdown.check(check(HostileNames.all.map { finding($0, .regressed, 1) })))
        #expect(Set(check.rows.dropFirst(2).map { $0[0] }) == Set(oneLine))
    }

    @Test func aLongReportIsCutWhereItMattersLeast() throws {
        let findings = (0..<2000).map { finding("suite/é\($0)", .regressed, 1 + Double($0)) }
        let text = Markdown.check(check(findings, new: (0..<3000).map { "new/benchmark-\($0)" }))
        #expect(text.utf8.count <= Markdown.limit)
        #expect(text.utf8.count > Markdown.limit / 2)
        let read = try MarkdownReader(text)
        let shown = read.rows.dropFirst(2).map { $0[0] }
        #expect(shown == (0..<shown.count).map { "suite/é\(1999 - $0)" })
        #expect(read.paragraphs == ["\(2000 - shown.count) more are not shown."])
        #expect(
            read.items.contains {
                $0.hasPrefix("New, with nothing to compare with: new/") && $0.hasSuffix("…")
            })
        #expect(read.items.last == "Again: made-bench run --seed=7")
    }

    @Test func manyNotesLeaveRoomForTheTable() throws {
        var record = RunRecord.made([floor])
        record.skipped = (0..<5000).map {
            OmittedBenchmark(name: "absent/\($0)", reason: "it is not installed ~~~")
        }
        record.tool = String(repeating: "*", count: 100_000)
        record.origin.reproduce = String(repeating: "é", count: 100_000)
        let text = Markdown.run(record)
        #expect(text.utf8.count <= Markdown.limit)
        let read = try MarkdownReader(text)
        #expect(read.rows.count == 3)
        #expect(read.items.first?.contains("more notes are not shown.") == true)
        #expect(read.items.last?.hasPrefix("Again: é") == true)
    }

    @Test func anEmptyReportHasNoTable() throws {
        let read = try MarkdownReader(Markdown.check(check([])))
        #expect(read.rows.isEmpty && !read.items.isEmpty)
    }

    @Test func aTableTakesThePlaceOfTheOneBefore() throws {
        let (begin, end) = (InsertedTable.begin, InsertedTable.end)
        let once = try InsertedTable.replaced(in: "# A\n\(begin)\nold\n\(end)\nrest", by: "| new |\n", "f")
        #expect(once == "# A\n\(begin)\n\n| new |\n\n\(end)\nrest")
        #expect(try InsertedTable.replaced(in: once, by: "| new |\n", "f") == once)
        for text in [
            "", begin, end, "\(end)\n\(begin)", "\(begin)\n\(begin)\n\(end)", "a \(begin)\n\(end)",
            "\(begin)\n\(end)\n\(end)",
        ] {
            #expect(throws: UsageError.self) { try InsertedTable.replaced(in: text, by: "", "f") }
        }
    }
}

extension OneAtATime.ToolTests {
    @Test func aTableIsInsertedIntoAFileUnlessSomethingFails() throws {
        let folder = try TestFolder()
        let tool = FixtureTool(folder)
        let text = "Peers:\n\n\(InsertedTable.begin)\nold\n\(InsertedTable.end)\n\nMore.\n"
        try folder.write(text, "README.md")
        try folder.write("Peers:\n", "other.md")
        let wrong = try tool.run("run", "--filter", "spin", "--insert", "other.md")
        #expect(wrong.status == 64 && wrong.output.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: folder.file("benchmark-results")))
        #expect(try tool.run("run", "--filter", "spin", "--insert", "absent.md").status == 64)
        let failed = try tool.run(
            "run", "--filter", "spin|broken/result", "--rounds", "1", "--insert", "README.md")
        #expect(failed.status == 7)
        #expect(try folder.text("README.md") == text)
        let run = try tool.run("run", "--filter", "spin", "--rounds", "1", "--insert", "README.md")
        #expect(run.status == 0, "\(run.errors)")
        let changed = try folder.text("README.md")
        #expect(changed.hasPrefix("Peers:\n\n\(InsertedTable.begin)\n\n| benchmark | per |"))
        #expect(changed.hasSuffix("\n\n\(InsertedTable.end)\n\nMore.\n"))
        #expect(
            changed.contains("| sound/spin | step |") && !changed.contains("old") && !changed.contains("###"))
    }
}
