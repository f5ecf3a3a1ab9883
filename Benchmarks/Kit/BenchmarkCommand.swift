// What is measured: a whole command, as a user would run it.

/// A command with its arguments.
public struct BenchmarkCommand: Hashable, Sendable, Codable {
    /// As results call it: `pipeline/cold`.
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
}
