// Thousands of suites out of tens: checks of pairs that are drawn from what real runs recorded.
import Glibc

/// Draws suites from a self-test's real pairs, and puts each through the same method as a real one, on a clock that
/// counts the pairs' real durations.
///
/// For each benchmark of a suite one real run is drawn, and pairs of that run with replacement: that keeps how pairs of
/// one hour are spread. Pairs of a benchmark with itself are turned round at random, which is what exchanging two equal
/// executables does; otherwise the chance mean of a finite run would count as a real change.
struct ResampledSuite {
    let record: SelfTestRecord
    let settings: GateSettings

    /// What is done to a suite that is drawn.
    enum Change: Hashable {
        case none
        /// The runs with an injected slowdown are drawn for the benchmark, as measured.
        case injected(benchmark: String)
        /// The logarithm of a ratio is added to the benchmark's pairs.
        case ratio(Double, benchmark: String)

        var benchmark: String? {
            switch self {
            case .none: nil
            case .injected(let name), .ratio(_, let name): name
            }
        }
    }

    /// The real pairs of a benchmark in one run.
    private struct Pool {
        var ratios: [Double]
        var isInjected: Bool
    }

    private let pools: [String: [Pool]]
    private let seconds: [String: Double]
    /// With pairs of both kinds.
    let benchmarks: [String]

    /// - Parameter settings: of the checks; those of the record where others are not wanted.
    init(_ record: SelfTestRecord, settings: GateSettings) {
        self.record = record
        self.settings = settings
        var (pools, seconds): ([String: [Pool]], [String: [Double]]) = ([:], [:])
        for run in record.runs {
            for (name, metrics) in run.logRatios.first ?? [:] {
                guard let ratios = metrics[.cpu], ratios.count >= 2, let pair = run.pairSeconds[name] else {
                    continue
                }
                pools[name, default: []].append(Pool(ratios: ratios, isInjected: run.injected.contains(name)))
                seconds[name, default: []].append(pair)
            }
        }
        self.pools = pools
        self.seconds = seconds.mapValues { Quantile.median($0)! }
        benchmarks = pools.filter { !$0.value.allSatisfy(\.isInjected) }.keys.sorted()
    }

    /// Whether the benchmark was measured with an injected slowdown.
    func hasInjected(_ name: String) -> Bool { pools[name]?.contains(where: \.isInjected) ?? false }

    /// One suite: what it calls worse or better.
    func alarms(_ change: Change, seed: UInt64) -> Set<String> {
        var random = SplitMix64(state: seed)
        var chosen: [String: Pool] = [:]
        for name in benchmarks {
            let wantsInjected = change == .injected(benchmark: name)
            chosen[name] = pools[name]!.filter { $0.isInjected == wantsInjected }.randomElement(
                using: &random)!
        }
        var settings = settings
        settings.seed = seed
        var elapsed = 0.0
        var comparison = StagedComparison<SimulatedPair>(
            settings, metrics: chosen.mapValues { _ in [Metric.cpu] })
        // Nothing that is drawn can fail.
        try! comparison.run(elapsed: { elapsed }) { name, _ in
            elapsed += seconds[name]!
            let pool = chosen[name]!
            var ratio = pool.ratios.randomElement(using: &random)!
            if !pool.isInjected, Bool.random(using: &random) { ratio = -ratio }
            if case .ratio(let more, name) = change { ratio += log(more) }
            return SimulatedPair(ratio: ratio)
        }
        let isComplete = comparison.judge.stages.count == settings.stages
        return isComplete ? Set(comparison.judge.suspects.map(\.benchmark)) : []
    }
}

/// A log ratio that stands for a pair.
struct SimulatedPair: ComparedPair {
    var ratio: Double
    func logRatio(_ metric: Metric) -> Double? { ratio }
}

/// What many resampled suites come to.
struct ResampledOdds {
    /// Suites without a change in which something was called changed.
    var falseAlarms = Share(0, of: 0)
    /// Suites in which one benchmark was changed as measured, and found.
    var injected = Share(0, of: 0)
    /// Suites in which one benchmark was changed by a ratio, and found; by ratio.
    var byRatio: [(ratio: Double, found: Share)] = []

    init(_ suite: ResampledSuite, suites: Int, ratios: [Double], seed: UInt64, progress: (String) -> Void) {
        var random = SplitMix64(state: seed)
        for index in 0..<suites {
            progress("resampled suite \(index + 1) of \(suites)")
            falseAlarms = falseAlarms + Share(suite.alarms(.none, seed: random.next()).isEmpty ? 0 : 1, of: 1)
        }
        // A changed suite is a suite, too; each gives one answer.
        let withInjected = suite.benchmarks.filter(suite.hasInjected)
        for index in 0..<(withInjected.isEmpty ? 0 : suites) {
            progress("resampled suite with a slowdown, \(index + 1) of \(suites)")
            let name = withInjected[index % withInjected.count]
            let found = suite.alarms(.injected(benchmark: name), seed: random.next()).contains(name)
            injected = injected + Share(found ? 1 : 0, of: 1)
        }
        for ratio in ratios where !suite.benchmarks.isEmpty {
            var share = Share(0, of: 0)
            for index in 0..<max(1, suites / 4) {
                progress("resampled suite with \(NumberText.change(ratio - 1)), \(index + 1)")
                let name = suite.benchmarks[index % suite.benchmarks.count]
                let found = suite.alarms(.ratio(ratio, benchmark: name), seed: random.next()).contains(name)
                share = share + Share(found ? 1 : 0, of: 1)
            }
            byRatio.append((ratio, share))
        }
    }
}
