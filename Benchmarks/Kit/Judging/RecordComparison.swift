// Comparing what two runs recorded, at different times.
import Glibc

/// Two records, benchmark by benchmark.
struct RecordComparison {
    let base: RunRecord
    let head: RunRecord
    let baseName: String
    let settings: GateSettings
    let metrics: MetricChoice
    let includes: (String) -> Bool
    let reproduce: String

    func record() -> CheckRecord {
        var draft = CheckDraft(tool: head.tool, base: baseName, settings: settings, reproduce: reproduce)
        let isSameMachine = base.origin.machine.key == head.origin.machine.key
        let isSameToolchain = base.origin.toolchain == head.origin.toolchain
        if !isSameMachine { draft.notCompared.append("times: the records are of different machines") }
        if !isSameToolchain {
            draft.notCompared.append("exact counts: the records are of different toolchains")
        }
        var judge = Judge(settings) { settings.thresholds.share($0, default: GateSettings.baselineShare) }
        var estimates: [Hypothesis: Estimate] = [:]
        var spreads: [Hypothesis: SpreadOfRatio] = [:]
        let pairs = head.benchmarks.filter { includes($0.name) }.compactMap { now in
            base.benchmark(now.name).map { (before: $0, now: now) }
        }
        let alpha = judge.alpha(hypotheses: pairs.map { metrics.varying($0.now.gates).count }.reduce(0, +))
        for (before, now) in pairs {
            if isSameToolchain, metrics.hasExact, before.isExact, !now.isExact { draft.loseCounts(now.name) }
            if isSameToolchain, now.isExact {
                draft.compare(now.name, base: before.counts, head: now.counts, metrics: metrics)
            }
            for metric in metrics.varying(now.gates) where isSameMachine {
                let (head, base) = (now.logarithms(metric), before.logarithms(metric))
                guard let spread = SpreadOfRatio(head, against: base, seed: settings.seed) else { continue }
                let hypothesis = Hypothesis(benchmark: now.name, metric: metric)
                spreads[hypothesis] = spread
                estimates[hypothesis] = Estimate(
                    head, against: base, spread: spread, alpha: alpha, seed: settings.seed)
            }
        }
        judge.judge(estimates)
        for (before, now) in pairs {
            for metric in metrics.varying(now.gates) where isSameMachine {
                let hypothesis = Hypothesis(benchmark: now.name, metric: metric)
                guard
                    var finding = judge.finding(
                        hypothesis, base: Quantile.median(before.compared(metric)),
                        head: Quantile.median(now.compared(metric)))
                else {
                    draft.leaveOpen(
                        now.name, metric, because: now.obstacle(metric) ?? "fewer than two samples")
                    continue
                }
                finding.stages[0].spread = spreads[hypothesis]
                draft.findings.append(finding)
            }
        }
        draft.new = head.benchmarks.map(\.name).filter { includes($0) && base.benchmark($0) == nil }
        draft.missing = base.benchmarks.map(\.name).filter { includes($0) && head.benchmark($0) == nil }
        return draft.record(toolchain: head.origin.toolchain)
    }
}
