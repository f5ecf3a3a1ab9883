// From estimates to verdicts, with numbers made up for it.
import Foundation
import Testing

@testable import BenchmarkKit

@Suite struct JudgeTests {
    private let settings = GateSettings(seed: 1)

    /// Of normal ratios; the level is that of a suite of 30.
    private func estimate(_ change: Double, error: Double = 0.001, p: Double = 0) -> Estimate {
        Estimate(change: change, pValue: p, precision: precision(error))
    }

    private func precision(_ error: Double, pairs: Int = 50) -> Precision {
        Precision(pairs: pairs, standardError: error, margin: Self.significance * error)
    }

    /// Normal quantile of 1 - 0.1/30/2.
    private static let significance = 2.935199468866699

    private func hypothesis(_ name: String) -> Hypothesis { Hypothesis(benchmark: name, metric: .cpu) }

    /// The verdict on one benchmark of a suite of 30, of which the others are as they were.
    private func verdict(_ stages: [Estimate?], of settings: GateSettings? = nil) throws -> Finding {
        var judge = Judge(settings ?? self.settings) { _ in 0.01 }
        for (stage, estimate) in stages.enumerated() {
            var estimates: [Hypothesis: Estimate] = [:]
            if stage == 0 {
                for other in 0..<29 { estimates[hypothesis("other\(other)")] = self.estimate(0, p: 0.5) }
            }
            if let estimate { estimates[hypothesis("it")] = estimate }
            judge.judge(estimates)
        }
        return try #require(judge.finding(hypothesis("it"), base: 1, head: 1))
    }

    @Test func stagesMultiplyToThePromise() {
        #expect(abs(settings.stageAlpha - 0.1) < 1e-12)
        #expect(abs(settings.stagePower - 0.975) < 1e-12)
        var three = settings
        three.confirmations = 2
        #expect(abs(pow(three.stageAlpha, 3) - 0.01) < 1e-12)
        three.confirmations = 0
        #expect(three.stageAlpha == 0.01 && three.stagePower == 0.95)
    }

    @Test func whatIsFoundTwiceIsAVerdict() throws {
        #expect(try verdict([estimate(0.03, p: 1e-6), estimate(0.028, p: 0.001)]).verdict == .regressed)
        #expect(try verdict([estimate(-0.03, p: 1e-6), estimate(-0.028, p: 0.001)]).verdict == .improved)
    }

    /// The first stage's is too large on average: it was chosen for its size.
    @Test func theChangeIsThatOfTheRepeat() throws {
        #expect(try verdict([estimate(0.03, p: 1e-6), estimate(0.028, p: 0.001)]).change == 0.028)
    }

    @Test func whatIsFoundOnceIsNone() throws {
        let notAgain = try verdict([estimate(0.03, p: 1e-6), estimate(0.001, p: 0.6)])
        #expect(notAgain.verdict == .same)
        #expect(notAgain.note == "suspected, not confirmed by the repeat")
        let theOtherWay = try verdict([estimate(0.03, p: 1e-6), estimate(-0.03, p: 1e-6)])
        #expect(theOtherWay.verdict == .same)
        let unsure = try verdict([estimate(0.03, p: 1e-6), estimate(0.01, error: 0.02, p: 0.6)])
        #expect(unsure.verdict == .inconclusive)
        let noTimeLeft = try verdict([estimate(0.03, p: 1e-6), nil])
        #expect(noTimeLeft.verdict == .inconclusive)
        #expect(noTimeLeft.note == "suspected, the repeat is too short to tell")
    }

    @Test func aChangeTooSmallToMatterIsNone() throws {
        #expect(try verdict([estimate(0.0099, p: 1e-9)]).verdict == .same)
        #expect(try verdict([estimate(0.03, p: 1e-6), estimate(0.0099, p: 1e-6)]).verdict == .same)
        // As far on the scale of logarithms: 1 / 1.01 is 0.99 % less.
        #expect(try verdict([estimate(-0.0099, p: 1e-9), estimate(-0.0099, p: 1e-9)]).verdict == .same)
        #expect(try verdict([estimate(-0.00992, p: 1e-9), estimate(-0.00992, p: 1e-9)]).verdict == .improved)
    }

    @Test func aChangeIsSeenOnlyBeyondTheThreshold() {
        let judge = Judge(settings) { _ in 0.01 }
        func seen(_ margin: Double?) -> Double? {
            judge.smallestDetectable(Precision(pairs: 50, standardError: 0.001, margin: margin), .cpu)
        }
        let power = 1.959963984540054 * 0.001
        #expect(isNear(seen(0.005), 1.01 * exp(power) - 1))
        #expect(isNear(seen(0.03), exp(0.03 + power) - 1))
        #expect(seen(nil) == nil)
    }

