// How options from several sources go over each other: values alone, no file is read.

import Collage
import Layout
import Testing

@testable import CollageCommand

@Suite struct OptionLayerTests {
    private func layer(_ arguments: String...) throws -> OptionLayer {
        try OptionLayer(parsing: arguments.map { RawPath($0) })
    }

    private func file(_ values: [String: SettingsValue], _ path: RawPath = "/etc/collage.json5") throws
        -> ConfigFile
    {
        try ConfigFile(values, path: path)
    }

    private func complaint(_ values: [String: SettingsValue]) -> String? {
        do throws(UsageError) {
            _ = try ConfigFile(values, path: "/c").layer(preset: nil)
            return nil
        } catch {
            return error.message
        }
    }

    @Test func theCommandLineGoesOverThePresetOverTheFileOverTheDefaults() throws {
        let config = try file([
            "quality": .number("1"), "gap": .number("1"), "margin": .number("1"),
            "presets": .table(["p": .table(["quality": .number("2"), "gap": .number("2")])]),
        ])
        let options = try layer("--quality", "3").over(config.layer(preset: "p").over(.defaults)).options
        #expect(options.quality == 3)
        #expect(options.spacing == Spacing(gap: 2, margin: 1))
        #expect(options.tile == GridLayout.preferredTile)
    }

    @Test func theFileChoosesAPresetUnlessTheCommandLineDoes() throws {
        let presets = SettingsValue.table([
            "a": .table(["quality": .number("1")]), "b": .table(["quality": .number("2")]),
        ])
        let config = try file(["preset": .text("a"), "presets": presets])
        #expect(try config.layer(preset: nil).options.quality == 1)
        #expect(try config.layer(preset: "b").options.quality == 2)
    }

    /// A lower layer's options, what goes over them, and what is left of both.
    @Test(arguments: [
        (["--tile", "9x9"], ["--size", "99x99"], ["size"]),
        (["--size", "99x99"], ["--tile", "9x9"], ["tile"]),
        (["--columns", "3"], ["--layout", "neue"], ["layout"]),
        (["--layout", "neue"], ["--columns", "3"], ["columns"]),
        (["--layout", "neue"], ["--per-page", "50"], ["per-page"]),
        (["--format", "png"], ["-o", "a.webp"], ["output"]),
        (["-o", "a.webp"], ["--format", "png"], ["format"]),
        (["--files-from", "l", "--null"], ["photos"], ["paths"]),
        (["photos"], ["--files-from", "l", "--null"], ["files-from", "null"]),
        (["--report", "-"], ["-o", "-"], ["output"]),
        (["--verbose"], ["--quiet"], ["quiet"]),
        (["--layout", "neue", "--per-page", "5"], ["--fit", "smart"], ["fit", "layout", "per-page"]),
    ])
    func whatContradictsAHigherLayerIsOutOfForce(
        _ lower: [String], _ higher: [String], _ left: [String]
    ) throws {
        let both = try OptionLayer(parsing: higher.map { RawPath($0) })
            .over(OptionLayer(parsing: lower.map { RawPath($0) }))
        #expect(both.values.keys.sorted() == left)
        try both.check()
    }

