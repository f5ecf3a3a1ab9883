// Several commands measured in turn, so that they share the machine's moods.

/// A comparison to be made.
public struct CommandComparison: Hashable, Sendable {
    /// With names that differ.
    public var commands: [BenchmarkCommand]
    /// Rounds that count; one more before them warms caches up and is thrown away.
    public var rounds: Int
    /// What the order of the commands in the rounds follows from.
    public var seed: UInt64

    public init(commands: [BenchmarkCommand], rounds: Int, seed: UInt64) {
        precondition(rounds >= 1, "a comparison has at least one round")
        precondition(Set(commands.map(\.name)).count == commands.count, "names of commands must differ")
        self.commands = commands
        self.rounds = rounds
        self.seed = seed
    }

    /// Runs all commands in every round, one at a time.
    ///
    /// - Parameters:
    ///   - prepare: called before each run with the number of the round, 0 for the warm-up; not measured.
    ///   - check: called after each run; throws where the command's result is wrong; not measured.
    /// - Throws: the first error; there is no result then.
    public func run(
        prepare: (BenchmarkCommand, Int) throws -> Void = { _, _ in },
        check: (BenchmarkCommand) throws -> Void = { _ in }
    ) throws -> MeasuredComparison {
        var samples = [[ProcessSample]](repeating: [], count: commands.count)
        let machine = MachineFacts.current
        let orders =
            [Array(commands.indices)]
            + RoundOrder.orders(commands: commands.count, rounds: rounds, seed: seed)
        for (round, order) in orders.enumerated() {
            for index in order {
                try prepare(commands[index], round)
                let sample = try commands[index].measure()
                try check(commands[index])
                if round > 0 { samples[index].append(sample) }
            }
        }
        return MeasuredComparison(
            series: zip(commands, samples).map { CommandSeries(command: $0, samples: $1) }, seed: seed,
            machine: machine, loadAtEnd: MachineFacts.currentLoad)
    }
}

/// All samples of one command, by round.
public struct CommandSeries: Hashable, Sendable, Codable {
    public var command: BenchmarkCommand
    public var samples: [ProcessSample]

    public init(command: BenchmarkCommand, samples: [ProcessSample]) {
        self.command = command
        self.samples = samples
    }

    public func values(_ metric: Metric) -> [Double] { samples.map(metric.value) }
    public func summary(_ metric: Metric) -> MetricSummary? { MetricSummary(values(metric)) }
}

/// What a comparison found.
public struct MeasuredComparison: Hashable, Sendable, Codable {
    public var series: [CommandSeries]
    public var seed: UInt64
    /// As the machine was when the comparison began.
    public var machine: MachineFacts
    /// Runnable processes on average over the last minute of it.
    public var loadAtEnd: Double

    public init(series: [CommandSeries], seed: UInt64, machine: MachineFacts, loadAtEnd: Double) {
        self.series = series
        self.seed = seed
        self.machine = machine
        self.loadAtEnd = loadAtEnd
    }

    public func series(named name: String) -> CommandSeries? { series.first { $0.command.name == name } }

    /// A command's cost in multiples of another's; nil where one was not measured or the other cost nothing.
    public func ratio(of name: String, to base: String, _ metric: Metric) -> CostRatio? {
        guard let one = series(named: name), let other = series(named: base) else { return nil }
        return CostRatio(one.values(metric), to: other.values(metric))
    }
}
