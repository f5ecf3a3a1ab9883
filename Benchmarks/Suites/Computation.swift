// Benchmarks that compute the same result from the same input in each iteration.
import BenchmarkKit

extension Benchmark {
    /// A benchmark of a computation, whose result is held against one that was come by in another way.
    ///
    /// - Parameters:
    ///   - input: made once, in the benchmark's own process.
    ///   - expect: what `compute` should make of it.
    ///   - compute: one iteration. Its input is not known to the optimiser, so that nothing is done beforehand.
    static func computation<Input, Result: Equatable & Sendable>(
        _ name: String, _ explanation: String, work: WorkAmount, isExact: Bool = true, floor: String? = nil,
        of input: @escaping @Sendable () throws -> Input, expect: @escaping @Sendable (Input) -> Result,
        compute: @escaping @Sendable (Input) throws -> Result
    ) -> Benchmark {
        computation(
            name, explanation, work: work, isExact: isExact, floor: floor, of: input, compute: compute,
            check: { input, result in
                let expected = expect(input)
                guard result == expected else {
                    throw WrongResult("the result: \(start(of: result)), not \(start(of: expected))")
                }
            })
    }

    /// The same, whose result is looked at instead.
    static func computation<Input, Result>(
        _ name: String, _ explanation: String, work: WorkAmount, isExact: Bool = true, floor: String? = nil,
        of input: @escaping @Sendable () throws -> Input,
        compute: @escaping @Sendable (Input) throws -> Result,
        check: @escaping @Sendable (Input, Result) throws -> Void
    ) -> Benchmark {
        Benchmark(name, explanation, work: work, isExact: isExact, floor: floor) { _ in
            let input = try input()
            var result: Result?
            return PreparedBenchmark(
                run: { iterations in
                    for _ in 0..<iterations { result = try compute(opaque(input)) }
                },
                check: {
                    guard let result else { throw WrongResult("there is no result") }
                    try check(input, result)
                })
        }
    }
}

private func start(of value: some Any) -> String { String("\(value)".prefix(80)) }

/// The same value, of which the optimiser knows nothing.
@inline(never)
@_optimize(none)
func opaque<Value>(_ value: Value) -> Value { value }

/// Numbers without a pattern, the same each time (Steele, Lea and Flood: SplitMix, OOPSLA 2014).
func numbers(_ count: Int, below limit: Int) -> [Int] {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    return (0..<count).map { _ in
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ mixed >> 31) % UInt64(limit))
    }
}
