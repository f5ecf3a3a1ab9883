// One benchmark in two executables, and a pair of its processes.
import Glibc

struct Contender: Sendable {
    var base: HostedSuite.Member
    var head: HostedSuite.Member
    var plan: BatchPlan
    var metrics: [Metric]
    /// Of the head alone; for the self-test.
    var injection: Injection?

    /// A process of each, one right after the other, in the order that is drawn.
    func pair(_ sampler: inout Sampler, _ random: inout SplitMix64) throws -> SamplePair {
        let start = Seconds.rawMonotonicNow
        let isBaseFirst = Bool.random(using: &random)
        func time(base: HostedSuite.Member) throws -> ProcessSample {
            try FailureOfBase.naming { try sampler.time(base, plan) }
        }
        let before = isBaseFirst ? try time(base: base) : nil
        let now = try sampler.time(head, plan, injection: injection)
        return SamplePair(
            base: try before ?? time(base: base), head: now,
            seconds: (Seconds.rawMonotonicNow - start).value)
    }
}

/// What went wrong in the base: nothing that a change of the head could mend.
struct FailureOfBase: Error, CustomStringConvertible {
    let cause: any Error

    var description: String { "in the base, \(cause)" }

    static func naming<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch { throw FailureOfBase(cause: error) }
    }
}

struct SamplePair: Hashable, Sendable, Codable, ComparedPair {
    var base: ProcessSample
    var head: ProcessSample
    /// That both took, with their processes.
    var seconds: Double

    func logRatio(_ metric: Metric) -> Double? {
        guard let base = base.compared(metric), let head = head.compared(metric), base > 0, head > 0 else {
            return nil
        }
        return log(head / base)
    }

    /// Why it has no ratio of a metric; nil where it has one.
    func obstacle(_ metric: Metric) -> String? {
        for (side, sample) in [("base", base), ("head", head)] {
            switch sample.readings[metric] {
            case .unavailable(let reason): return reason
            case nil: return "not measured"
            default:
                if let value = sample.compared(metric), value <= 0 {
                    return "0 in the \(side), so that nothing is a share of it"
                }
            }
        }
        return nil
    }
}