    @Test func contradictionsInOneLayerAreErrors() throws {
        #expect(throws: UsageError.self) { try layer("--tile", "9x9", "--size", "9x9").check() }
        #expect(
            complaint(["tile": .text("9x9"), "size": .text("9x9")])
                == "options in (/c): --tile and --size contradict each other; use one")
        #expect(
            complaint(["presets": .table(["p": .table(["quiet": .flag(true), "verbose": .flag(true)])])])?
                .hasPrefix("options of preset \"p\" in (/c): --quiet and --verbose") == true)
    }

    @Test func theDefaultsContradictNothing() throws {
        try OptionLayer.defaults.check()
        for arguments in [
            ["--size", "9x9"], ["--layout", "neue"], ["-o", "a.png"], ["--files-from", "l"],
        ] {
            try OptionLayer(parsing: arguments.map { RawPath($0) }).over(.defaults).check()
        }
    }

    @Test func excludeAddsUpAndPathsReplace() throws {
        let config = try file([
            "exclude": .list([.text("a")]), "paths": .list([.text("x"), .text("/y")]),
            "presets": .table(["p": .table(["exclude": .text("b")])]),
        ])
        let lower = try config.layer(preset: "p")
        #expect(lower.options.paths == ["/etc/x", "/y"])
        let both = try layer("--exclude", "c", "z").over(lower).options
        #expect(both.exclude == ["a", "b", "c"])
        #expect(both.paths == ["z"])
    }

    @Test func aFlagCanBeTurnedOffByWhatIsHigher() throws {
        let config = try file([
            "reverse": .flag(true), "log": .flag(true),
            "presets": .table(["p": .table(["log": .flag(false)])]),
        ])
        #expect(try config.layer(preset: nil).options.isLog)
        #expect(try !config.layer(preset: "p").options.isLog)
        #expect(try !layer("--reverse=false").over(config.layer(preset: nil)).options.choice.isReversed)
        #expect(try layer("--reverse=true").options.choice.isReversed)
    }

    @Test func twoDashesAloneNameNoPaths() throws {
        let config = try file(["paths": .list([.text("/x")])])
        #expect(try layer("--").over(config.layer(preset: nil)).options.paths == ["/x"])
    }

    @Test func pathsInAFileAreRelativeToItsFolder() throws {
        let config = try file(
            [
                "output": .text("out"), "report": .text("-"), "metrics": .text("/m"),
                "files-from": .text("a/l"),
            ],
            "conf/c.json5")
        let options = try config.layer(preset: nil).options
        #expect(options.output == "conf/out")
        #expect(options.report == "-")
        #expect(options.metrics == "/m")
        #expect(options.list == "conf/a/l")
    }

    @Test(arguments: [
        (#"{qualty: 3}"#, #"unknown key "qualty" in (/c); did you mean "quality"?"#),
        (#"{prests: {}}"#, #"unknown key "prests" in (/c); did you mean "presets"?"#),
        (#"{quality: 0}"#, #""quality" in (/c): “0” is not a whole number from 1 to 100"#),
        (#"{quality: true}"#, #""quality" in (/c): true is not a text or a number"#),
        (#"{quality: null}"#, #""quality" in (/c): null is not a text or a number"#),
        (#"{reverse: "yes"}"#, #""reverse" in (/c): “yes” is not true or false"#),
        (#"{exclude: {}}"#, #""exclude" in (/c): an object is not a list of texts"#),
        (#"{tile: ["9x9"]}"#, #""tile" in (/c): a list is not a text or a number"#),
        (#"{"dry-run": true}"#, #""dry-run" in (/c): it is for the command line only; take it out"#),
        (#"{preset: 3}"#, #""preset" in (/c): 3 is not a text"#),
        (#"{preset: "web"}"#, #"there is no preset “web” in (/c); it has none"#),
        (#"{presets: []}"#, #""presets" in (/c): a list is not an object"#),
        (#"{presets: {p: null}}"#, #""p" of presets in (/c): null is not an object"#),
        (#"{presets: {p: {qualty: 3}}}"#, #"unknown key "qualty" of preset "p" in (/c); did you mean"#),
        (
            #"{presets: {p: {preset: "q"}}}"#,
            #""preset" of preset "p" in (/c): it is for the command line only"#
        ),
        (
            #"{presets: {p: {fit: "covr"}}}"#,
            #""fit" of preset "p" in (/c): “covr” is none of contain, cover, smart; did"#
        ),
    ])
    func whatIsWrongInAFileIsToldWithFileAndKey(_ json: String, _ text: String) throws {
        let complaint = try complaint(SettingsFile.values(in: Array(json.utf8))) ?? "nothing"
        #expect(complaint.hasPrefix(text), "\(complaint)")
    }

    @Test func aZeroByteIsInNoPath() {
        #expect(complaint(["output": .text("a\0b")]) == "\"output\" in (/c): a zero byte can't be in it")
    }

    @Test func optionsForTheCommandLineAloneAreRefusedInFiles() {
        for name in ["config", "print-config", "dry-run", "help", "version"] {
            #expect(complaint([name: .flag(true)])?.hasSuffix("take it out") == true, "\(name)")
        }
    }

    @Test func whatIsPrintedComesToTheSameWhenItIsRead() throws {
        let layers = try [
            layer(
                "--quality", "7", "-o", "a/b.png", "--exclude", "x", "--reverse", "p", "/q", "--size", "9x9"),
            layer("--layout", "neue", "--fit", "smart", "--memory", "64M", "--timeout", "0.5"),
            layer("--files-from", "-", "--null", "--report", "-"),
        ]
        for given in layers {
            let effective = given.over(.defaults)
            let text = try PrintedConfig.text(effective, in: "/place")
            let read = try file(SettingsFile.values(in: Array(text.utf8)))
            let again = try read.layer(preset: nil).over(.defaults)
            #expect(try PrintedConfig.text(again, in: "/elsewhere") == text)
        }
    }

    @Test func whatIsPrintedHasAbsolutePathsNumbersAndSortedKeys() throws {
        let text = try PrintedConfig.text(
            layer("-o", "./a", "--timeout", "0.5", "p").over(.defaults), in: "/place")
        let values = try SettingsFile.values(in: Array(text.utf8))
        #expect(values["output"] == .text("/place/a"))
        #expect(values["paths"] == .list([.text("/place/p")]))
        #expect(values["timeout"] == .number("0.5"))
        #expect(values["quality"] == .number("85"))
        #expect(values["reverse"] == .flag(false))
        #expect(values["jobs"] == nil)
        let keys = text.split(separator: "\n").filter { $0.hasPrefix("  \"") }
        #expect(keys.map(String.init) == keys.map(String.init).sorted())
    }

    @Test func whatTheCommandLineSaysIsFixedForFolders() throws {
        #expect(try layer().fixed.isEmpty)
        #expect(try layer("--layout", "grid").fixed == [.layout])
        #expect(try layer("--columns", "3").fixed == [.layout])
        #expect(try layer("--sort", "date", "--limit", "1").fixed == [.sort, .limit])
    }

    @Test func defaultsAreThoseOfTheEngine() throws {
        let told = try OptionLayer.defaults.options.settings()
        let engine = RenderSettings()
        #expect(told.target == engine.target)
        #expect(told.format == engine.format)
        #expect(told.quality == engine.quality)
        #expect(told.grouping == engine.grouping)
        #expect(told.collage == engine.collage)
        #expect(told.background == engine.background)
        #expect(told.timeout == engine.timeout)
        #expect(told.stall == engine.stall)
        #expect(told.maxPixels == engine.maxPixels)
        #expect(told.onError == engine.onError)
        #expect(told.progress == engine.progress)
    }
}
