// The whole method on made-up noise: how often it is wrong, with seeds that make it the same each time.
import Foundation
import Testing

@testable import BenchmarkKit

/// Noise as machines make it, of a pair's log ratio: mostly normal, now and then far off.
struct SimulatedNoise: Sendable, CustomTestStringConvertible {
    var deviation: Double
    /// The share of pairs in which one side was disturbed, by up to `disturbance`.
    var disturbed = 0.05
    var disturbance = 0.3
    /// How far apart the two speeds are that a process may have, as by where its memory comes to lie.
    var modes = 0.0

    var testDescription: String {
        "deviation \(deviation), \(disturbed) by up to \(disturbance), modes \(modes) apart"
    }
}

private struct SimulatedMachine {
    var random: SplitMix64
    var noise: SimulatedNoise

    init(seed: UInt64, _ noise: SimulatedNoise) {
        random = SplitMix64(state: seed)
        self.noise = noise
    }

    mutating func pair(_ change: Double = 0) -> SimulatedPair {
        var ratio = log1p(change) + noise.deviation * normal()
        if Double.random(in: 0..<1, using: &random) < noise.disturbed {
            ratio += Double.random(in: -noise.disturbance...noise.disturbance, using: &random)
        }
        for sign in [-1.0, 1] where Bool.random(using: &random) { ratio += sign * noise.modes }
        return SimulatedPair(ratio: ratio)
    }

    /// Box and Muller, “A Note on the Generation of Random Normal Deviates” (1958).
    private mutating func normal() -> Double {
        let radius = (-2 * log(1 - Double.random(in: 0..<1, using: &random))).squareRoot()
        return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &random))
    }
}

@Suite struct SimulatedNoiseTests {
    private static let benchmarks = (0..<30).map { "benchmark\($0)" }

    /// What a suite of 30 benchmarks calls changed, where one of them is.
    private func alarms(
        _ change: Double, _ noise: SimulatedNoise, seed: UInt64, budget: Double = 600,
        secondsOfPair: Double = 0.1
    ) -> (alarms: Set<String>, seconds: Double) {
        var settings = GateSettings(seed: seed)
        settings.budget = budget
        var machine = SimulatedMachine(seed: seed &+ 1, noise)
        var elapsed = 0.0
        var comparison = StagedComparison<SimulatedPair>(
            settings, metrics: Dictionary(uniqueKeysWithValues: Self.benchmarks.map { ($0, [Metric.cpu]) }))
        try! comparison.run(elapsed: { elapsed }) { name, _ in
            elapsed += secondsOfPair
            return machine.pair(name == Self.benchmarks[0] ? change : 0)
        }
        let isComplete = comparison.judge.stages.count == settings.stages
        return (isComplete ? Set(comparison.judge.suspects.map(\.benchmark)) : [], elapsed)
    }

    /// Seeded, so that the numbers are the same on every machine: their bounds hold what 20 suites may show of an
    /// honest 1 % and 95 %.
    @Test(arguments: [
        SimulatedNoise(deviation: 0.02),
        SimulatedNoise(deviation: 0.004, disturbed: 0.25),
        SimulatedNoise(deviation: 0.003, disturbed: 0, modes: 0.04),
    ])
    func falseAlarmsAreRareAndSmallChangesAreFound(_ noise: SimulatedNoise) {
        var (wrong, found) = (0, 0)
        for seed in 0..<20 as Range<UInt64> {
            if !alarms(0, noise, seed: seed * 1000).alarms.isEmpty { wrong += 1 }
            let changed = alarms(0.02, noise, seed: seed * 1000 + 500)
            if changed.alarms.contains(Self.benchmarks[0]) { found += 1 }
            #expect(changed.seconds <= 600)
        }
        #expect(wrong <= 1, "\(wrong) of 20")
        #expect(found >= 17, "\(found) of 20")
    }

    @Test func aQuietMachineIsDoneSooner() {
        let quiet = alarms(0, SimulatedNoise(deviation: 0.003, disturbed: 0), seed: 5).seconds
        let noisy = alarms(0, SimulatedNoise(deviation: 0.03), seed: 5).seconds
        // The fewest pairs of each, and no more.
        #expect(abs(quiet - 30 * 20 * 0.1) < 1)
        #expect(noisy > 2 * quiet)
    }

