// The fixture as its users run it: a process, and what it said.
import FoundationEssentials
import Glibc
import Testing

@testable import BenchmarkKit

/// A folder for a test, removed with it.
final class TestFolder {
    let path: String

    init() throws {
        var template = Array("/tmp/benchmark-kit-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { "\(path)/\(name)" }
    func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: file(name))), as: UTF8.self)
    }
    /// An executable: written by another process, since one that another thread is just starting may have our open files
    /// for a moment, and what is open for writing can't be run (ETXTBSY).
    func writeScript(_ text: String, _ name: String) throws -> String {
        let write = #"printf '#!/bin/sh\n%s' "$1" >"$2"; chmod 755 "$2""#
        _ = try ProcessLaunch(
            name: "write", executable: "sh", arguments: ["-euc", write, "sh", text, file(name)]
        ).run()
        return file(name)
    }
    func write(_ text: String, _ name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: file(name)))
    }
}

/// Runs the fixture in a folder.
struct FixtureTool {
    let folder: TestFolder

    init(_ folder: TestFolder) { self.folder = folder }

    struct Result {
        var status: Int32
        var output: String
        var errors: String
    }

    /// Beside the test's executable.
    static let executable: String = {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        // `swift test` runs a helper of the toolchain; the bundle is named in its arguments then.
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? own
        return bundle[..<(bundle.lastIndex(of: "/") ?? bundle.startIndex)] + "/BenchmarkFixture"
    }()

    /// An executable that is the fixture with these variables, whatever ours are.
    func variant(_ variables: [String: String], _ name: String) throws -> String {
        let settings = variables.map { "export \($0.key)=\($0.value)\n" }.joined()
        let others = "unset FIXTURE_SPIN FIXTURE_ALLOCATIONS FIXTURE_OTHER_NAME FIXTURE_INEXACT\n"
        return try folder.writeScript("\(others)\(settings)exec \(Self.executable) \"$@\"\n", name)
    }

    /// Measuring commands get `--allow-debug`, since tests are debug builds.
    func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Result {
        try run(arguments, environment: environment)
    }

    func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Result {
        let isMeasuring = ["run", "check", "baseline", "selftest", "profile"].contains(arguments.first)
        return try runExactly(arguments + (isMeasuring ? ["--allow-debug"] : []), environment: environment)
    }

    /// - Parameter launcher: words that stand before it.
    func runExactly(
        _ arguments: [String], environment: [String: String] = [:], executable: String = Self.executable,
        launcher: [String] = []
    ) throws -> Result {
        let script = #"cd "$1"; shift; exec "$@" >out 2>err"#
        let launch = ProcessLaunch(
            name: "fixture", executable: "sh",
            arguments: ["-c", script, "sh", folder.path] + launcher + [executable] + arguments,
            environment: environment.merging(["XDG_CACHE_HOME": folder.file("cache")]) { one, _ in one })
        let status = try Self.status(launch)
        return Result(status: status, output: try folder.text("out"), errors: try folder.text("err"))
    }

    private static func status(_ launch: ProcessLaunch) throws(BenchmarkError) -> Int32 {
        do {
            _ = try launch.run()
            return 0
        } catch {
            guard case .failed(_, .status(let status), _) = error else { throw error }
            return status
        }
    }

    func verdict() throws -> CheckRecord {
        let data = try Data(contentsOf: URL(filePath: folder.file("benchmark-results/verdict.json")))
        return try JSONDecoder().decode(CheckRecord.self, from: data)
    }

    func record() throws -> RunRecord { try RecordFile.readRun(folder.file("benchmark-results/run.json")) }
}
