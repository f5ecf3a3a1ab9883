// Measuring the benchmarks of one executable, in turn.
import FoundationEssentials

/// A run of chosen benchmarks.
struct SuiteRun {
    let tool: String
    let suite: HostedSuite
    let chosen: [HostedSuite.Member]
    /// Processes of each benchmark.
    let rounds: Int
    /// Seconds after which no further round begins.
    let budget: Double
    let seed: UInt64
    let reproduce: String
    /// Whether allocations and work are counted, too.
    var isCounting = true

    /// Goes round all benchmarks again and again, in an order drawn anew each time, so that none has the machine's
    /// good hour alone.
    func run(_ sampler: inout Sampler, progress: Progress) throws -> RunRecord {
        let before = MachineMood.now
        let start = Seconds.rawMonotonicNow
        var (skipped, failed): ([OmittedBenchmark], [OmittedBenchmark]) = ([], [])
        var records: [String: BenchmarkRecord] = [:]
        var active: [HostedSuite.Member] = []
        for member in chosen {
            let name = member.description.name
            if let obstacle = member.description.obstacle {
                skipped.append(OmittedBenchmark(name: name, reason: obstacle))
                continue
            }
            progress.show("prepare \(name)")
            do {
                var record = BenchmarkRecord(member.description, plan: try sampler.plan(member))
                if isCounting { record.counts = try sampler.count(member) }
                records[name] = record
                active.append(member)
            } catch let error as BenchmarkError {
                failed.append(OmittedBenchmark(name: name, reason: "\(error)"))
            }
        }
        var random = SplitMix64(state: seed)
        for round in 0..<rounds {
            guard round == 0 || (Seconds.rawMonotonicNow - start).value < budget else { break }
            for member in active.shuffled(using: &random) {
                let name = member.description.name
                progress.show("round \(round + 1) of \(rounds): \(name)")
                do {
                    records[name]!.samples.append(try sampler.time(member, records[name]!.plan))
                } catch let error as BenchmarkError {
                    failed.append(OmittedBenchmark(name: name, reason: "\(error)"))
                    records[name] = nil
                    active.removeAll { $0.description.name == name }
                }
            }
        }
        progress.clear()
        return RunRecord(
            tool: tool,
            origin: RunOrigin(
                toolchain: suite.toolchainKey, machine: .current, before: before, after: .now, seed: seed,
                reproduce: reproduce, finished: Date.now.timeIntervalSince1970),
            benchmarks: chosen.compactMap { records[$0.description.name] }, skipped: skipped, failed: failed)
    }
}

extension SuiteRun {
    /// Measures what options ask for, with the running executable.
    ///
    /// - Parameters:
    ///   - command: the subcommand, for the line that reproduces it.
    ///   - exactOnly: only benchmarks whose counts are exact.
    /// - Returns: the record, and the folder that it may be written to.
    static func measured(
        _ tool: BenchmarkTool, _ parsed: ParsedOptions, command: String, rounds: Int, exactOnly: Bool = false
    ) throws -> (RunRecord, ResultsFolder) {
        let seed = try CommonOptions.seed(parsed)
        let budget = try parsed.duration("budget", default: 600)
        let suite = try HostedSuite(.current)
        try CommonOptions.refuseDebug(suite, parsed)
        let chosen = try Selection(parsed).choose(suite).filter { $0.description.isExact || !exactOnly }
        guard !chosen.isEmpty else { throw UsageError("none of these has exact counts") }
        var sampler = try CommonOptions.sampler(parsed, for: chosen, of: tool, seed: seed)
        let run = SuiteRun(
            tool: tool.name, suite: suite, chosen: chosen, rounds: rounds, budget: budget, seed: seed,
            reproduce: CommonOptions.reproduce(command, parsed, seed: seed, tool: tool))
        return (try run.run(&sampler, progress: Progress()), sampler.results)
    }
}
