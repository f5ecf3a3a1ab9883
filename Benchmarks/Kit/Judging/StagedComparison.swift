// Taking pairs and judging them, stage by stage: the whole method, whatever the pairs come from.
import Glibc

/// One comparison of base and head: of two processes, or a simulated one.
protocol ComparedPair {
    /// Of head to base; nil where either has no number, or one that is not above 0.
    func logRatio(_ metric: Metric) -> Double?
}

/// The way from pairs to verdicts.
///
/// Rounds go over all benchmarks, a pair each, in an order drawn anew each time. A benchmark is done when it has the
/// most pairs allowed, or the fewest and its estimates are sure enough. That looks at how sure they are, never at what
/// they say: stopping at a wanted result would make more false alarms. What the first stage suspects is sampled anew.
struct StagedComparison<Pair: ComparedPair> {
    let settings: GateSettings
    /// What is compared, by benchmark.
    let metrics: [String: [Metric]]
    private var random: SplitMix64
    private(set) var judge: Judge
    /// By stage and benchmark.
    private(set) var pairs: [[String: [Pair]]] = []
    /// What went wrong, by benchmark: it is not compared.
    private(set) var failures: [String: any Error] = [:]

    /// Rounds until the next look at how sure the estimates are: the more there are, the less one more can change.
    private static func roundsToNextLook(after round: Int) -> Int { max(5, round / 10) }

    init(_ settings: GateSettings, metrics: [String: [Metric]]) {
        self.settings = settings
        self.metrics = metrics
        random = SplitMix64(state: settings.seed)
        judge = Judge(settings) { settings.thresholds.share($0, default: GateSettings.pairedShare) }
    }

    /// - Parameters:
    ///   - elapsed: seconds since the beginning.
    ///   - take: takes a pair of a benchmark; what it throws takes the benchmark out, or ends all where it spoils all.
    mutating func run(
        elapsed: () -> Double,
        take: (_ benchmark: String, _ progress: StagedProgress) throws -> Pair
    ) throws {
        for stage in 0..<settings.stages {
            let suspects = judge.suspects
            let names = metrics.keys.sorted().filter { name in
                failures[name] == nil && (stage == 0 || suspects.contains { $0.benchmark == name })
            }
            guard !names.isEmpty else { break }
            let hypotheses = stage == 0 ? metrics.values.map(\.count).reduce(0, +) : suspects.count
            var critical = CriticalRankSums(alpha: judge.alpha(hypotheses: hypotheses))
            try sample(
                names, stage: stage, &critical,
                budget: settings.deadline(ofStage: stage), elapsed: elapsed, take: take)
            judge.judge(estimates(stage, &critical))
        }
    }

    private mutating func sample(
        _ names: [String], stage: Int, _ critical: inout CriticalRankSums, budget: Double,
        elapsed: () -> Double,
        take: (String, StagedProgress) throws -> Pair
    ) throws {
        pairs.append([:])
        var active = names
        var nextLook = settings.fewestPairs
        for round in 1...settings.mostPairs where !active.isEmpty {
            for name in active.shuffled(using: &random) {
                guard elapsed() < budget else { return }
                do {
                    let progress = StagedProgress(stage: stage, round: round, active: active.count)
                    pairs[stage][name, default: []].append(try take(name, progress))
                } catch {
                    if error.spoilsEverything { throw error }
                    failures[name] = error
                    pairs[stage][name] = nil
                    active.removeAll { $0 == name }
                }
            }
            guard round == nextLook else { continue }
            nextLook += Self.roundsToNextLook(after: round)
            active.removeAll { isSure($0, stage: stage, &critical) }
        }
    }

    private func isSure(_ name: String, stage: Int, _ critical: inout CriticalRankSums) -> Bool {
        tested(name, stage: stage).allSatisfy { metric in
            let ratios = logRatios(name, metric, stage: stage)
            // What no pair has is not there: more of them would not bring it.
            if ratios.isEmpty { return true }
            return Precision(logRatios: ratios, &critical).map { judge.isPrecise($0, metric) } ?? false
        }
    }

    private func estimates(_ stage: Int, _ critical: inout CriticalRankSums) -> [Hypothesis: Estimate] {
        var estimates: [Hypothesis: Estimate] = [:]
        for name in pairs[stage].keys {
            for metric in tested(name, stage: stage) {
                estimates[Hypothesis(benchmark: name, metric: metric)] = Estimate(
                    logRatios: logRatios(name, metric, stage: stage), &critical)
            }
        }
        return estimates
    }

    /// All metrics of a benchmark in the first stage, then those that are suspected.
    private func tested(_ name: String, stage: Int) -> [Metric] {
        metrics[name]!.filter {
            stage == 0 || judge.suspects.contains(Hypothesis(benchmark: name, metric: $0))
        }
    }

    /// Of all pairs of a stage that have one.
    func logRatios(_ name: String, _ metric: Metric, stage: Int) -> [Double] {
        guard stage < pairs.count else { return [] }
        return (pairs[stage][name] ?? []).compactMap { $0.logRatio(metric) }
    }
}

/// How far a comparison is.
struct StagedProgress: CustomStringConvertible {
    /// 0 is the first.
    var stage: Int
    var round: Int
    /// Benchmarks that need more pairs.
    var active: Int

    var description: String {
        (stage == 0 ? "" : "repeat \(stage), ") + "pair \(round), \(active) benchmarks to go"
    }
}
