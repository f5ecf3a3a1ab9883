// Taking pairs of processes of two executables, until they say enough.
import Glibc

/// One benchmark in two executables.
struct Contender: Sendable {
    var base: HostedSuite.Member
    var head: HostedSuite.Member
    var plan: BatchPlan
    var metrics: [Metric]
    /// Of the head alone; for the self-test.
    var injection: Injection?

    var name: String { head.description.name }
}

/// A process of each, one right after the other.
struct SamplePair: Hashable, Sendable, Codable {
    var base: ProcessSample
    var head: ProcessSample

    /// Nil where either has no number, or one that is not above 0.
    func logRatio(_ metric: Metric) -> Double? {
        guard let base = base.value(metric), let head = head.value(metric), base > 0, head > 0 else {
            return nil
        }
        return log(head / base)
    }
}

extension [SamplePair] {
    func logRatios(_ metric: Metric) -> [Double] { compactMap { $0.logRatio(metric) } }
}

struct PairedSampling {
    let settings: GateSettings
    let progress: Progress
    var sampler: Sampler
    private var random: SplitMix64
    /// Those that crashed or gave a wrong result, in either executable.
    private(set) var failed: [OmittedBenchmark] = []

    init(settings: GateSettings, progress: Progress, sampler: Sampler) {
        self.settings = settings
        self.progress = progress
        self.sampler = sampler
        random = SplitMix64(state: settings.seed)
    }

    /// Goes round the contenders, a pair each, in an order drawn anew each time.
    ///
    /// A contender is done when it has the most pairs allowed, or the fewest and `isDone` says so. That looks at how
    /// sure the estimate is, never at what it says: stopping at a wanted result would make more false alarms.
    /// - Parameter deadline: on the raw monotonic clock; no pair begins after it.
    mutating func sample(
        _ contenders: [Contender], stage: Int, until deadline: Seconds,
        isDone: (Contender, [SamplePair]) -> Bool
    ) -> [String: [SamplePair]] {
        var pairs: [String: [SamplePair]] = [:]
        var active = contenders
        for round in 0..<settings.mostPairs where !active.isEmpty {
            for contender in active.shuffled(using: &random) {
                guard Seconds.rawMonotonicNow.value < deadline.value else { return pairs }
                progress.show(
                    "\(stage == 0 ? "" : "repeat \(stage), ")pair \(round + 1): \(contender.name), \(active.count) to go"
                )
                do {
                    pairs[contender.name, default: []].append(try pair(contender))
                } catch {
                    failed.append(OmittedBenchmark(name: contender.name, reason: "\(error)"))
                    pairs[contender.name] = nil
                    active.removeAll { $0.name == contender.name }
                }
            }
            let count = round + 1
            // Every few pairs: the estimate takes some milliseconds.
            guard count >= settings.fewestPairs, count % 5 == 0 || count == settings.fewestPairs else {
                continue
            }
            active.removeAll { isDone($0, pairs[$0.name] ?? []) }
        }
        return pairs
    }

    private mutating func pair(_ contender: Contender) throws -> SamplePair {
        if Bool.random(using: &random) {
            let base = try sampler.time(contender.base, contender.plan)
            return SamplePair(
                base: base,
                head: try sampler.time(contender.head, contender.plan, injection: contender.injection))
        }
        let head = try sampler.time(contender.head, contender.plan, injection: contender.injection)
        return SamplePair(base: try sampler.time(contender.base, contender.plan), head: head)
    }
}
