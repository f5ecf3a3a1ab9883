// The one error of this module: a measurement that could not be made.
import Glibc

/// Why there is no sample.
public enum BenchmarkError: Error, Hashable, Sendable {
    /// The command did not start (`posix_spawn(3)`).
    case notStarted(command: String, errno: Int32)
    /// The command ended with another status than 0, or by a signal; with its last line on standard error.
    case failed(command: String, ending: ProcessEnding, lastErrorLine: String?)
    /// A benchmark's process gave up, and said why.
    case benchmarkFailed(benchmark: String, reason: String)
    /// An input that a benchmark asks for was not given, or it does not say that it needs it.
    case noInput(String)
    /// An executable that holds no benchmarks of this harness.
    case stranger(String)
    /// An executable that is not as it was at first.
    case changed(String)
    /// An executable that should be beside another, with more benchmarks.
    case noCompanion(String)
    /// An executable whose harness is older or newer than ours.
    case otherVersion(String, version: Int)
    /// A benchmark has the name of one of another executable of the suite.
    case twoOfAName(String, String, String)
}

/// How a process ended (`wait(2)`).
public enum ProcessEnding: Hashable, Sendable {
    case status(Int32)
    case signal(Int32)

    init(waitStatus: Int32) {
        let signal = waitStatus & 0x7f
        self = signal == 0 ? .status((waitStatus >> 8) & 0xff) : .signal(signal)
    }
}

extension ProcessEnding: CustomStringConvertible {
    public var description: String {
        switch self {
        case .status(let status): "ended with status \(status)"
        case .signal(let signal): "was ended by signal \(signal)"
        }
    }
}

extension BenchmarkError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notStarted(let command, let number):
            "\(command) could not be started: \(String(cString: strerror(number)))"
        case .failed(let command, let ending, let line):
            "\(command) \(ending)" + (line.map { ": \($0)" } ?? "")
        case .benchmarkFailed(let benchmark, let reason): "\(benchmark): \(reason)"
        case .noInput(let key): "the input “\(key)” is missing"
        case .stranger(let path): "\(path) holds no benchmarks that this harness understands"
        case .changed(let path): "\(path) has been changed since the beginning"
        case .noCompanion(let path): "\(path) is missing; build it, too"
        case .otherVersion(let path, let version):
            "\(path) speaks version \(version) of the harness, not \(MeasureOrder.currentVersion)"
        case .twoOfAName(let name, let one, let other): "both \(one) and \(other) have a benchmark “\(name)”"
        }
    }
}

extension Error {
    /// Whether nothing that was measured can be believed, of whatever benchmark.
    var spoilsEverything: Bool {
        switch self as any Error {
        case BenchmarkError.changed: true
        case let failure as FailureOfBase: failure.cause.spoilsEverything
        default: false
        }
    }
}
