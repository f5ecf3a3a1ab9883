// `--config`, `--preset` and `--print-config` with the real command.

import Foundation
import Testing

@Suite struct ConfigTests {
    private let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        try sandbox.photo("photos/a.jpg")
    }

    private func config(_ text: String, _ path: String = "conf/c.json5") throws {
        try sandbox.folder("conf")
        try sandbox.file(path, Array(text.utf8))
    }

    @Test func aFileNamesInputsOutputsAndLook() throws {
        try config(
            """
            // Comments, single quotes, trailing commas, a sign of Windows' editors before all.
            { paths: ['../photos'], output: 'out/sheet.png', report: 'r.jsonl', tile: "40x30",
              exclude: ["b*",], gap: 0, margin: +0, }
            """)
        try sandbox.photo("photos/b.jpg")
        let run = try CommandRun(["--config", "conf/c.json5"], in: sandbox)
        #expect(run.status == 0, "\(run.error)")
        #expect(run.error.isEmpty && run.output.isEmpty)
        #expect(try sandbox.picture("conf/out/sheet.png").size.width == 40)
        #expect(try Report(sandbox.bytes("conf/r.jsonl")).tiles.map(\.source) == ["a.jpg"])
    }

    @Test func aByteOrderMarkIsPassedOver() throws {
        try sandbox.file("c.json", [0xEF, 0xBB, 0xBF] + Array("{\"output\": \"x.png\"}".utf8))
        #expect(try CommandRun(["--config", "c.json", "photos"], in: sandbox).status == 0)
        #expect(sandbox.exists("x.png"))
    }

    @Test func thePresetGoesOverTheFileAndTheCommandLineOverBoth() throws {
        try config(
            "{paths: ['../photos'], output: 'o', tile: '40x30', presets: {web: {format: 'webp', size: '90x80'}}}"
        )
        #expect(try CommandRun(["--config", "conf/c.json5", "--preset", "web"], in: sandbox).status == 0)
        #expect(sandbox.files(in: "conf/o") == ["photos.webp"])
        #expect(try sandbox.picture("conf/o/photos.webp").size.width == 90)
        let run = try CommandRun(
            ["--config", "conf/c.json5", "--preset", "web", "--tile", "50x50", "-o", "x.png"], in: sandbox)
        #expect(run.status == 0, "\(run.error)")
        #expect(try sandbox.picture("x.png").size.width == 50 + 16)
    }

    @Test func printedSettingsAreAFileThatMakesTheSame() throws {
        try config("{paths: ['../photos'], output: 'first.png', tile: '40x30', presets: {p: {gap: 3}}}")
        let printed = try CommandRun(
            ["--config", "conf/c.json5", "--preset", "p", "--print-config", "--margin", "2"], in: sandbox)
        #expect(printed.status == 0 && printed.error.isEmpty)
        #expect(!sandbox.exists("conf/first.png"))
        try sandbox.file("elsewhere.json", printed.output)
        #expect(try CommandRun(["--config", "elsewhere.json"], in: sandbox).status == 0)
        #expect(try sandbox.picture("conf/first.png").size.width == 40 + 4)
        let again = try CommandRun(["--config", "elsewhere.json", "--print-config"], in: sandbox)
        #expect(again.output == printed.output)
    }

    @Test func onlyPrintingLooksAtNoInput() throws {
        let run = try CommandRun(["--print-config", "/nowhere", "--metrics", "/nowhere/m"], in: sandbox)
        #expect(run.status == 0, "\(run.error)")
    }

    @Test(arguments: [
        ("{qualty: 3}", "unknown key \"qualty\" in (c.json5); did you mean \"quality\"?"),
        ("{quality: 'high'}", "\"quality\" in (c.json5): “high” is not a whole number"),
        ("{help: true}", "it is for the command line only"),
        ("{a: 1,\n b: 2\n c: 3}", "--config (c.json5): line 2: a comma is missing"),
        ("[]", "--config (c.json5): a list is not an object"),
        ("", "--config (c.json5): line 1: a value is missing"),
        ("{tile: '9x9', size: '9x9'}", "--tile and --size contradict each other"),
    ])
    func wrongFilesAreRefusedBeforeAnythingIsTouched(_ text: String, _ message: String) throws {
        try sandbox.file("c.json5", Array(text.utf8))
        try sandbox.expectOneLine(2, message, ["--config", "c.json5", "photos"])
        #expect(sandbox.files(in: "").filter { !$0.hasPrefix(".run-") } == ["c.json5", "photos/a.jpg"])
    }

    @Test func filesThatCantBeReadAreRefused() throws {
        try sandbox.expectOneLine(2, "it can't be read", ["--config", "missing", "photos"])
        try sandbox.expectOneLine(2, "no regular file", ["--config", "photos", "photos"])
        mkfifo(sandbox("fifo"), 0o644)
        try sandbox.expectOneLine(2, "no regular file", ["--config", "fifo", "photos"])
        try sandbox.file("large", [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20 + 1))
        try sandbox.expectOneLine(2, "no regular file of at most 1024 KB", ["--config", "large", "photos"])
    }

    @Test func unknownPresetsAreRefusedWithTheNearest() throws {
        try config("{presets: {web: {}, print: {}}}")
        let arguments = ["--config", "conf/c.json5", "photos", "--preset"]
        try sandbox.expectOneLine(
            2, "there is no preset “wbe” in (conf/c.json5); did you mean “web”?", arguments + ["wbe"])
        try sandbox.expectOneLine(2, "there are print, web", arguments + ["something"])
        try sandbox.expectOneLine(2, "--preset (web) needs a file", ["--preset", "web", "photos"])
    }
}
