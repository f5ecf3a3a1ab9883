// What is measured, and what it takes to measure it again.

/// The benchmarks that were chosen of an executable's.
struct ChosenSuite: Sendable {
    let tool: String
    let suite: HostedSuite
    private(set) var members: [HostedSuite.Member]
    /// Whether no option left any out, so that what only a record has is missing.
    let isWhole: Bool
    /// A line for a shell that measures the same again.
    let reproduce: String

    /// What options ask for, of the running executable.
    ///
    /// - Parameter command: the subcommand.
    /// - Throws: where nothing is chosen, or it is a debug build and that was not asked for.
    init(_ tool: BenchmarkTool, _ parsed: ParsedOptions, command: String, seed: UInt64) throws {
        self.tool = tool.name
        suite = try HostedSuite(.current)
        try CommonOptions.refuseDebug(suite, parsed)
        let selection = try Selection(parsed)
        members = try selection.choose(suite)
        isWhole = selection.isEverything
        reproduce = CommonOptions.reproduce(command, parsed, seed: seed, tool: tool)
    }

    /// Without those that are not for what is measured.
    func limited(to members: [HostedSuite.Member]) -> ChosenSuite {
        var limited = self
        limited.members = members
        return limited
    }
}