    @Test func aBenchmarkIsNotDoneBeforeItCouldBeFound() {
        var settings = GateSettings(seed: 1)
        (settings.fewestPairs, settings.mostPairs) = (2, 40)
        var comparison = StagedComparison<SimulatedPair>(settings, metrics: ["it": [.cpu]])
        try! comparison.run(elapsed: { 0 }) { _, _ in SimulatedPair(ratio: log(5)) }
        #expect(comparison.judge.suspects.count == 1)
    }

    @Test func aRepeatLooksAtWhatIsSuspectedAlone() {
        struct Pair: ComparedPair {
            var wall: Double
            func logRatio(_ metric: Metric) -> Double? { metric == .cpu ? 0.05 : wall }
        }
        var machine = SimulatedMachine(seed: 1, SimulatedNoise(deviation: 0.5))
        var comparison = StagedComparison<Pair>(GateSettings(seed: 1), metrics: ["it": [.cpu, .wall]])
        try! comparison.run(elapsed: { 0 }) { _, _ in Pair(wall: machine.pair().ratio) }
        #expect(comparison.pairs.map { $0["it"]!.count } == [400, 20])
    }

    /// What is said after few pairs is about what it takes in the end; medians of twenty.
    @Test(arguments: [
        SimulatedNoise(deviation: 0.02, disturbed: 0), SimulatedNoise(deviation: 0.02),
        SimulatedNoise(deviation: 0.004, disturbed: 0.25),
    ])
    func theNumberOfPairsNeededIsAboutRight(_ noise: SimulatedNoise) throws {
        let judge = Judge(GateSettings(seed: 1)) { _ in 0.01 }
        var critical = CriticalRankSums(alpha: judge.alpha(hypotheses: 30))
        var (said, took): ([Double], [Double]) = ([], [])
        for seed in 0..<20 as Range<UInt64> {
            var machine = SimulatedMachine(seed: seed, noise)
            var ratios = (0..<15).map { _ in machine.pair().ratio }
            said.append(Double(judge.pairsNeeded(ratios, .cpu, hypotheses: 30) ?? 2000))
            while !judge.isPrecise(try #require(Precision(logRatios: ratios, &critical)), .cpu) {
                ratios.append(machine.pair().ratio)
            }
            took.append(Double(ratios.count))
        }
        let ratio = Quantile.median(said)! / Quantile.median(took)!
        #expect(ratio > 0.5 && ratio < 2, "\(said) \(took)")
    }

    @Test func theBudgetIsKept() {
        let short = alarms(0, SimulatedNoise(deviation: 0.05), seed: 6, budget: 90)
        #expect(short.seconds <= 90)
        #expect(short.alarms.isEmpty)
    }

    @Test func theSameSeedIsTheSameSuite() {
        let one = alarms(0.02, SimulatedNoise(deviation: 0.02), seed: 7)
        let two = alarms(0.02, SimulatedNoise(deviation: 0.02), seed: 7)
        #expect(one.alarms == two.alarms && one.seconds == two.seconds)
    }

    @Test func whatFailsIsTakenOutAndTheOthersGoOn() {
        struct Broken: Error {}
        var settings = GateSettings(seed: 8)
        settings.mostPairs = 30
        var comparison = StagedComparison<SimulatedPair>(settings, metrics: ["good": [.cpu], "bad": [.cpu]])
        var taken = 0
        try! comparison.run(elapsed: { 0 }) { name, _ in
            if name == "bad" {
                taken += 1
                if taken == 3 { throw Broken() }
            }
            return SimulatedPair(ratio: 0)
        }
        #expect(Array(comparison.failures.keys) == ["bad"])
        #expect(comparison.pairs[0]["bad"] == nil)
        #expect((comparison.pairs[0]["good"]?.count ?? 0) >= 20)
    }

