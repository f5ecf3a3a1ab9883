// Running the real command, as a user would, and reading what it says.

import Foundation

/// What a run of the command left behind.
struct CommandRun {
    let status: Int32
    let output: [UInt8]
    let error: String

    /// The folder of the tests' executable, where the command is too.
    static let folder =
        (try! FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") as NSString)
        .deletingLastPathComponent
    static let command = folder + "/collage"

    /// Runs the command to its end.
    ///
    /// - Parameter prefix: a command that runs the command, `setpriv` for instance.
    init(
        _ arguments: [String], in sandbox: Sandbox, environment: [String: String] = [:], input: [UInt8] = [],
        prefix: [String] = []
    ) throws {
        let running = try RunningCommand(
            arguments, in: sandbox, environment: environment, input: input, prefix: prefix)
        self = running.wait()
    }

    fileprivate init(status: Int32, output: [UInt8], error: String) {
        self.status = status
        self.output = output
        self.error = error
    }

    /// The lines of standard error.
    var errorLines: [String] { error.split(separator: "\n").map(String.init) }
}

/// The command while it runs.
final class RunningCommand {
    private let process = Process()
    private let input = Pipe()
    private let output: URL
    private let error: URL

    var id: pid_t { process.processIdentifier }

    init(
        _ arguments: [String], in sandbox: Sandbox, environment: [String: String] = [:],
        input bytes: [UInt8] = [],
        prefix: [String] = [], makingFIFO fifo: String? = nil
    ) throws {
        if let fifo { mkfifo(sandbox(fifo), 0o644) }
        let words = prefix + [CommandRun.command] + arguments
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        process.currentDirectoryURL = URL(fileURLWithPath: sandbox.path)
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let name = sandbox(".run-\(UUID().uuidString)")
        (output, error) = (URL(fileURLWithPath: name + ".out"), URL(fileURLWithPath: name + ".err"))
        for file in [output, error] { _ = FileManager.default.createFile(atPath: file.path, contents: nil) }
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: error)
        process.standardInput = input
        try process.run()
        input.fileHandleForWriting.write(Data(bytes))
        try? input.fileHandleForWriting.close()
    }

    func signal(_ number: Int32) { kill(id, number) }

    /// Waits until the command itself waits for something with its signals blocked (proc(5): state S, SigBlk).
    func waitUntilItSleeps() {
        while process.isRunning {
            let status = (try? String(contentsOfFile: "/proc/\(id)/status", encoding: .isoLatin1)) ?? ""
            func field(_ name: String) -> Substring? {
                status.split(separator: "\n").first { $0.hasPrefix(name + ":") }?.split(separator: "\t").last
            }
            let blocked = field("SigBlk").flatMap { UInt64($0, radix: 16) } ?? 0
            if field("State")?.hasPrefix("S") == true, blocked & (1 << UInt64(SIGTERM - 1)) != 0 { return }
            usleep(2000)
        }
    }

    var isRunning: Bool { process.isRunning }

    /// Waits until something is so, or the command ends.
    func waitUntil(_ condition: (RunningCommand) -> Bool) {
        while process.isRunning, !condition(self) { usleep(2000) }
    }

    /// The paths of the files that the command has open.
    var openFiles: Set<String> {
        let folder = "/proc/\(id)/fd"
        let numbers = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return Set(
            numbers.compactMap {
                try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
            })
    }

    func wait() -> CommandRun {
        process.waitUntilExit()
        let text = { (url: URL) in Array((try? Data(contentsOf: url)) ?? Data()) }
        return CommandRun(
            status: process.terminationReason == .exit
                ? process.terminationStatus : -process.terminationStatus,
            output: text(output), error: String(decoding: text(error), as: UTF8.self))
    }

    /// Lets workers that are stopped go on, until the run ends.
    func waitResumingWorkers() -> CommandRun {
        while process.isRunning {
            for worker in workers where Self.state(of: worker) == "T" { kill(worker, SIGCONT) }
            usleep(2000)
        }
        return wait()
    }

    /// The worker processes of this run, alive or stopped.
    var workers: [pid_t] {
        let all =
            (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap { pid_t($0) } ?? []
        return all.filter { process in
            guard let line = try? Data(contentsOf: URL(fileURLWithPath: "/proc/\(process)/cmdline")) else {
                return false
            }
            return String(decoding: line, as: UTF8.self).contains("--parent=\(id)\0")
        }
    }

    /// Whether a process is there, and not only waits to be reaped.
    static func isAlive(_ process: pid_t) -> Bool {
        guard let state = state(of: process) else { return false }
        return state != "Z" && state != "X"
    }

    /// Waits until a process that was stopped is so no more.
    func waitUntilItRuns(_ worker: pid_t) {
        while process.isRunning, Self.state(of: worker) == "T" { usleep(1000) }
    }

    private static func state(of process: pid_t) -> Substring? {
        let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .isoLatin1)
        return text?.split(separator: ")").last?.split(separator: " ").first
    }

    /// Waits until one of the workers is stopped (state T), and gives its process id; nil if the run ends before.
    func waitForStoppedWorker() -> pid_t? {
        while process.isRunning {
            for worker in workers {
                if Self.state(of: worker) == "T" { return worker }
            }
            usleep(2000)
        }
        return nil
    }
}

/// The report of a run.
struct Report {
    let lines: [[String: Any]]

    init(_ bytes: [UInt8]) throws {
        lines = try bytes.split(separator: UInt8(ascii: "\n")).map {
            try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any] ?? [:]
        }
    }

    var collages: [[String: Any]] { lines.filter { $0["kind"] as? String == "collage" } }
    var summary: [String: Any] { lines.last { $0["kind"] as? String == "summary" } ?? [:] }
    /// The tiles of all collages.
    var tiles: [Tile] { collages.flatMap { ($0["tiles"] as? [[String: Any]] ?? []).map(Tile.init) } }
    /// What was left out, as path and reason.
    var skipped: [String: String] {
        var skipped: [String: String] = [:]
        for line in lines {
            for entry in line["skipped"] as? [[String: String]] ?? [] {
                skipped[entry["source"] ?? ""] = entry["reason"]
            }
        }
        return skipped
    }

    struct Tile {
        let fields: [String: Any]
        var source: String { fields["source"] as? String ?? "" }
        var verdict: String { fields["verdict"] as? String ?? "" }
        var reason: String? { fields["reason"] as? String }
    }
}

extension [String: Any] {
    func text(_ key: String) -> String? { self[key] as? String }
    func number(_ key: String) -> Int? { (self[key] as? NSNumber)?.intValue }
}
