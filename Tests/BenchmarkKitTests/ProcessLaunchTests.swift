// Starting real processes.
import Glibc
import Testing

@testable import BenchmarkKit

@Suite struct ProcessLaunchTests {
    private func shell(_ script: String, in folder: String? = nil, environment: [String: String] = [:])
        -> ProcessLaunch
    {
        ProcessLaunch(
            name: "test", executable: "sh", arguments: ["-c", script], workingDirectory: folder,
            environment: environment)
    }

    @Test func failureIsAnErrorWithItsLastLine() {
        #expect(
            throws: BenchmarkError.failed(
                command: "test", ending: .status(3), lastErrorLine: "the reason")
        ) {
            try shell("echo first >&2; echo the reason >&2; exit 3").run()
        }
        #expect(throws: BenchmarkError.failed(command: "test", ending: .signal(9), lastErrorLine: nil)) {
            try shell("kill -9 $$").run()
        }
    }

    @Test func missingExecutableIsNotStarted() {
        let command = ProcessLaunch(name: "none", executable: "/nowhere/at/all", arguments: [])
        #expect(throws: BenchmarkError.notStarted(command: "none", errno: ENOENT)) { try command.run() }
    }

    @Test func runsInItsFolderWithItsVariables() throws {
        let check = #"[ "$(pwd)" = / ] && [ "$KIT_TEST" = "a b" ] && [ -n "$PATH" ]"#
        _ = try shell(check, in: "/", environment: ["KIT_TEST": "a b"]).run()
        #expect(throws: BenchmarkError.self) { try shell("true", in: "/nowhere/at/all").run() }
    }

    @Test func variablesReplaceOurs() throws {
        let path = "/bin:/usr/bin:/nowhere"
        let count = #"$(tr '\0' '\n' < /proc/$$/environ | grep -c ^PATH=)"#
        _ = try shell(#"[ "$PATH" = \#(path) ] && [ "\#(count)" = 1 ]"#, environment: ["PATH": path]).run()
    }

    /// Whatever numbers its descriptors have here: the lowest that are free, so that some are 3.
    @Test func errorsAreNoPartOfAReport() throws {
        #expect(
            try shell("echo error >&2; echo report >&3").run(reportDescriptor: 3) == Array("report\n".utf8))
        for wanted in 4..<10 as Range<Int32> {
            let script = "echo error >&2; echo report >&\(wanted)"
            let launch = ProcessLaunch(name: "test", executable: "bash", arguments: ["-c", script])
            #expect(try launch.run(reportDescriptor: wanted) == Array("report\n".utf8), "\(wanted)")
        }
    }

    @Test func whatDoesNotReportInTimeIsKilled() throws {
        var launch = shell("echo some >&3; exec sleep 60")
        launch.timeLimit = 0.2
        #expect(throws: BenchmarkError.failed(command: "test", ending: .signal(9), lastErrorLine: nil)) {
            try launch.run(reportDescriptor: 3)
        }
    }

    @Test func aReportIsReadToItsEnd() throws {
        // More than a pipe holds.
        let report = try shell("head -c 300000 /dev/zero >&3").run(reportDescriptor: 3)
        #expect(report.count == 300_000)
        #expect(try shell("true").run(reportDescriptor: 3).isEmpty)
    }
}
