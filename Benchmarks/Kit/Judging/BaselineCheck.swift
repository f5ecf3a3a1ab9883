// Comparing with a baseline: exact counts exactly, times only as well as another hour's numbers allow.

/// A check of the head against what was kept.
struct BaselineCheck {
    let name: String
    private let baseline: Baseline
    /// Whether there is one of that name, whatever it holds.
    private let isThere: Bool
    let head: ChosenSuite
    let metrics: MetricChoice
    let settings: GateSettings

    /// - Parameter baseline: its thresholds go for all that `settings` leaves open; nil where there is none.
    init(
        name: String, baseline: Baseline?, head: ChosenSuite, metrics: MetricChoice, settings: GateSettings
    ) {
        self.name = name
        self.baseline = baseline ?? Baseline()
        isThere = baseline != nil
        self.head = head
        self.metrics = metrics
        var settings = settings
        settings.thresholds = self.baseline.thresholds.overridden(by: settings.thresholds)
        self.settings = settings
    }

    func run(_ sampler: Sampler, progress: Progress) throws -> CheckRecord {
        var sampler = sampler
        var draft = CheckDraft(head, base: "baseline “\(name)”", settings: settings)
        let toolchain = head.suite.toolchainKey
        let timesKey = "\(MachineFacts.current.key); \(toolchain)"
        let counts = metrics.hasExact ? baseline.counts[toolchain] : nil
        let times = metrics.hasVarying ? baseline.earlier(timesKey) : nil
        if !isThere {
            draft.notCompared.append("there is no baseline “\(name)”; `baseline save \(name)` makes one")
        }
        if isThere, metrics.hasExact, counts == nil {
            draft.notCompared.append("exact counts: the baseline has none of \(toolchain)")
        }
        if isThere, metrics.hasVarying, times == nil {
            draft.notCompared.append("times: the baseline has none of \(timesKey)")
        }
        let chosen = head.members.filter {
            metrics.hasVarying || $0.description.isExact || counts?[$0.description.name] != nil
        }
        let present = chosen.filter { $0.description.obstacle == nil }
        for member in chosen { member.description.obstacle.map { draft.skip(member.description.name, $0) } }
        if let counts { try compare(counts, present, &sampler, progress, &draft) }
        if let times { try compare(times, present, &sampler, progress, &draft) }
        progress.clear()
        note(counts: counts, times: times, present, &draft)
        return draft.record(toolchain: toolchain, hasBase: counts != nil || times != nil)
    }

    private func compare(
        _ counts: [String: [Metric: Double]], _ members: [HostedSuite.Member], _ sampler: inout Sampler,
        _ progress: Progress, _ draft: inout CheckDraft
    ) throws {
        for member in members {
            let name = member.description.name
            guard let base = counts[name] else { continue }
            guard member.description.isExact else {
                draft.loseCounts(name)
                continue
            }
            progress.show("count \(name)")
            do {
                draft.compare(
                    name, base: base.mapValues { .value($0) }, head: try sampler.count(member),
                    metrics: metrics)
            } catch {
                if error.spoilsEverything { throw error }
                draft.fail(name, error)
            }
        }
    }

    /// The head is measured as often and in such batches as the baseline was, in each stage anew; the baseline's samples
    /// stay the same.
    private func compare(
        _ earlier: [String: BenchmarkRecord], _ members: [HostedSuite.Member], _ sampler: inout Sampler,
        _ progress: Progress,
        _ draft: inout CheckDraft
    ) throws {
        // The baseline's samples are the same in each stage.
        var judge = Judge(settings, areStagesIndependent: false) {
            settings.thresholds.share($0, default: GateSettings.baselineShare)
        }
        var first: RunRecord?
        var spreads: [Hypothesis: [SpreadOfRatio]] = [:]
        for stage in 0..<settings.stages {
            let suspects = judge.suspects
            let contenders = members.filter { member in
                let name = member.description.name
                return earlier[name] != nil
                    && (stage == 0 || suspects.contains { $0.benchmark == name })
            }
            guard !contenders.isEmpty else { break }
            let passed = (Seconds.rawMonotonicNow - draft.start).value
            let record = try SuiteRun(
                chosen: head.limited(to: contenders), rounds: settings.fewestPairs,
                budget: settings.deadline(ofStage: stage) - passed,
                seed: settings.seed &+ UInt64(stage), isCounting: false, like: earlier
            ).run(&sampler, progress: progress)
            draft.failed += record.failed
            if first == nil { first = record }
            var estimates: [Hypothesis: Estimate] = [:]
            let alpha = judge.alpha(
                hypotheses: stage == 0
                    ? record.benchmarks.map { gates(of: $0).count }.reduce(0, +) : suspects.count)
            for now in record.benchmarks {
                for metric in gates(of: now) {
                    let hypothesis = Hypothesis(benchmark: now.name, metric: metric)
                    guard stage == 0 || suspects.contains(hypothesis), let base = earlier[now.name]
                    else {
                        continue
                    }
                    let (after, before) = (now.logarithms(metric), base.logarithms(metric))
                    guard let spread = SpreadOfRatio(after, against: before, seed: settings.seed) else {
                        continue
                    }
                    estimates[hypothesis] = Estimate(
                        after, against: before, spread: spread, alpha: alpha, seed: settings.seed)
                    spreads[hypothesis, default: []].append(spread)
                }
            }
            judge.judge(estimates)
        }
        for now in first?.benchmarks ?? [] {
            for metric in gates(of: now) {
                let hypothesis = Hypothesis(benchmark: now.name, metric: metric)
                guard
                    var finding = judge.finding(
                        hypothesis,
                        base: earlier[now.name].flatMap { Quantile.median($0.compared(metric)) },
                        head: Quantile.median(now.compared(metric)))
                else {
                    draft.leaveOpen(
                        now.name, metric, because: now.obstacle(metric) ?? "fewer than two samples")
                    continue
                }
                for stage in finding.stages.indices {
                    finding.stages[stage].spread = spreads[hypothesis]?[stage]
                }
                draft.findings.append(finding)
            }
        }
    }

    private func gates(of benchmark: BenchmarkRecord) -> [Metric] {
        metrics.varying(benchmark.gates)
    }

    /// What only one side has.
    private func note(
        counts: [String: [Metric: Double]]?, times: [String: BenchmarkRecord]?,
        _ members: [HostedSuite.Member],
        _ draft: inout CheckDraft
    ) {
        guard counts != nil || times != nil else { return }
        let known = Set(counts.map { Array($0.keys) } ?? []).union(times.map { Array($0.keys) } ?? [])
        let isExpected = { (member: HostedSuite.Member) in times != nil || member.description.isExact }
        draft.new = members.filter { isExpected($0) && !known.contains($0.description.name) }.map(
            \.description.name)
        let names = Set(head.suite.members.map(\.description.name))
        if head.isWhole { draft.missing = known.filter { !names.contains($0) }.sorted() }
    }
}
