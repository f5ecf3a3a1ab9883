// `--metrics` with the real command.

import Foundation
import Testing

@Suite struct MetricsTests {
    private let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        try sandbox.photo("photos/1.jpg")
    }

    private func metrics(_ path: String = "m.prom") throws -> [String: Double] {
        let lines = String(decoding: try sandbox.bytes(path), as: UTF8.self).split(separator: "\n")
        return lines.filter { !$0.hasPrefix("#") }.reduce(into: [:]) { all, line in
            let parts = line.split(separator: " ")
            all[String(parts[0])] = Double(parts[1])
        }
    }

    @Test func theyAreThoseOfTheReport() throws {
        try sandbox.file("photos/2.jpg", Array("not a photo".utf8))
        let run = try CommandRun(
            ["-o", "out", "--report", "r", "--metrics", "m.prom", "photos"], in: sandbox)
        #expect(run.status == 3)
        let (metrics, summary) = (try metrics(), try Report(sandbox.bytes("r")).summary)
        let peak = summary["peakMemory"] as? [String: Any] ?? [:]
        for (name, value) in [
            ("collage_exit_status", summary.number("exit")),
            ("collage_collages{status=\"built\"}", summary.number("built")),
            ("collage_collages{status=\"failed\"}", summary.number("failed")),
            ("collage_photos{verdict=\"ok\"}", summary.number("ok")),
            ("collage_photos{verdict=\"failed\"}", summary.number("failedPhotos")),
            ("collage_photos_known", summary.number("known")),
            ("collage_peak_memory_bytes{process=\"coordinator\"}", peak.number("coordinator")),
            ("collage_peak_memory_bytes{process=\"workers\"}", peak.number("workers")),
        ] {
            #expect(metrics[name].map { Int($0) } == value, "\(name)")
        }
        #expect(metrics["collage_run_duration_seconds"] == summary["seconds"] as? Double)
        #expect(metrics["collage_photos{verdict=\"ok\"}"] == 1)
        #expect(metrics["collage_photos{verdict=\"failed\"}"] == 1)
        let started = try #require(Report(sandbox.bytes("r")).lines.first?.text("started"))
        let date = ISO8601DateFormatter().date(from: started)
        #expect(metrics["collage_run_start_timestamp_seconds"] == date?.timeIntervalSince1970)
    }

    @Test func theyReplaceThoseOfTheRunBeforeAndLeaveNothingBeside() throws {
        try sandbox.folder("node")
        for _ in 0..<2 {
            #expect(
                try CommandRun(["-o", "out", "--metrics", "node/m.prom", "photos"], in: sandbox).status == 0)
        }
        #expect(sandbox.files(in: "node") == ["m.prom"])
        let mode = try FileManager.default.attributesOfItem(atPath: sandbox("node/m.prom"))[.posixPermissions]
        let mask = umask(0)
        umask(mask)
        #expect(mode as? Int == 0o666 & ~Int(mask))
    }

    @Test func theyTellOfRunsThatEndWithAFault() throws {
        let options = ["--metrics", "m.prom", "photos", "-o"]
        #expect(try CommandRun(options + ["/proc/out"], in: sandbox).status == 1)
        #expect(try metrics()["collage_exit_status"] == 1)
        #expect(try CommandRun(["--metrics", "m.prom", "/nowhere"], in: sandbox).status == 2)
        #expect(try metrics()["collage_exit_status"] == 2)
    }

    @Test func thatTheyCantBeWrittenIsToldOnceTheCollagesAreMade() throws {
        try sandbox.folder("locked")
        chmod(sandbox("locked"), 0o555)
        let run = try CommandRun(
            ["-o", "out", "--report", "r", "--metrics", "locked/m.prom", "photos"], in: sandbox,
            prefix: Privileges.withoutPowers)
        #expect(run.status == 1)
        #expect(run.errorLines.count == 1 && run.error.contains("can't write the metrics (locked/m.prom)"))
        #expect(sandbox.files(in: "out") == ["photos.jpg"])
        #expect(try Report(sandbox.bytes("r")).summary.number("exit") == 1)
    }

    @Test func theyTellOfRunsThatAreStopped() throws {
        let running = try RunningCommand(
            ["--metrics", "m.prom", "--files-from", "list"], in: sandbox, makingFIFO: "list")
        let reader = open(sandbox("list"), O_WRONLY)
        defer { close(reader) }
        running.waitUntilItSleeps()
        running.signal(SIGTERM)
        #expect(running.wait().status == 75)
        #expect(try metrics()["collage_exit_status"] == 75)
    }

    @Test func aDryRunWritesNone() throws {
        #expect(try CommandRun(["--dry-run", "--metrics", "m.prom", "photos"], in: sandbox).status == 0)
        #expect(!sandbox.exists("m.prom"))
    }

    @Test func whatIsNoFileOfOursIsLeftAlone() throws {
        try sandbox.file("notes.prom", Array("# HELP other_metric\n".utf8))
        mkfifo(sandbox("fifo"), 0o644)
        for (path, text) in [
            ("notes.prom", "has no metrics"), ("fifo", "has no metrics"), ("photos", "has no metrics"),
            ("/nowhere/m.prom", "there is no folder /nowhere"), ("-", "is no file"), ("", "is no file"),
        ] {
            try sandbox.expectOneLine(2, text, ["-o", "out", "--metrics", path, "photos"])
        }
        try sandbox.expectOneLine(
            2, "another output's file", ["--report", "x", "--metrics", "./x", "photos"])
        try sandbox.expectOneLine(
            2, "another output's file", ["-o", "x.png", "--metrics", "x.png", "photos"])
        #expect(String(decoding: try sandbox.bytes("notes.prom"), as: UTF8.self) == "# HELP other_metric\n")
        #expect(!sandbox.exists("out"))
    }
}
