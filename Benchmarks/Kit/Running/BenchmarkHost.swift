// An executable that holds benchmarks, and runs each in a process of its own.
import FoundationEssentials
import Glibc

/// All benchmarks of an executable.
struct HostDescription: Sendable, Codable {
    /// Of `MeasureOrder`.
    var version = MeasureOrder.currentVersion
    var isDebugBuild: Bool
    /// Of `Toolchain`: the compiler and what it compiled for.
    var toolchain: String
    var benchmarks: [BenchmarkDescription]
    /// Executables beside this one that hold more benchmarks.
    var companions: [String]
}

/// An executable with benchmarks.
struct BenchmarkHost: Hashable, Sendable {
    /// Absolute.
    let executable: String
    /// What the file was when it was first looked at; nil where there was none.
    private let identity: FileIdentity?

    init(executable: String) {
        self.executable = executable
        identity = FileIdentity(executable)
    }

    /// Of the file.
    var name: Substring {
        executable[(executable.lastIndex(of: "/").map(executable.index(after:)) ?? executable.startIndex)...]
    }

    enum Command {
        static let describe = "describe-benchmarks"
        static let measure = "measure-benchmark"
    }

    /// What it holds, itself.
    func describe() throws(BenchmarkError) -> HostDescription {
        try answer(
            ProcessLaunch(
                name: executable, executable: executable, arguments: [Command.describe],
                timeLimit: Self.descriptionLimit))
    }

    /// Seconds that an executable may take to say what it holds: others may never end.
    private static let descriptionLimit = 60.0

    /// Carries out an order in a fresh process.
    ///
    /// - Parameters:
    ///   - padding: bytes by which its environment is longer, which moves its stack; as it is where nil.
    ///   - wrapper: the words of a program that runs it; none where empty.
    func measure(
        _ order: MeasureOrder, padding: Int? = nil, under wrapper: [String] = []
    ) throws(BenchmarkError) -> MeasureReport {
        let json = String(decoding: encoded(order), as: UTF8.self)
        // Where something traps, its reason is enough.
        var environment = ["SWIFT_BACKTRACE": "enable=no"]
        environment["BENCHMARK_PADDING"] = padding.map { String(repeating: "x", count: $0) }
        // Hash tables of the same shape in every counted run.
        if order.mode == .count || order.mode == .profile { environment["SWIFT_DETERMINISTIC_HASHING"] = "1" }
        // And arrays that grow the same.
        if order.mode == .count { environment["BENCHMARK_COUNTS"] = "1" }
        let words = wrapper + [executable, Command.measure, json]
        var launch = ProcessLaunch(
            name: order.benchmark, executable: words[0], arguments: Array(words.dropFirst()),
            environment: environment,
            // It ends itself earlier; what it started may not, and keep the report open.
            timeLimit: order.timeLimit > 0 ? Double(order.timeLimit) + 60 : .infinity)
        guard order.mode == .time, let copy = ExecutableCopy.make(of: executable) else {
            return try answer(launch)
        }
        launch.image = copy.path
        let report: MeasureReport = try answer(launch)
        withExtendedLifetime(copy) {}
        return report
    }

    private func answer<Answer: Decodable>(_ launch: ProcessLaunch) throws(BenchmarkError) -> Answer {
        let answer = Result { () throws(BenchmarkError) in try report(launch) }
        // Half the samples of one build and half of another would be compared with a straight face.
        if let identity, FileIdentity(executable) != identity { throw .changed(executable) }
        let bytes = try answer.get()
        guard let version = try? JSONDecoder().decode(Version.self, from: Data(bytes)) else {
            throw .stranger(executable)
        }
        guard version.version == MeasureOrder.currentVersion,
            let answer = try? JSONDecoder().decode(Answer.self, from: Data(bytes))
        else { throw .otherVersion(executable, version: version.version) }
        return answer
    }

    private func report(_ launch: ProcessLaunch) throws(BenchmarkError) -> [UInt8] {
        do {
            return try launch.run(reportDescriptor: MeasureReport.descriptor)
        } catch {
            switch error {
            case .failed(let benchmark, .status(ExitStatus.benchmarkFailed.rawValue), let line?):
                // It said why itself.
                throw .benchmarkFailed(benchmark: benchmark, reason: line)
            // Of alarm(2), which it set itself.
            case .failed(let benchmark, .signal(SIGALRM), _):
                throw .benchmarkFailed(
                    benchmark: benchmark, reason: "a process took longer than --time-limit")
            case .failed(executable, .status(_), _), .failed(executable, .signal(SIGKILL), _):
                throw .stranger(executable)
            default: throw error
            }
        }
    }

    private func encoded(_ order: MeasureOrder) -> Data {
        // Strings and finite numbers only, so that nothing can fail.
        try! JSONEncoder().encode(order)
    }

    private struct Version: Decodable {
        var version: Int
    }

    /// What tells a file from one that took its place (`stat(2)`).
    private struct FileIdentity: Hashable {
        private let device: UInt
        private let inode: UInt
        private let size: Int
        /// Of the contents.
        private let changed: [Int]

        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            device = UInt(status.st_dev)
            inode = UInt(status.st_ino)
            size = Int(status.st_size)
            changed = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
        }
    }

    /// The executable that runs.
    static var current: BenchmarkHost {
        let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return BenchmarkHost(executable: own ?? CommandLine.arguments[0])
    }

    /// The executable of that name in the same folder.
    func beside(_ name: String) -> BenchmarkHost {
        let folder = executable.lastIndex(of: "/").map { executable[...$0] } ?? ""
        return BenchmarkHost(executable: folder + name)
    }
}

/// The benchmarks of an executable and of its companions.
struct HostedSuite: Sendable {
    struct Member: Sendable {
        var host: BenchmarkHost
        var description: BenchmarkDescription
    }

    /// In the order in which they are declared.
    private(set) var members: [Member] = []
    private(set) var isDebugBuild = false
    /// Of `Toolchain`.
    private(set) var toolchainKey = ""

    init(_ host: BenchmarkHost) throws(BenchmarkError) {
        let own = try host.describe()
        toolchainKey = own.toolchain
        for (host, description) in [(host, own)]
            + (try own.companions.map { name throws(BenchmarkError) in
                let host = host.beside(name)
                guard ExecutableSearch.isExecutableFile(host.executable) else {
                    throw .noCompanion(host.executable)
                }
                return (host, try host.describe())
            })
        {
            for name in description.benchmarks.map(\.name) where member(name) != nil {
                throw .twoOfAName(name, member(name)!.host.executable, host.executable)
            }
            members += description.benchmarks.map { Member(host: host, description: $0) }
            isDebugBuild = isDebugBuild || description.isDebugBuild
        }
    }

    func member(_ name: String) -> Member? { members.first { $0.description.name == name } }
}

extension BenchmarkHost {
    /// The file that links lead to, since companions are beside it (`realpath(3)`).
    ///
    /// - Parameter path: relative to the working directory, or absolute.
    /// - Throws: where nothing can be run there.
    init(path: String) throws(UsageError) {
        guard ExecutableSearch.isExecutableFile(path), let real = realpath(path, nil) else {
            throw UsageError("there is no executable \(path)")
        }
        defer { free(real) }
        self.init(executable: String(cString: real))
    }
}
