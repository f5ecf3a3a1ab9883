// A folder of broken files of every format: the run ends by itself, accounts for each, and says so in its own words.

import Foundation
import SamplePhotos
import Testing

@Suite struct HostileFolderTests {
    let sandbox: Sandbox
    init() throws { sandbox = try Sandbox() }

    /// Printed, and read from `COLLAGE_SEED`: other seeds make other files.
    private static let seed = getenv("COLLAGE_SEED").flatMap { UInt64(String(cString: $0)) } ?? 1

    @Test func everyFileIsAccountedForOnce() throws {
        print("everyFileIsAccountedForOnce: COLLAGE_SEED=\(Self.seed)")
        let count = 1500
        try sandbox.folder("hostile")
        try HostilePhotos.write(count: count, seed: Self.seed, into: sandbox("hostile"), kind: .damaged)
        let run = try CommandRun(["-o", "out", "--tile", "64x48", "--report", "r", "hostile"], in: sandbox)
        #expect(run.status == 3)
        #expect(run.errorLines.count == 1 && run.error.hasPrefix("collage: "))
        #expect(run.output.isEmpty)

        let report = try Report(sandbox.bytes("r"))
        #expect(report.tiles.count == count)
        #expect(Set(report.tiles.map(\.source)).count == count)
        let verdicts = Dictionary(grouping: report.tiles, by: \.verdict).mapValues(\.count)
        #expect(Set(verdicts.keys) == ["ok", "damaged", "failed"])
        for (verdict, field) in [("ok", "ok"), ("damaged", "damaged"), ("failed", "failedPhotos")] {
            #expect(report.summary.number(field) == verdicts[verdict])
        }
        for tile in report.tiles where tile.verdict != "ok" {
            #expect(tile.reason != nil, "\(tile.fields)")
            #expect(tile.fields.text("message")?.isEmpty == false, "\(tile.fields)")
            #expect(tile.fields.text("message")?.contains("\n") == false)
        }
        #expect(report.collages.allSatisfy { $0.text("status") == "built" })
        #expect(sandbox.files(in: "out").count == report.collages.count)
    }

    @Test func soundOnesOfEveryFormatAreSound() throws {
        try sandbox.folder("sound")
        let count = HostilePhotos.pictures.count
        try HostilePhotos.write(count: count, into: sandbox("sound"), kind: .sound)
        let run = try CommandRun(["-o", "out", "--report", "r", "sound"], in: sandbox)
        #expect(run.status == 0, "\(run.error)")
        #expect(try Report(sandbox.bytes("r")).summary.number("ok") == count)
    }
}
