// Whether the gate does what it promises: an executable against itself, sometimes made worse on purpose.

/// Real runs of the gate.
struct SelfTest {
    let chosen: ChosenSuite
    let metrics: MetricChoice
    let settings: GateSettings
    let injection: Injection
    let runs: Int
    let burners: Int

    /// One benchmark in so many is made worse, in every second run.
    private static let oneInjectedOf = 3

    /// - Parameter save: called after each run with what there is so far.
    func run(_ sampler: Sampler, save: (SelfTestRecord) throws -> Void) throws -> SelfTestRecord {
        let before = MachineMood.now
        let busy = try Burners(burners)
        defer { busy.stop() }
        var random = SplitMix64(state: settings.seed)
        var record = SelfTestRecord(
            settings: settings, injection: injection, burners: burners, origin: origin(before), runs: [])
        // Only where somebody looks can something be found.
        let names = chosen.members.map(\.description).filter {
            $0.obstacle == nil && (comparesCPU($0) || comparesAllocations($0))
        }.map(\.name)
        for index in 0..<runs {
            var (sampler, settings) = (sampler, settings)
            settings.seed = random.next() >> 32
            sampler.random = SplitMix64(state: settings.seed)
            let count = index % 2 == 0 ? 0 : max(1, names.count / Self.oneInjectedOf)
            let injected = Array(names.shuffled(using: &random).prefix(count)).sorted()
            let result = try PairedCheck(
                base: chosen.suite, baseName: "itself", head: chosen, metrics: metrics, settings: settings,
                injections: Dictionary(uniqueKeysWithValues: injected.map { ($0, injection) })
            ).run(sampler, progress: Progress(prefix: "run \(index + 1) of \(runs), "))
            record.runs.append(selfTestRun(result, injected: injected))
            record.origin = origin(before)
            try save(record)
        }
        return record
    }

    private func selfTestRun(_ result: CheckResult, injected: [String]) -> SelfTestRun {
        let findings = result.record.findings
        var pairSeconds: [String: Double] = [:]
        for (name, pairs) in result.pairs.first ?? [:] {
            pairSeconds[name] = Quantile.median(pairs.map(\.seconds))
        }
        return SelfTestRun(
            injected: injected,
            exact: chosen.members.map(\.description).filter(comparesAllocations).map(\.name),
            timed: chosen.members.map(\.description).filter(comparesCPU).map(\.name),
            alarms: findings.filter { $0.verdict == .regressed }.map(Self.alarm),
            improvements: findings.filter { $0.verdict == .improved }.map(Self.alarm),
            failed: result.record.failed,
            seconds: result.seconds, mood: .now,
            logRatios: result.pairs.map { stage in
                stage.mapValues { pairs in
                    var ratios: [Metric: [Double]] = [:]
                    for metric in [Metric.cpu, .wall] {
                        ratios[metric] = pairs.compactMap { $0.logRatio(metric) }
                    }
                    return ratios
                }
            },
            pairSeconds: pairSeconds)
    }

    private static func alarm(_ finding: Finding) -> String { "\(finding.benchmark) \(finding.metric.name)" }

    private func comparesCPU(_ benchmark: BenchmarkDescription) -> Bool {
        metrics.varying(benchmark.gates).contains(.cpu)
    }

    private func comparesAllocations(_ benchmark: BenchmarkDescription) -> Bool {
        benchmark.isExact && metrics.includesExact(.allocations)
    }

    private func origin(_ before: MachineMood) -> RunOrigin {
        RunOrigin(
            toolchain: chosen.suite.toolchainKey, before: before, seed: settings.seed,
            reproduce: chosen.reproduce)
    }
}
