// The examples of docs/: what they start is understood, by systemd and by the command.

import Foundation
import Testing

@Suite struct CronExampleTests {
    private static let docs = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../docs").standardizedFileURL.path
    private static let unit = docs + "/systemd/collage.service"
    private static let timer = docs + "/systemd/collage.timer"

    private func lines(_ path: String) throws -> [String] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
            .filter { !$0.hasPrefix("#") }
    }

    private func value(_ key: String, in path: String) throws -> String {
        let line = try lines(path).first { $0.hasPrefix(key + "=") }
        return String(try #require(line, "\(key)").dropFirst(key.count + 1))
    }

    /// What the documented words come to, with the example of a configuration in the documented one's place.
    private func effective(_ words: [String], _ more: [String] = []) throws -> [String: Any] {
        let command = try #require(words.firstIndex { $0 == "collage" || $0.hasSuffix("/collage") })
        let arguments = words[(command + 1)...].map {
            $0 == "/etc/collage.json5" ? Self.docs + "/collage.json5" : $0
        }
        #expect(arguments.contains(Self.docs + "/collage.json5"))
        let run = try CommandRun(arguments + ["--print-config"] + more, in: Sandbox())
        #expect(run.status == 0, "\(run.error)")
        return try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any] ?? [:]
    }

    private func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

    @Test func theServiceStartsWhatTheCommandUnderstands() throws {
        let settings = try effective(words(value("ExecStart", in: Self.unit)))
        #expect(settings["log"] as? Bool == true)
        #expect(settings["paths"] as? [String] == ["/srv/photos"])
        // What it writes to is what the service may write to.
        #expect(try settings["output"] as? String == value("ReadWritePaths", in: Self.unit))
        let state = try "/var/lib/" + value("StateDirectory", in: Self.unit) + "/"
        #expect(settings.text("metrics")?.hasPrefix(state) == true)
        #expect(settings.text("report")?.hasPrefix(state) == true)
        #expect(try value("SuccessExitStatus", in: Self.unit) == "3 75")
    }

    @Test func cronsLineIsUnderstoodAndSilent() throws {
        let line = try #require(lines(Self.docs + "/crontab").last)
        let settings = try effective(words(line))
        #expect(settings["log"] as? Bool == false)
        #expect(settings["verbose"] as? Bool == false)
    }

    @Test(arguments: ["web", "overview"])
    func thePresetsOfTheExampleAreRight(preset: String) throws {
        let settings = try effective(
            ["collage", "--config", "/etc/collage.json5"], ["--preset", preset])
        #expect(settings.text("output")?.hasPrefix("/srv/sheets/") == true)
    }

    private static let systemd = ["/usr/bin/systemd-analyze", "/bin/systemd-analyze"]
        .first(where: FileManager.default.isExecutableFile)

    /// With the built command in the installed one's place, since systemd looks whether it is there.
    @Test(.enabled(if: systemd != nil, "systemd-analyze is not installed"))
    func systemdFindsNoFaultInTheUnits() throws {
        let sandbox = try Sandbox()
        let installed = try words(value("ExecStart", in: Self.unit))[0]
        let service = try String(contentsOfFile: Self.unit, encoding: .utf8)
            .replacingOccurrences(of: installed, with: CommandRun.command)
        try sandbox.file("collage.service", Array(service.utf8))
        try FileManager.default.copyItem(atPath: Self.timer, toPath: sandbox("collage.timer"))
        for unit in ["collage.service", "collage.timer"] {
            let process = Process()
            let said = Pipe()
            process.executableURL = URL(fileURLWithPath: try #require(Self.systemd))
            process.arguments = ["verify", sandbox(unit)]
            process.standardError = said
            try process.run()
            let text = String(decoding: said.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(process.terminationStatus == 0, "\(text)")
            // Settings that are not known are told, and are no failure.
            #expect(!text.contains(unit), "\(text)")
        }
    }
}
