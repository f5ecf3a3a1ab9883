// `--log`: what the system's journal is told.

import Foundation
import Testing

@Suite struct EventLogTests {
    private let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        try sandbox.photo("photos/a b/1.jpg")
    }

    private func run(_ arguments: [String]) throws -> CommandRun {
        try CommandRun(arguments + ["--log", "photos"], in: sandbox)
    }

    /// The lines without what differs from machine to machine and time to time.
    private func events(_ run: CommandRun) -> [String] {
        run.errorLines.map { line in
            line.split(separator: " ").filter { word in
                !["version", "jobs", "memory", "seconds", "bytes"].contains { word.hasPrefix("\($0)=") }
            }
            .joined(separator: " ")
        }
    }

    @Test func eachEventIsALineWithItsPriority() throws {
        try sandbox.file("photos/bad/1.jpg", Array("not a photo".utf8))
        let run = try run(["-o", "out"])
        #expect(run.status == 3)
        let events = events(run)
        #expect(events.count == 5)
        #expect(events.first == "<6>event=run")
        #expect(
            events.contains(
                "<6>event=collage status=built folder=\"photos/a b\" output=\"out/photos/a b.jpg\" photos=1 why=\"it was not made before\""
            ))
        #expect(
            events.contains(
                "<6>event=collage status=built folder=photos/bad output=out/photos/bad.jpg photos=1 why=\"it was not made before\""
            ))
        #expect(
            events.contains {
                $0.hasPrefix(
                    "<4>event=photo verdict=failed path=photos/bad/1.jpg reason=unsupported message=\"")
            })
        #expect(
            events.last
                == "<6>event=summary built=2 unchanged=0 failed=0 kept=0 deferred=0 photos=2 ok=1 damaged=0 failed_photos=1 known=0 pruned=0 exit=3"
        )
    }

    @Test func failedCollagesAreWarnings() throws {
        try sandbox.file("photos/bad/.collage.json", Array("{".utf8))
        let events = try events(run(["-o", "out"]))
        #expect(
            events.contains(
                "<4>event=collage status=failed folder=photos/bad output=out/photos/bad.jpg reason=bad-settings"
                    + " message=\"photos/bad/.collage.json: line 1: the “{” is not closed\""))
    }

    @Test func quietLeavesWhatIsWrong() throws {
        #expect(try run(["-o", "out", "--quiet"]).error.isEmpty)
        try sandbox.file("photos/bad/1.jpg")
        let events = try events(run(["-o", "out", "--quiet"]))
        #expect(events.count == 1 && events.allSatisfy { $0.hasPrefix("<4>event=photo verdict=failed") })
    }

    @Test func errorsHaveTheirPriority() throws {
        let wrong = try CommandRun(["--log", "--what", "photos"], in: sandbox)
        #expect(wrong.errorLines == ["<3>collage: unknown option --what; see `collage --help`"])
        let missing = try CommandRun(["--log", "/nowhere"], in: sandbox)
        #expect(missing.error.hasPrefix("<3>collage: can't read (/nowhere)"))
        try sandbox.folder("empty")
        let empty = try CommandRun(["--log", "-o", "out", "empty"], in: sandbox)
        #expect(empty.status == 1)
        #expect(empty.errorLines.count { $0.hasPrefix("<3>collage: no photos in (empty)") } == 1)
        #expect(empty.errorLines.count == 3)
    }

    @Test func aTerminalGetsNeitherABarNorColours() throws {
        // script(1) runs a shell's line on a terminal of its own;.
        let line = "\(CommandRun.command) -o out --log --progress always photos"
        let run = try CommandRun([], in: sandbox, prefix: ["sh", "-c", "script -qec '\(line)' /dev/null"])
        let text = String(decoding: run.output, as: UTF8.self)
        #expect(text.contains("event=summary"))
        #expect(!text.contains("\u{1b}") && !text.contains("["))
    }
}
