// The table of troublesome photos, where its folder is given with COLLAGE_CASES.

import Foundation
import Layout
import Testing

@Suite struct CaseTableTests {
    /// A row of `cases.tsv`: a file, and what must come of it.
    private struct Row {
        let fields: [String: String]

        var file: String { fields["file"]! }
        var verdict: String { fields["verdict"]! }
        var reason: String? { fields["reason"].flatMap { $0 == "-" || $0 == "*" ? nil : $0 } }
        /// The colours of the four quadrants, where they are given.
        var colours: [RGBColour?] {
            ["top_left", "top_right", "bottom_left", "bottom_right"].map { column in
                UInt32(fields[column]!, radix: 16).map {
                    RGBColour(red: UInt8($0 >> 16), green: UInt8($0 >> 8 & 0xFF), blue: UInt8($0 & 0xFF))
                }
            }
        }
    }

    private static let folder = ProcessInfo.processInfo.environment["COLLAGE_CASES"]

    private func rows(in folder: String) throws -> [Row] {
        let lines = try String(contentsOfFile: folder + "/cases.tsv", encoding: .utf8).split(separator: "\n")
        let columns = lines[0].split(separator: "\t").map(String.init)
        return lines.dropFirst().map { line in
            let values = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            return Row(fields: Dictionary(uniqueKeysWithValues: zip(columns, values)))
        }
    }

    @Test(.enabled(if: folder != nil, "COLLAGE_CASES names no folder"))
    func everyCaseComesOutAsItsRowSays() throws {
        let folder = try #require(Self.folder)
        let sandbox = try Sandbox()
        let run = try CommandRun(
            [
                "-o", "sheet.png", "--tile", "480x320", "--gap", "0", "--margin", "0", "--no-recursive",
                "--report", "r", folder,
            ], in: sandbox)
        #expect(run.status == 3)
        #expect(run.errorLines.count == 1)
        let report = try Report(sandbox.bytes("r"))
        let tiles = Dictionary(uniqueKeysWithValues: report.tiles.map { ($0.source, $0) })
        let picture = try sandbox.picture("sheet.png")
        let rows = try rows(in: folder)
        #expect(rows.count > 30)
        for row in rows {
            if row.verdict == "skipped" {
                #expect(report.skipped[row.file] == row.reason, "\(row.file)")
                continue
            }
            guard let tile = tiles[row.file] else {
                Issue.record("\(row.file) is not in the report")
                continue
            }
            #expect(tile.verdict == row.verdict, "\(row.file)")
            if let reason = row.reason { #expect(tile.reason == reason, "\(row.file)") }
            let rect = tile.fields
            let (x, y) = (rect.number("x")!, rect.number("y")!)
            let (width, height) = (rect.number("width")!, rect.number("height")!)
            let points = [(1, 1), (3, 1), (1, 3), (3, 3)].map { (x + width * $0 / 4, y + height * $1 / 4) }
            for (point, colour) in zip(points, row.colours) {
                guard let colour else { continue }
                let radius = max(0, min(width, height) / 32)
                #expect(
                    picture.shows(colour, x: point.0, y: point.1, radius: radius), "\(row.file) at \(point)")
            }
        }
    }

    @Test(.enabled(if: folder != nil, "COLLAGE_CASES names no folder"))
    func everyNameIsANameLikeAnyOther() throws {
        let folder = try #require(Self.folder) + "/names"
        let sandbox = try Sandbox()
        let run = try CommandRun(["-o", "out", "--report", "r", folder], in: sandbox)
        #expect(run.status == 0)
        let count = try FileManager.default.contentsOfDirectory(atPath: folder).count
        let verdicts = try Report(sandbox.bytes("r")).tiles.map(\.verdict)
        #expect(verdicts == Array(repeating: "ok", count: count))
    }
}
