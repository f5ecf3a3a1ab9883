// Whether the gate does what it promises: an executable against itself, sometimes made worse on purpose.
import FoundationEssentials

/// Real runs of the gate.
struct SelfTest {
    let tool: String
    let suite: HostedSuite
    let chosen: [HostedSuite.Member]
    let metrics: MetricChoice
    let settings: GateSettings
    let injection: Injection
    let runs: Int
    let burners: Int
    let reproduce: String

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
        let names = chosen.map(\.description).filter {
            $0.obstacle == nil && (comparesCPU($0) || comparesAllocations($0))
        }.map(\.name)
        for index in 0..<runs {
            var (sampler, settings) = (sampler, settings)
            settings.seed = random.next() >> 32
            sampler.random = SplitMix64(state: settings.seed)
            let count = index % 2 == 0 ? 0 : max(1, names.count / Self.oneInjectedOf)
            let injected = Array(names.shuffled(using: &random).prefix(count)).sorted()
            let result = try PairedCheck(
                tool: tool, base: suite, head: suite, baseName: "itself", chosen: chosen, metrics: metrics,
                settings: settings, reproduce: reproduce,
                injections: Dictionary(uniqueKeysWithValues: injected.map { ($0, injection) })
            ).run(sampler, progress: Progress(prefix: "run \(index + 1) of \(runs), "))
            record.runs.append(selfTestRun(result, injected: injected))
            record.origin = origin(before)
            try save(record)
        }
        return record
    }

    private func selfTestRun(_ result: CheckResult, injected: [String]) -> SelfTestRun {
        let alarms = result.record.findings.filter { [.regressed, .improved].contains($0.verdict) }
        var pairSeconds: [String: Double] = [:]
        for (name, pairs) in result.pairs.first ?? [:] {
            pairSeconds[name] = Quantile.median(pairs.map(\.seconds))
        }
        return SelfTestRun(
            injected: injected,
            exact: chosen.map(\.description).filter(comparesAllocations).map(\.name),
            timed: chosen.map(\.description).filter(comparesCPU).map(\.name),
            alarms: alarms.map { "\($0.benchmark) \($0.metric.name)" }, failed: result.record.failed,
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

    private func comparesCPU(_ benchmark: BenchmarkDescription) -> Bool {
        metrics.varying(benchmark.gates).contains(.cpu)
    }

    private func comparesAllocations(_ benchmark: BenchmarkDescription) -> Bool {
        benchmark.isExact && metrics.includesExact(.allocations)
    }

    private func origin(_ before: MachineMood) -> RunOrigin {
        RunOrigin(
            toolchain: suite.toolchainKey, machine: .current, before: before, after: .now,
            seed: settings.seed,
            reproduce: reproduce, finished: Date.now.timeIntervalSince1970)
    }
}
