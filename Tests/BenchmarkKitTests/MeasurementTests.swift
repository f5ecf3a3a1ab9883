// Measuring real processes.
import Glibc
import Testing

@testable import BenchmarkKit

@Suite struct MeasurementTests {
    private func shell(_ script: String, in folder: String? = nil, environment: [String: String] = [:])
        -> BenchmarkCommand
    {
        BenchmarkCommand(
            name: "test", executable: "sh", arguments: ["-c", script], workingDirectory: folder,
            environment: environment)
    }

    @Test func wallTimeCountsSleepAndCPUTimeDoesNot() throws {
        let sample = try shell("sleep 0.2").measure()
        #expect(sample.wall.value >= 0.2)
        #expect(sample.cpu.value < sample.wall.value)
    }

    /// The shell itself only waits; its child is ended by its limit of about a second of CPU, as the kernel's
    /// ticks count it, on any machine.
    @Test func grandchildrenCount() throws {
        let nested = try shell("sh -c 'ulimit -t 1; while :; do :; done'; true").measure()
        #expect(nested.cpu.value > 0.5)
    }

    @Test func peakMemoryIsOfTheLargestProcess() throws {
        let held = BenchmarkCommand.ownPeakMemory.value + (128 << 20)
        let sample = try shell("head -c \(held) /dev/zero | tail -c \(held) >/dev/null; true").measure()
        #expect(sample.peakMemory.value > held)
    }

    @Test func aPeakAboveOursIsTheChildsOwn() {
        let ours = ByteCount(100 << 20)
        #expect(BenchmarkCommand.isInherited(ByteCount(100 << 20), ofOurs: ours))
        #expect(BenchmarkCommand.isInherited(ByteCount(103 << 20), ofOurs: ours))
        #expect(!BenchmarkCommand.isInherited(ByteCount(105 << 20), ofOurs: ours))
    }

    @Test func peakMemoryBelowOursIsMarked() throws {
        // We use more than a shell that does nothing, once this is touched.
        let ballast = [UInt8](repeating: 1, count: 64 << 20)
        let sample = try withExtendedLifetime(ballast) { try shell("true").measure() }
        #expect(sample.isPeakInherited)
    }

    @Test func failureIsAnErrorWithItsLastLine() {
        #expect(
            throws: BenchmarkError.failed(
                command: "test", ending: .status(3), lastErrorLine: "the reason")
        ) {
            try shell("echo first >&2; echo the reason >&2; exit 3").measure()
        }
        #expect(throws: BenchmarkError.failed(command: "test", ending: .signal(9), lastErrorLine: nil)) {
            try shell("kill -9 $$").measure()
        }
    }

    @Test func missingExecutableIsNotStarted() {
        let command = BenchmarkCommand(name: "none", executable: "/nowhere/at/all")
        #expect(throws: BenchmarkError.notStarted(command: "none", errno: ENOENT)) {
            try command.measure()
        }
    }

    @Test func runsInItsFolderWithItsVariables() throws {
        let check = #"[ "$(pwd)" = / ] && [ "$KIT_TEST" = "a b" ] && [ -n "$PATH" ]"#
        _ = try shell(check, in: "/", environment: ["KIT_TEST": "a b"]).measure()
        #expect(throws: BenchmarkError.self) { try shell("true", in: "/nowhere/at/all").measure() }
    }

    @Test func variablesReplaceOurs() throws {
        let path = "/bin:/usr/bin:/nowhere"
        let count = #"$(tr '\0' '\n' < /proc/$$/environ | grep -c ^PATH=)"#
        _ = try shell(#"[ "$PATH" = \#(path) ] && [ "\#(count)" = 1 ]"#, environment: ["PATH": path])
            .measure()
    }
}
