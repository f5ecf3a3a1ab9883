// Measuring the benchmarks of one executable, in turn.

/// A run of chosen benchmarks.
struct SuiteRun {
    let chosen: ChosenSuite
    /// Processes of each benchmark.
    let rounds: Int
    /// Seconds after which no further round begins.
    let budget: Double
    let seed: UInt64
    /// Whether allocations and work are counted, too.
    var isCounting = true
    /// By benchmark, those that are run in the same batches and as many processes as here; others find their own.
    var like: [String: BenchmarkRecord] = [:]

    /// Goes round all benchmarks again and again, in an order drawn anew each time, so that none has the machine's
    /// good hour alone.
    func run(_ sampler: inout Sampler, progress: Progress) throws -> RunRecord {
        let before = MachineMood.now
        let start = Seconds.rawMonotonicNow
        var (skipped, failed): ([OmittedBenchmark], [OmittedBenchmark]) = ([], [])
        var records: [String: BenchmarkRecord] = [:]
        var active: [HostedSuite.Member] = []
        for member in chosen.members {
            let name = member.description.name
            if let obstacle = member.description.obstacle {
                skipped.append(OmittedBenchmark(name: name, reason: obstacle))
                continue
            }
            progress.show("prepare \(name)")
            do {
                var record = BenchmarkRecord(
                    member.description, plan: try like[name]?.plan ?? sampler.plan(member))
                if isCounting { record.counts = try sampler.count(member) }
                records[name] = record
                active.append(member)
            } catch let error as BenchmarkError {
                if error.spoilsEverything { throw error }
                failed.append(OmittedBenchmark(name: name, reason: "\(error)"))
            }
        }
        var random = SplitMix64(state: seed)
        for round in 0..<(active.map(processes).max() ?? 0) {
            guard round == 0 || (Seconds.rawMonotonicNow - start).value < budget else { break }
            for member in active.filter({ round < processes($0) }).shuffled(using: &random) {
                let name = member.description.name
                progress.show("round \(round + 1): \(name)")
                do {
                    records[name]!.samples.append(try sampler.time(member, records[name]!.plan))
                } catch let error as BenchmarkError {
                    if error.spoilsEverything { throw error }
                    failed.append(OmittedBenchmark(name: name, reason: "\(error)"))
                    records[name] = nil
                    active.removeAll { $0.description.name == name }
                }
            }
        }
        progress.clear()
        return RunRecord(
            tool: chosen.tool,
            origin: RunOrigin(
                toolchain: chosen.suite.toolchainKey, before: before, seed: seed,
                reproduce: chosen.reproduce),
            benchmarks: chosen.members.compactMap { records[$0.description.name] }, skipped: skipped,
            failed: failed)
    }
}

extension SuiteRun {
    /// How many of a benchmark.
    private func processes(_ member: HostedSuite.Member) -> Int {
        like[member.description.name]?.samples.count ?? rounds
    }

    /// Measures what options ask for, with the running executable.
    ///
    /// - Parameters:
    ///   - command: the subcommand, for the line that reproduces it.
    ///   - exactOnly: only benchmarks whose counts are exact.
    static func measured(
        _ tool: BenchmarkTool, _ parsed: ParsedOptions, command: String, rounds: Int, exactOnly: Bool = false
    ) throws -> MeasuredRun {
        let seed = try CommonOptions.seed(parsed)
        let budget = try parsed.duration("budget", default: 600)
        var chosen = try ChosenSuite(tool, parsed, command: command, seed: seed)
        if exactOnly { chosen = chosen.limited(to: chosen.members.filter(\.description.isExact)) }
        guard !chosen.members.isEmpty else { throw UsageError("none of these has exact counts") }
        var sampler = try CommonOptions.sampler(parsed, for: chosen.members, of: tool, seed: seed)
        let run = SuiteRun(chosen: chosen, rounds: rounds, budget: budget, seed: seed)
        return MeasuredRun(
            record: try run.run(&sampler, progress: Progress()), results: sampler.results,
            isWhole: chosen.isWhole)
    }
}

/// What a run came to.
struct MeasuredRun {
    var record: RunRecord
    /// Where it may be written to.
    var results: ResultsFolder
    /// Whether no option left out a benchmark.
    var isWhole: Bool
}