    /// Pairs that are far off on both sides leave the middle as it is, and the test at a strict level unsure.
    @Test func aFewPairsFarOffMakeAnEstimateUnsure() throws {
        let calm = (0..<20).map { Double($0) * 0.0002 - 0.0019 }
        let disturbed = calm.enumerated().map { $0 % 3 == 0 ? ($0 % 2 == 0 ? 0.2 : -0.2) + $1 : $1 }
        let judge = Judge(settings) { _ in 0.01 }
        var critical = CriticalRankSums(alpha: 0.1 / 30)
        let sure = try #require(Precision(logRatios: calm, &critical))
        let unsure = try #require(Precision(logRatios: disturbed, &critical))
        #expect(judge.isPrecise(sure, .cpu))
        #expect(unsure.standardError < 0.001 && !judge.isPrecise(unsure, .cpu))
        // Seven of twenty with a change of 2 % that the test does not see.
        #expect(SignedRankTest.pValue(disturbed.map { $0 + 0.02 }, alternative: .twoSided) > 0.1 / 30)
    }

    @Test func theWholeSuiteIsCounted() throws {
        // Alone it would be significant at 0.1; of 30, not.
        #expect(try verdict([estimate(0.03, p: 0.004), estimate(0.03, p: 0.004)]).verdict == .same)
        #expect(try verdict([estimate(0.03, p: 0.003), estimate(0.03, p: 0.09)]).verdict == .regressed)
        #expect(try verdict([estimate(0.03, p: 0.003), estimate(0.03, p: 0.11)]).verdict == .same)
    }

    @Test func whatCouldNotBeSeenIsInconclusiveAndSaysHowLongItTakes() throws {
        // From the definition: both conditions of a finding, with their powers.
        let power = 1.959963984540054  // Normal quantile of 0.975.
        let error = min(log(1.02) / (Self.significance + power), (log(1.02) - log(1.01)) / power)
        #expect(try verdict([estimate(0, error: error * 0.999, p: 0.5)]).verdict == .same)
        #expect(try verdict([estimate(0, error: error * 1.001, p: 0.5)]).verdict == .inconclusive)
        // Nothing but its precision is known of it.
        #expect(try verdict([estimate(0, error: 0.1, p: 0.5)]).pairsNeeded == nil)
    }

