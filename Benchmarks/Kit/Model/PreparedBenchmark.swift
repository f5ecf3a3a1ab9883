// A benchmark that is ready to run, in its process.

/// What is run, and what is done around it.
public struct PreparedBenchmark {
    /// Does so many iterations; the only part that is measured.
    let run: (_ iterations: Int) throws -> Void
    /// Called after the first iteration, and after the last: throws where the result is wrong.
    let check: () throws -> Void
    /// Called before each measured run; not measured.
    let reset: () throws -> Void
    /// Exact counts of the work that the last iteration did, by name.
    let counts: () -> [String: Int]
    /// CPU time that was used so far by what only stands in for others; it grows, but for a reset.
    let standInCPU: () -> Seconds

    /// - Parameters:
    ///   - run: loops itself, so that a call a iteration is not measured.
    ///   - standInCPU: is taken off the CPU time of the benchmark's scope.
    public init(
        run: @escaping (_ iterations: Int) throws -> Void, check: @escaping () throws -> Void = {},
        reset: @escaping () throws -> Void = {}, counts: @escaping () -> [String: Int] = { [:] },
        standInCPU: @escaping () -> Seconds = { Seconds(0) }
    ) {
        self.standInCPU = standInCPU
        self.run = run
        self.check = check
        self.reset = reset
        self.counts = counts
    }
}

/// A result that is not what it should be; fails a benchmark with its reason.
public struct WrongResult: Error, Hashable, Sendable, CustomStringConvertible {
    public var description: String

    public init(_ reason: String) { description = reason }

    /// Throws unless both are the same.
    public static func unless<Value: Equatable>(
        _ found: Value, is expected: Value, _ what: @autoclosure () -> String
    ) throws(WrongResult) {
        guard found == expected else {
            throw WrongResult("\(what()): \(found), not \(expected)")
        }
    }
}

/// Keeps a value from being optimised away, with all that it took to make it.
@inline(never)
@_optimize(none)
public func blackHole<Value>(_ value: borrowing Value) {}
