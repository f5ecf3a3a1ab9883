// Starting processes and waiting for their end.
import CBenchmarkSystem
import Glibc

/// A program with its arguments, run to its end with `/dev/null` as input and output.
struct ProcessLaunch {
    /// As errors call it.
    var name: String
    /// A path, or a name to be found on PATH.
    var executable: String
    /// The file that is run in its place, under its name; the same where nil.
    var image: String?
    var arguments: [String]
    /// Ours where nil.
    var workingDirectory: String?
    /// Variables that it gets besides ours, or instead of ours of the same name.
    var environment: [String: String] = [:]
    /// Seconds after which it is killed, if it has not closed the descriptor of its report.
    var timeLimit = Double.infinity

    /// - Parameter reportDescriptor: the number, below 10, under which it gets a pipe to write to; none where nil.
    /// - Returns: what it wrote there.
    /// - Throws: unless it ends with status 0.
    func run(reportDescriptor: Int32? = nil) throws(BenchmarkError) -> [UInt8] {
        guard let errorOutput = tmpfile() else { throw .notStarted(command: name, errno: errno) }
        defer { fclose(errorOutput) }
        _ = fcntl(fileno(errorOutput), F_SETFD, FD_CLOEXEC)

        let pipe = try reportDescriptor.map { wanted throws(BenchmarkError) in try reportPipe(wanted) }
        let spawned = Result { () throws(BenchmarkError) in
            try spawn(errorOutput: fileno(errorOutput), report: pipe)
        }
        if let pipe { close(pipe.end) }
        defer { if let pipe { close(pipe.source) } }
        let process = try spawned.get()
        var report: [UInt8] = []
        if let pipe, !Self.readAll(pipe.source, into: &report, seconds: timeLimit) { kill(process, SIGKILL) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            precondition(errno == EINTR, "a process was reaped by somebody else")
        }
        let ending = ProcessEnding(waitStatus: status)
        guard ending == .status(0) else {
            throw .failed(
                command: name, ending: ending, lastErrorLine: Self.lastLine(of: fileno(errorOutput)))
        }
        return report
    }

    /// Starts it, and leaves it to the caller.
    func start() throws(BenchmarkError) -> pid_t {
        let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { close(nowhere) }
        return try spawn(errorOutput: nowhere, report: nil)
    }

    /// A pipe for a report, closed in other processes than the one that it is for.
    private func reportPipe(_ wanted: Int32) throws(BenchmarkError) -> ReportPipe {
        var ends: [Int32] = [-1, -1]
        let failure = benchmark_pipe(&ends)
        guard failure == 0 else { throw .notStarted(command: name, errno: failure) }
        return ReportPipe(source: ends[0], end: ends[1], wanted: wanted)
    }

    private func spawn(errorOutput: Int32, report: ReportPipe?) throws(BenchmarkError) -> pid_t {
        // Out of the way of the numbers that the process gets, which would take their place.
        let errorOutput = try outOfTheWay(errorOutput)
        defer { close(errorOutput) }
        let reportEnd = try report.map { report throws(BenchmarkError) in
            (end: try outOfTheWay(report.end), wanted: report.wanted)
        }
        defer { if let reportEnd { close(reportEnd.end) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let reportEnd { posix_spawn_file_actions_adddup2(&actions, reportEnd.end, reportEnd.wanted) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, errorOutput, 2)
        if let workingDirectory {
            let added = benchmark_spawn_in_directory(&actions, workingDirectory)
            guard added == 0 else { throw .notStarted(command: name, errno: added) }
        }
        var process: pid_t = 0
        var result: Int32
        var tries = 0
        repeat {
            result = withCStrings([executable] + arguments) { arguments in
                withCStrings(variables) { variables in
                    posix_spawnp(&process, image ?? executable, &actions, nil, arguments, variables)
                }
            }
            tries += 1
            // What another thread is just starting may have our copy open for writing until it is another program.
        } while result == ETXTBSY && tries < 1000 && usleep(1000) == 0
        guard result == 0 else { throw .notStarted(command: name, errno: result) }
        return process
    }

    /// Above all numbers that a report may have.
    private func outOfTheWay(_ descriptor: Int32) throws(BenchmarkError) -> Int32 {
        let high = fcntl(descriptor, F_DUPFD_CLOEXEC, 10)
        guard high >= 0 else { throw .notStarted(command: name, errno: errno) }
        return high
    }

    /// Our environment with the command's own variables, as `NAME=value`.
    private var variables: [String] {
        var variables: [String] = []
        var next = environ
        while let pointer = next.pointee {
            let variable = String(cString: pointer)
            let name = String(variable.prefix { $0 != "=" })
            if environment[name] == nil { variables.append(variable) }
            next += 1
        }
        return variables + environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    }

    /// - Returns: whether its end came in time.
    private static func readAll(_ descriptor: Int32, into all: inout [UInt8], seconds: Double) -> Bool {
        var part = [UInt8](repeating: 0, count: 16 << 10)
        let end = Seconds.rawMonotonicNow.value + seconds
        while true {
            let left = (end - Seconds.rawMonotonicNow.value) * 1000
            var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&waited, 1, left > 1e9 ? -1 : Int32(max(0, left.rounded(.up))))
            if ready == 0 { return false }
            if ready < 0 && errno == EINTR { continue }
            let count = read(descriptor, &part, part.count)
            if count > 0 { all += part[..<count] }
            if count == 0 || (count < 0 && errno != EINTR) { return true }
        }
    }

    /// The last line that says something: behind the reason of a trap, Swift's runtime may show the stack.
    private static func lastLine(of descriptor: Int32) -> String? {
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        let start = max(0, lseek(descriptor, 0, SEEK_END) - bytes.count)
        let count = pread(descriptor, &bytes, bytes.count, start)
        let lines = bytes.prefix(max(0, count)).split(separator: UInt8(ascii: "\n"))
        let trap = lines.last { String(decoding: $0, as: UTF8.self).contains("Fatal error: ") }
        return (trap ?? lines.last).map { String(decoding: $0, as: UTF8.self) }
    }
}

private struct ReportPipe {
    var source: Int32
    var end: Int32
    /// The number of `end` in the process.
    var wanted: Int32
}

private func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
    let pointers = strings.map { strdup($0) }
    defer { pointers.forEach { free($0) } }
    return body(pointers + [nil])
}