    @Test func pairsThatDifferTooMuchAreTooManyToAskFor() throws {
        let magnitudes = (1...25).map(Double.init)
        let wild = magnitudes + magnitudes.map { -$0 }
        let judge = Judge(settings) { _ in 0.01 }
        #expect(judge.pairsNeeded(wild, .cpu, hypotheses: 30) == nil)
        let mad = try #require(
            judged(wild).finding(hypothesis("it"), base: 1, head: 1, logRatios: wild))
        #expect(mad.verdict == .inconclusive && mad.note == "needs more than 1000 pairs")
    }

    private func judged(_ logRatios: [Double]) -> Judge {
        var judge = Judge(settings) { _ in 0.01 }
        var critical = CriticalRankSums(alpha: judge.alpha(hypotheses: 1))
        judge.judge([hypothesis("it"): Estimate(logRatios: logRatios, &critical)!])
        return judge
    }

    @Test func theExactTestNeedsAFewPairsHoweverLargeTheChange() throws {
        let judge = Judge(settings) { _ in 0.01 }
        // 2^(1-n) <= 0.1/30 from n = 10 on.
        #expect(judge.pairsNeeded([0, 1e-9, -1e-9, 2e-9, -2e-9], .cpu, hypotheses: 30) == 10)
    }

    @Test func tooFewPairsToFindAnythingAreInconclusive() throws {
        func verdict(_ pairs: Int) throws -> Finding {
            // All the same: significant as soon as anything can be.
            let ratios = Array(repeating: 0.0, count: pairs)
            var critical = CriticalRankSums(alpha: 0.1 / 30)
            return try self.verdict([Estimate(logRatios: ratios, &critical)])
        }
        #expect(try verdict(9).verdict == .inconclusive)
        #expect(try verdict(9).smallestDetectable == nil)
        #expect(try verdict(10).verdict == .same)
        #expect(try verdict(10).smallestDetectable != nil)
        let unpaired = RankSumTest.smallestPValue(4, 4, resamples: 100)
        #expect(unpaired == 2.0 / 70)
        #expect(RankSumTest.smallestPValue(4, 4, resamples: 69) == 2.0 / 70)
        #expect(
            RankSumTest.pValue([5, 6, 7, 8], [1, 2, 3, 4], alternative: .twoSided, seed: 1, resamples: 100)
                == unpaired)
        #expect(
            SignedRankTest.smallestPValue(9)
                == SignedRankTest.pValue(Array(repeating: 1, count: 9), alternative: .twoSided))
        #expect(SignedRankTest.smallestPValue(0) == 1 && SignedRankTest.smallestPValue(1) == 1)
    }

    @Test func eachRepeatCanRefute() throws {
        var settings = settings
        settings.confirmations = 2
        let (found, not) = (estimate(0.03, p: 1e-9), estimate(0, p: 0.6))
        #expect(try verdict([found, not], of: settings).verdict == .same)
        #expect(try verdict([found, found, not], of: settings).verdict == .same)
        #expect(try verdict([found, found, nil], of: settings).verdict == .inconclusive)
        #expect(try verdict([found, found], of: settings).verdict == .inconclusive)
        #expect(try verdict([found, found, found], of: settings).verdict == .regressed)
    }

    @Test func stagesThatShareSamplesKeepThePromiseAlone() {
        func suspects(_ areStagesIndependent: Bool) -> Bool {
            var judge = Judge(settings, areStagesIndependent: areStagesIndependent) { _ in 0.01 }
            judge.judge([hypothesis("it"): estimate(0.03, p: 0.05)])
            return !judge.suspects.isEmpty
        }
        #expect(suspects(true) && !suspects(false))
    }

    @Test func aSmallAlphaIsStillANumber() throws {
        var settings = settings
        settings.alpha = 1e-300
        let finding = try verdict([estimate(0.002, error: 0.01, p: 0.4)], of: settings)
        #expect(finding.verdict == .inconclusive)
        var critical = CriticalRankSums(alpha: 1e-300)
        #expect(critical.sum(100) == nil && critical.sum(1000) != nil)
    }

    @Test func outcomesAreWorstFirst() {
        func finding(_ verdict: Finding.Verdict, gates: Bool = true, change: Double = 0, name: String = "a")
            -> Finding
        {
            Finding(
                benchmark: name, metric: .cpu, verdict: verdict, gates: gates, base: 1, head: 1,
                change: change)
        }
        let all = [finding(.same), finding(.improved), finding(.inconclusive), finding(.regressed)]
        #expect(CheckRecord.sorted(all).map(\.verdict) == [.regressed, .inconclusive, .improved, .same])
        #expect(CheckRecord.outcome(all, failed: []) == .regressed)
        #expect(CheckRecord.outcome(Array(all.dropLast()), failed: []) == .inconclusive)
        #expect(CheckRecord.outcome(Array(all.prefix(2)), failed: []) == .improved)
        #expect(CheckRecord.outcome(Array(all.prefix(1)), failed: []) == .passed)
        #expect(CheckRecord.outcome(all, failed: [OmittedBenchmark(name: "b", reason: "c")]) == .failed)
        #expect(CheckRecord.outcome([finding(.improved)], failed: [], isOpen: true) == .inconclusive)
        #expect(CheckRecord.outcome([finding(.regressed, gates: false)], failed: []) == .passed)
        let regressions = [(0.1, "b"), (-0.3, "c"), (0.1, "a")].map {
            finding(.regressed, change: $0.0, name: $0.1)
        }
        #expect(CheckRecord.sorted(regressions).map(\.benchmark) == ["c", "a", "b"])
    }

    /// A few depend on where things come to lie.
    @Test func instructionsRepeatToHalfAPercent() {
        func verdict(_ head: Double) -> Finding.Verdict? {
            ExactComparison(
                "a", base: [.instructions: .value(10_000)], head: [.instructions: .value(head)],
                thresholds: Thresholds()
            ).findings.first?.verdict
        }
        #expect(verdict(10_050) == .same && verdict(9_951) == .same)
        #expect(verdict(10_051) == .regressed && verdict(9_949) == .improved)
    }

    /// What callgrind counts is compared as a count, and not waited for among the times.
    @Test func instructionsAreACountWhereTheyAreCounted() throws {
        let counted = try MetricChoice("instructions", countsInstructions: true)
        #expect(counted.hasExact && !counted.hasVarying && counted.varying([.cpu]).isEmpty)
        let measured = try MetricChoice("instructions")
        #expect(!measured.hasExact && measured.hasVarying && measured.varying([.cpu]) == [.instructions])
    }

    @Test func countsAreComparedExactly() {
        var thresholds = Thresholds()
        func verdicts(_ base: Double, _ head: Double) -> [Finding.Verdict] {
            ExactComparison(
                "a", base: [.allocations: .value(base)], head: [.allocations: .value(head)],
                thresholds: thresholds
            ).findings.map(\.verdict)
        }
        #expect(verdicts(10, 10) == [.same])
        #expect(verdicts(10, 11) == [.regressed])
        #expect(verdicts(10, 9) == [.improved])
        #expect(verdicts(0, 1) == [.regressed])
        thresholds = try! Thresholds("mallocs=10%")
        #expect(verdicts(10, 11) == [.same])
        #expect(verdicts(10, 12) == [.regressed])
        let missing = ExactComparison(
            "a", base: [.allocations: .value(1), .allocatedBytes: .unavailable("why")],
            head: [.work("tiles"): .value(1), .allocatedBytes: .value(1), .allocations: .value(1)],
            thresholds: thresholds)
        #expect(missing.findings.count == 1 && !missing.oneSided.contains(where: \.isLost))
        #expect(
            missing.oneSided.map(\.text)
                == ["a, bytes of the base: why", "a, work:tiles of the base: not counted"])
    }
}
