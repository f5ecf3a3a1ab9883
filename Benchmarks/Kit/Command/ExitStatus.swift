// What the tool exits with: never 1 or 2, which `make` and shells use themselves.

enum ExitStatus: Int32 {
    /// Also with improvements and new benchmarks.
    case success = 0
    case regressed = 3
    /// Only where it was asked for.
    case improved = 4
    case noBaseline = 5
    /// Only where it was asked for.
    case inconclusive = 6
    /// A benchmark crashed, or gave a wrong result.
    case benchmarkFailed = 7
    case usage = 64
    case internalError = 70
}
