// Running a command once, and what that cost.
import Glibc

extension BenchmarkCommand {
    /// Runs the command to its end and measures it (`posix_spawnp(3)`, `wait4(2)`).
    ///
    /// Its input and output are `/dev/null`. Status 0 makes a sample; anything else is an error.
    public func measure() throws(BenchmarkError) -> ProcessSample {
        guard let errorOutput = tmpfile() else { throw .notStarted(command: name, errno: errno) }
        defer { fclose(errorOutput) }
        _ = fcntl(fileno(errorOutput), F_SETFD, FD_CLOEXEC)

        let start = Seconds.rawMonotonicNow
        let process = try spawn(errorOutput: fileno(errorOutput))
        var usage = rusage()
        var status: Int32 = 0
        while wait4(process, &status, 0, &usage) < 0 {
            precondition(errno == EINTR, "a measured process was reaped by somebody else")
        }
        let wall = Seconds.rawMonotonicNow - start

        let ending = ProcessEnding(waitStatus: status)
        guard ending == .status(0) else {
            throw .failed(
                command: name, ending: ending, lastErrorLine: Self.lastLine(of: fileno(errorOutput)))
        }
        let peak = ByteCount(usage.ru_maxrss * 1024)
        return ProcessSample(
            wall: wall, user: Seconds(usage.ru_utime), system: Seconds(usage.ru_stime), peakMemory: peak,
            isPeakInherited: Self.isInherited(peak, ofOurs: Self.ownPeakMemory))
    }

    /// Whether a child's peak may be only what it took over from us.
    ///
    /// - Parameter ours: read after the child was made. It only grows, so that it is no less than what was taken
    ///   over, whatever other threads allocated meanwhile; but the kernel counts it inexactly (proc(5), VmHWM).
    static func isInherited(_ peak: ByteCount, ofOurs ours: ByteCount) -> Bool {
        peak.value <= ours.value + (4 << 20)
    }

    private func spawn(errorOutput: Int32) throws(BenchmarkError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, errorOutput, 2)
        if let workingDirectory {
            let added = SpawnDirectory.add(workingDirectory, to: &actions)
            guard added == 0 else { throw .notStarted(command: name, errno: added) }
        }
        var process: pid_t = 0
        let result = withCStrings([executable] + arguments) { arguments in
            withCStrings(variables) { variables in
                posix_spawnp(&process, executable, &actions, nil, arguments, variables)
            }
        }
        guard result == 0 else { throw .notStarted(command: name, errno: result) }
        return process
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

    /// Our own ru_maxrss (`getrusage(2)`).
    static var ownPeakMemory: ByteCount {
        var usage = rusage()
        getrusage(RUSAGE_SELF.rawValue, &usage)
        return ByteCount(usage.ru_maxrss * 1024)
    }

    private static func lastLine(of descriptor: Int32) -> String? {
        var bytes = [UInt8](repeating: 0, count: 2048)
        let start = max(0, lseek(descriptor, 0, SEEK_END) - bytes.count)
        let count = pread(descriptor, &bytes, bytes.count, start)
        let lines = bytes.prefix(max(0, count)).split(separator: UInt8(ascii: "\n"))
        return lines.last.map { String(decoding: $0, as: UTF8.self) }
    }
}

/// The working directory of a process to be, which glibc declares for `_GNU_SOURCE` only.
private enum SpawnDirectory {
    private typealias Function =
        @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>) -> Int32

    /// Calls `posix_spawn_file_actions_addchdir_np(3)`, and gives what it gives: 0 or an errno.
    static func add(_ path: String, to actions: inout posix_spawn_file_actions_t) -> Int32 {
        guard let symbol = dlsym(nil, "posix_spawn_file_actions_addchdir_np") else { return ENOSYS }
        return unsafeBitCast(symbol, to: Function.self)(&actions, path)
    }
}

private func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
    let pointers = strings.map { strdup($0) }
    defer { pointers.forEach { free($0) } }
    return body(pointers + [nil])
}
