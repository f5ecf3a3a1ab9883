// The command-line tool of a package's benchmarks: `exit(BenchmarkTool(…).run(arguments))`.
import FoundationEssentials
import Glibc

/// A tool with benchmarks of its own, and subcommands to list, run, compare and check them.
public struct BenchmarkTool: Sendable {
    /// As it calls itself.
    public var name: String
    /// With names that differ.
    public var benchmarks: [Benchmark]
    /// Executables in the same folder, tools with `BenchmarkTool` too, whose benchmarks are taken along.
    public var companions: [String]
    /// What benchmarks are given: each is an option of the subcommands that run them.
    public var inputs: [BenchmarkInput]
    /// Subcommands of its own.
    public var commands: [ToolCommand]

    public init(
        name: String, benchmarks: [Benchmark], companions: [String] = [], inputs: [BenchmarkInput] = [],
        commands: [ToolCommand] = []
    ) {
        precondition(
            Set(benchmarks.map(\.name)).count == benchmarks.count, "names of benchmarks must differ")
        self.name = name
        self.benchmarks = benchmarks
        self.companions = companions
        self.inputs = inputs
        self.commands = commands
    }

    /// Runs what the arguments ask for.
    ///
    /// - Parameter arguments: without the executable's name.
    /// - Returns: the exit status.
    public func run(_ arguments: [String] = Array(CommandLine.arguments.dropFirst())) -> Int32 {
        // Whoever started us may have these ignored or blocked: children could not be waited for, and time limits would
        // not end them.
        signal(SIGCHLD, SIG_DFL)
        signal(SIGALRM, SIG_DFL)
        var ends = sigset_t()
        sigemptyset(&ends)
        sigaddset(&ends, SIGALRM)
        pthread_sigmask(SIG_UNBLOCK, &ends, nil)
        do {
            return try start(arguments).rawValue
        } catch let error as UsageError {
            return fail("\(error.message); see `\(name) --help`", .usage)
        } catch let error as BenchmarkError {
            return fail("\(error)", .benchmarkFailed)
        } catch {
            return fail("\(error)", .internalError)
        }
    }

    private func start(_ arguments: [String]) throws -> ExitStatus {
        guard let word = arguments.first else {
            throw UsageError("a subcommand is missing")
        }
        let rest = arguments.dropFirst()
        switch word {
        case BenchmarkHost.Command.describe: return try describe()
        case BenchmarkHost.Command.measure: return try measure(rest)
        case "--help", "-h", "help":
            print(help)
            return .success
        default: break
        }
        guard let command = allCommands.first(where: { $0.name == word }) else {
            throw UsageError("there is no subcommand “\(word)”")
        }
        if rest.contains("--help") || rest.contains("-h") {
            print(command.help(tool: name))
            return .success
        }
        return try command.verdict(OptionParser.parse(rest, command.options, words: command.words.count))
    }

    var allCommands: [ToolCommand] { StandardCommands(tool: self).all + commands }

    private func describe() throws -> ExitStatus {
        #if DEBUG
            let isDebugBuild = true
        #else
            let isDebugBuild = false
        #endif
        try report(
            HostDescription(
                isDebugBuild: isDebugBuild, toolchain: Toolchain.key,
                benchmarks: benchmarks.map(\.described), companions: companions))
        return .success
    }

    /// Its error is one line, and its status tells the harness that the line is the reason.
    private func measure(_ arguments: ArraySlice<String>) throws -> ExitStatus {
        _ = fcntl(MeasureReport.descriptor, F_SETFD, FD_CLOEXEC)
        guard let json = arguments.first,
            let order = try? JSONDecoder().decode(MeasureOrder.self, from: Data(json.utf8)),
            order.version == MeasureOrder.currentVersion
        else { throw UsageError("this is for the harness alone") }
        guard let benchmark = benchmarks.first(where: { $0.name == order.benchmark }) else {
            throw UsageError("there is no benchmark “\(order.benchmark)”")
        }
        do {
            try report(try BenchmarkMeasurement(benchmark: benchmark, order: order).run())
            return .success
        } catch {
            StandardError.write("\(error)\n")
        }
        return .benchmarkFailed
    }

    private func report(_ answer: some Encodable) throws {
        let json = try JSONEncoder().encode(answer)
        var rest = Array(json)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(MeasureReport.descriptor, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else {
                throw UsageError("this is for the harness alone: descriptor 3 can't be written to")
            }
            rest = rest.dropFirst(max(0, count))
        }
    }

    private func fail(_ message: String, _ status: ExitStatus) -> Int32 {
        StandardError.write("\(name): \(message)\n")
        return status.rawValue
    }
}

/// Something that benchmarks are given, by an option or made on the spot.
public struct BenchmarkInput: Sendable {
    /// The option's name, and the key in `BenchmarkInputs`.
    public var option: OptionDefinition
    /// Makes it where the option is not given: in a folder that is kept for the next run, and is empty at first.
    let make: @Sendable (_ folder: String) throws -> Void
    /// Makes of the option's text what benchmarks get; throws `UsageError` where it is no good.
    let check: @Sendable (_ text: String) throws -> String

    /// - Parameter version: another one for another content: what was kept under others is not used.
    public init(
        _ option: OptionDefinition, version: Int,
        check: @escaping @Sendable (_ text: String) throws -> String = { $0 },
        make: @escaping @Sendable (_ folder: String) throws -> Void
    ) {
        self.option = option
        self.version = version
        self.check = check
        self.make = make
    }

    let version: Int
}

/// A subcommand.
public struct ToolCommand: Sendable {
    public var name: String
    /// What it is for, in one line.
    public var explanation: String
    /// Arguments that are no options, as the help calls them.
    public var words: [String]
    public var options: [OptionDefinition]
    let verdict: @Sendable (ParsedOptions) throws -> ExitStatus

    public init(
        _ name: String, _ explanation: String, words: [String] = [], options: [OptionDefinition] = [],
        body: @escaping @Sendable (ParsedOptions) throws -> Void
    ) {
        self.init(
            name, explanation, words: words, options: options,
            verdict: { parsed in
                try body(parsed)
                return .success
            })
    }

    init(
        _ name: String, _ explanation: String, words: [String] = [], options: [OptionDefinition] = [],
        verdict body: @escaping @Sendable (ParsedOptions) throws -> ExitStatus
    ) {
        self.name = name
        self.explanation = explanation
        self.words = words
        self.options = options
        self.verdict = body
    }
}
