// What subcommands that measure are given: which benchmarks, inputs, seed, and where results go.

/// Options that all subcommands have that measure something.
enum CommonOptions {
    static let allowDebug = OptionDefinition(
        "allow-debug", nil, "measure debug builds, whose numbers mean nothing")
    static let callgrind = OptionDefinition(
        "callgrind", nil, "count the instructions of exact benchmarks, too, with valgrind")
    static let timeLimit = OptionDefinition("time-limit", "TIME", "for one process of a benchmark (5m)")
    static let results = OptionDefinition(
        "results", "DIR", "where results go (benchmark-results)")
    static let seed = OptionDefinition(
        "seed", "N", "for the order of processes and all that is drawn (drawn)")

    static func measuring(_ tool: BenchmarkTool) -> [OptionDefinition] {
        Selection.options + tool.inputs.map(\.option) + [callgrind, timeLimit, seed, results, allowDebug]
    }

    static func results(_ parsed: ParsedOptions) throws(UsageError) -> ResultsFolder {
        try ResultsFolder(parsed.text("results") ?? "benchmark-results")
    }

    static func seed(_ parsed: ParsedOptions) throws(UsageError) -> UInt64 {
        try parsed.integer("seed", in: 0...UInt64.max, default: UInt64.random(in: 0..<1_000_000))
    }

    /// Throws where a suite is a debug build and that was not asked for.
    static func refuseDebug(_ suite: HostedSuite, _ parsed: ParsedOptions) throws(UsageError) {
        guard suite.isDebugBuild, !parsed.has("allow-debug") else { return }
        throw UsageError("this is a debug build; build with `-c release`, or use --allow-debug")
    }

    /// The inputs that the chosen benchmarks need, given or made.
    private static func inputs(
        _ parsed: ParsedOptions, for chosen: [HostedSuite.Member], of tool: BenchmarkTool
    ) throws -> [String: String] {
        var values: [String: String] = [:]
        let needed = chosen.filter { $0.description.obstacle == nil }.flatMap(\.description.inputs)
        for input in tool.inputs where needed.contains(input.option.name) {
            values[input.option.name] = try input.value(parsed, tool: tool.name)
        }
        return values
    }

    /// What takes samples, with all that it needs.
    ///
    /// - Parameter results: those that the options name, where nil.
    static func sampler(
        _ parsed: ParsedOptions, in results: ResultsFolder? = nil, for chosen: [HostedSuite.Member],
        of tool: BenchmarkTool, seed: UInt64
    ) throws -> Sampler {
        var sampler = Sampler(
            results: try results ?? self.results(parsed), inputs: try inputs(parsed, for: chosen, of: tool),
            seed: seed)
        sampler.timeLimit = try UInt32(
            parsed.duration(timeLimit.name, default: Double(sampler.timeLimit)).rounded(.up))
        sampler.countsInstructions = parsed.has(callgrind.name)
        if sampler.countsInstructions, let obstacle = Callgrind.obstacle {
            throw UsageError("--callgrind: \(obstacle)")
        }
        return sampler
    }

    /// The line that measures the same again: subcommand and options as given, with the seed.
    static func reproduce(_ command: String, _ parsed: ParsedOptions, seed: UInt64, tool: BenchmarkTool)
        -> String
    {
        var words = [tool.name, command] + parsed.words
        for (name, value) in parsed.values.sorted(by: { $0.key < $1.key }) where name != "seed" {
            words.append("--\(name)" + (value.isEmpty ? "" : "=\(value)"))
        }
        return (words + ["--seed=\(seed)"]).map(shellWord).joined(separator: " ")
    }

    /// In single quotes where a shell would read it otherwise.
    static func shellWord(_ word: String) -> String {
        let isPlain = word.allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber || "-_=./:,+%@".contains($0))
        }
        return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
    }
}
