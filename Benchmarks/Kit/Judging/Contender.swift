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
        let before = isBaseFirst ? try sampler.time(base, plan) : nil
        let now = try sampler.time(head, plan, injection: injection)
        return SamplePair(
            base: try before ?? sampler.time(base, plan), head: now,
            seconds: (Seconds.rawMonotonicNow - start).value)
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
}
