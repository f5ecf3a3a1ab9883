// Comparing two executables, process by process: the only comparison of times that can be believed on a shared machine.

/// A check of the head against a base that runs beside it.
struct PairedCheck {
    let tool: String
    let base: HostedSuite
    let head: HostedSuite
    /// As the record calls the base.
    let baseName: String
    let chosen: [HostedSuite.Member]
    /// Only these metrics gate and are compared; those of each benchmark where nil.
    let metrics: Set<Metric>?
    let settings: GateSettings
    let reproduce: String
    /// For the self-test: what is made worse in the head, by benchmark.
    var injections: [String: Injection] = [:]
    /// The share of the budget that the first stage may use where repeats follow it.
    private static let firstShare = 0.75

    func run(_ sampler: Sampler, progress: Progress) throws -> CheckResult {
        var draft = CheckDraft(tool: tool, base: baseName, settings: settings, reproduce: reproduce)
        let end = Seconds(draft.start.value + settings.budget)
        let share = settings.confirmations == 0 ? 1 : Self.firstShare
        let firstEnd = Seconds(draft.start.value + settings.budget * share)
        let all = chosen.compactMap { contender($0, with: sampler, progress, &draft) }

        var sampling = PairedSampling(settings: settings, progress: progress, sampler: sampler)
        var judge = Judge(settings) { settings.thresholds.share($0, default: GateSettings.pairedShare) }
        var stages: [[String: [SamplePair]]] = []
        for stage in 0..<settings.stages {
            let suspects = judge.suspects
            let contenders = all.filter { contender in
                stage == 0 || suspects.contains { $0.benchmark == contender.name }
            }
            guard !contenders.isEmpty else { break }
            let hypotheses = stage == 0 ? all.map(\.metrics.count).reduce(0, +) : suspects.count
            let pairs = sampling.sample(contenders, stage: stage, until: stage == 0 ? firstEnd : end) {
                contender, pairs in
                contender.metrics.allSatisfy { metric in
                    HodgesLehmann.standardError(pairs.logRatios(metric)).map {
                        judge.isPrecise($0, metric, hypotheses: hypotheses)
                    } ?? false
                }
            }
            stages.append(pairs)
            judge.judge(estimates(contenders, pairs, stage: stage, judge))
        }
        progress.clear()

        draft.failed += sampling.failed
        for contender in all {
            for metric in contender.metrics {
                let hypothesis = Hypothesis(benchmark: contender.name, metric: metric)
                let pairs = stages[0][contender.name] ?? []
                guard judge.stages[0][hypothesis] != nil,
                    let base = Quantile.median(pairs.compactMap { $0.base.value(metric) }),
                    let head = Quantile.median(pairs.compactMap { $0.head.value(metric) })
                else {
                    draft.notCompared.append("\(contender.name), \(metric.name): fewer than two pairs")
                    continue
                }
                draft.findings.append(judge.finding(hypothesis, base: base, head: head, gates: true))
            }
        }
        let names = Set(head.members.map(\.description.name))
        draft.missing = base.members.map(\.description.name).filter { !names.contains($0) }
        return CheckResult(record: draft.record(toolchain: head.toolchainKey), stages: stages)
    }

    /// Compares exact counts, and says what is to be timed; nil where nothing is.
    private func contender(
        _ member: HostedSuite.Member, with sampler: Sampler, _ progress: Progress, _ draft: inout CheckDraft
    ) -> Contender? {
        let description = member.description
        guard let other = base.member(description.name) else {
            draft.new.append(description.name)
            return nil
        }
        if let obstacle = description.obstacle ?? other.description.obstacle {
            draft.skip(description.name, obstacle)
            return nil
        }
        progress.show("prepare \(description.name)")
        let injection = injections[description.name]
        do {
            if description.isExact, metrics?.contains(where: \.isExact) ?? true {
                draft.compare(
                    description.name, base: try sampler.count(other),
                    head: try sampler.count(member, injection: injection), metrics: metrics)
            }
            let gates = description.gates.filter { metrics?.contains($0) ?? true }
            guard !gates.isEmpty else { return nil }
            return Contender(
                base: other, head: member, plan: try sampler.plan(member), metrics: gates,
                injection: injection)
        } catch {
            draft.fail(description.name, error)
            return nil
        }
    }

    private func estimates(
        _ contenders: [Contender], _ pairs: [String: [SamplePair]], stage: Int, _ judge: Judge
    ) -> [Hypothesis: Estimate] {
        var estimates: [Hypothesis: Estimate] = [:]
        for contender in contenders {
            for metric in contender.metrics {
                let hypothesis = Hypothesis(benchmark: contender.name, metric: metric)
                guard stage == 0 || judge.suspects.contains(hypothesis) else { continue }
                let ratios = (pairs[contender.name] ?? []).logRatios(metric)
                estimates[hypothesis] = Estimate(logRatios: ratios, seed: settings.seed)
            }
        }
        return estimates
    }
}

/// A check's record, and the pairs that it rests on, by stage and benchmark.
struct CheckResult: Sendable {
    var record: CheckRecord
    var stages: [[String: [SamplePair]]]
}
