// Whole commands, run as a user would run them.

/// A command with its arguments.
public struct BenchmarkCommand: Hashable, Sendable, Codable {
    /// As errors call it.
    public var name: String
    /// A path, or a name to be found on PATH.
    public var executable: String
    /// Without the executable.
    public var arguments: [String]
    /// Ours where nil.
    public var workingDirectory: String?
    /// Variables that it gets besides ours, or instead of ours of the same name.
    public var environment: [String: String]

    public init(
        name: String, executable: String, arguments: [String] = [], workingDirectory: String? = nil,
        environment: [String: String] = [:]
    ) {
        self.name = name
        self.executable = executable
        self.arguments = arguments
        self.workingDirectory = workingDirectory
        self.environment = environment
    }

    /// Runs it to its end (`posix_spawnp(3)`, `waitpid(2)`), with `/dev/null` as input and output.
    ///
    /// Status 0 is a result; anything else is an error, with its last line on standard error.
    public func run() throws(BenchmarkError) {
        _ = try ProcessLaunch(
            name: name, executable: executable, arguments: arguments, workingDirectory: workingDirectory,
            environment: environment
        ).run()
    }
}
