// Comparing two executables, process by process: the only comparison of times that can be believed on a shared machine.

/// A check of the head against a base that runs beside it.
struct PairedCheck {
    let base: HostedSuite
    /// As the record calls the base.
    let baseName: String
    let head: ChosenSuite
    let metrics: MetricChoice
    let settings: GateSettings
    /// For the self-test: what is made worse in the head, by benchmark.
    var injections: [String: Injection] = [:]

    func run(_ given: Sampler, progress: Progress) throws -> CheckResult {
        var (sampler, random) = (given, SplitMix64(state: settings.seed &+ 1))
        var draft = CheckDraft(head, base: baseName, settings: settings)
        let elapsed = { [start = draft.start] in (Seconds.rawMonotonicNow - start).value }
        var contenders: [String: Contender] = [:]
        for member in head.members {
            contenders[member.description.name] = try contender(member, with: sampler, progress, &draft)
        }
        var comparison = StagedComparison<SamplePair>(settings, metrics: contenders.mapValues(\.metrics))
        try comparison.run(elapsed: elapsed) { name, stage in
            progress.show("\(stage): \(name)")
            return try contenders[name]!.pair(&sampler, &random)
        }
        progress.clear()
        for member in head.members {
            let name = member.description.name
            if let error = comparison.failures[name] {
                draft.fail(name, error)
                continue
            }
            guard let contender = contenders[name] else { continue }
            for metric in contender.metrics { add(contender, metric, comparison, to: &draft) }
        }
        let names = Set(head.suite.members.map(\.description.name))
        draft.missing = base.members.map(\.description.name).filter { !names.contains($0) }
        return CheckResult(
            record: draft.record(toolchain: head.suite.toolchainKey), pairs: comparison.pairs,
            seconds: elapsed())
    }

    private func add(
        _ contender: Contender, _ metric: Metric, _ comparison: StagedComparison<SamplePair>,
        to draft: inout CheckDraft
    ) {
        let name = contender.head.description.name
        let pairs = comparison.pairs[0][name] ?? []
        guard
            var finding = comparison.judge.finding(
                Hypothesis(benchmark: name, metric: metric),
                base: Quantile.median(pairs.compactMap { $0.base.compared(metric) }),
                head: Quantile.median(pairs.compactMap { $0.head.compared(metric) }),
                logRatios: comparison.logRatios(name, metric, stage: 0))
        else {
            let obstacle = pairs.lazy.compactMap { $0.obstacle(metric) }.first
            draft.leaveOpen(name, metric, because: obstacle ?? "fewer than two pairs")
            return
        }
        for stage in finding.stages.indices {
            finding.stages[stage].spread = SpreadOfRatio(
                logRatios: comparison.logRatios(name, metric, stage: stage), seed: settings.seed)
        }
        draft.findings.append(finding)
    }

    /// Compares exact counts, and says what is to be timed; nil where nothing is.
    private func contender(
        _ member: HostedSuite.Member, with sampler: Sampler, _ progress: Progress, _ draft: inout CheckDraft
    ) throws -> Contender? {
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
            if metrics.hasExact, other.description.isExact, !description.isExact {
                draft.loseCounts(description.name)
            }
            if description.isExact, metrics.hasExact {
                draft.compare(
                    description.name, base: try FailureOfBase.naming { try sampler.count(other) },
                    head: try sampler.count(member, injection: injection), metrics: metrics)
            }
            let gates = metrics.varying(description.gates)
            guard !gates.isEmpty else { return nil }
            return Contender(
                base: other, head: member, plan: try sampler.plan(member), metrics: gates,
                injection: injection)
        } catch {
            if error.spoilsEverything { throw error }
            draft.fail(description.name, error)
            return nil
        }
    }
}

/// A check's record, and the pairs that it rests on, by stage and benchmark.
struct CheckResult: Sendable {
    var record: CheckRecord
    var pairs: [[String: [SamplePair]]]
    /// How long it took.
    var seconds: Double
}