    /// The tool's own proof, on runs that are made up: both chances come out as they were put in.
    @Test func resampledSuitesSayWhatTheirPairsSay() {
        var machine = SimulatedMachine(seed: 9, SimulatedNoise(deviation: 0.02))
        let injected = Set(Self.benchmarks.prefix(10))
        let runs = (0..<4).map { run in
            var ratios: [String: [Metric: [Double]]] = [:]
            for name in Self.benchmarks {
                let change = run % 2 == 1 && injected.contains(name) ? 0.02 : 0
                ratios[name] = [.cpu: (0..<100).map { _ in machine.pair(change).ratio }]
            }
            return SelfTestRun(
                injected: run % 2 == 1 ? injected.sorted() : [], exact: [], alarms: [], failed: [],
                seconds: 300,
                mood: .now, logRatios: [ratios],
                pairSeconds: Dictionary(uniqueKeysWithValues: Self.benchmarks.map { ($0, 0.1) }))
        }
        let origin = RunOrigin(toolchain: "", before: .now, seed: 1, reproduce: "")
        let record = SelfTestRecord(
            settings: GateSettings(seed: 1), injection: Injection(cpu: 0.02), burners: 0, origin: origin,
            runs: runs)
        let suite = ResampledSuite(record, settings: record.settings)
        #expect(suite.benchmarks.count == 30)
        let odds = ResampledOdds(suite, suites: 40, ratios: [1.0, 1.05], seed: 1, progress: { _ in })
        #expect(odds.falseAlarms.count <= 2 && odds.falseAlarms.total == 40)
        #expect(odds.injected.count >= 33 && odds.injected.total == 40, "\(odds.injected)")
        #expect(odds.byRatio[0].found.count <= 1 && odds.byRatio[1].found.count == 10)
    }

    /// A finite run of something against itself has some mean; exchanging two equal executables turns it round.
    @Test func theChanceMeanOfARunIsNoChange() {
        let ratios = [String: [Metric: [Double]]](
            uniqueKeysWithValues: Self.benchmarks.map { ($0, [.cpu: Array(repeating: 0.02, count: 50)]) })
        let run = SelfTestRun(
            injected: [], exact: [], alarms: [], failed: [], seconds: 1, mood: .now, logRatios: [ratios],
            pairSeconds: Dictionary(uniqueKeysWithValues: Self.benchmarks.map { ($0, 0.1) }))
        let origin = RunOrigin(toolchain: "", before: .now, seed: 1, reproduce: "")
        let record = SelfTestRecord(
            settings: GateSettings(seed: 1), injection: Injection(cpu: 0.02), burners: 0, origin: origin,
            runs: [run])
        #expect(ResampledSuite(record, settings: record.settings).alarms(.none, seed: 1).isEmpty)
    }

    @Test func aSelfTestSaysWhenTheGateIsNoGood() {
        func report(
            alarms: [String], improvements: [String] = [], failed: [OmittedBenchmark] = [],
            timed: [String]? = nil
        ) -> SelfTestReport {
            let names = (0..<20).map { "b\($0)" }
            let run = SelfTestRun(
                injected: names, exact: ["b0"], timed: timed, alarms: alarms, improvements: improvements,
                failed: failed, seconds: 1,
                mood: .now,
                logRatios: [],
                pairSeconds: [:])
            let origin = RunOrigin(toolchain: "", before: .now, seed: 1, reproduce: "")
            let record = SelfTestRecord(
                settings: GateSettings(seed: 1), injection: Injection(cpu: 0.02), burners: 0, origin: origin,
                runs: [run])
            let odds = ResampledOdds(
                ResampledSuite(record, settings: record.settings), suites: 1, ratios: [], seed: 1,
                progress: { _ in })
            return SelfTestReport(record: record, odds: odds)
        }
        let all = (0..<20).map { "b\($0) cpu" } + ["b0 mallocs"]
        #expect(report(alarms: all).isKept)
        #expect(!report(alarms: Array(all.dropLast())).isKept)
        #expect(!report(alarms: Array(all.dropFirst(5))).isKept)
        #expect(!report(alarms: all, failed: [OmittedBenchmark(name: "b1", reason: "")]).isKept)
        #expect(report(alarms: all.filter { !$0.hasSuffix("9 cpu") }, timed: (0..<9).map { "b\($0)" }).isKept)
        let better = report(alarms: Array(all.dropFirst()), improvements: [all[0]])
        #expect(!better.isKept && better.lines.contains("False alarm: b0 cpu, called better"))
        #expect(report(alarms: all + ["c cpu"]).lines.contains("False alarm: c cpu"))
    }
}
