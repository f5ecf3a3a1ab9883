// One worker process: starting it, talking to it, knowing how it ended.

import CSystem
import Glibc
import Wire

/// A running `collage-worker`, seen from its parent.
final class WorkerProcess {
    let id: pid_t
    let connection: Connection
    /// Where the worker's standard error arrives.
    let errorOutput: FileDescriptor
    /// What it last wrote there, of bounded length.
    private var errorText: [UInt8] = []
    private static let errorTextLimit = 2048

    /// Starts a worker (`posix_spawn(3)`).
    ///
    /// It must be called from a thread that never ends: a worker dies with the thread that spawned it.
    /// The signals that stop a run are blocked here and stay so in the worker, so that Ctrl-C in a terminal
    /// reaches the coordinator alone.
    init(executable: RawPath, memoryLimit: Int) throws(SystemError) {
        let (ours, theirs) = try Connection.pair()
        var pipeEnds: [Int32] = [-1, -1]
        let piped = csystem_pipe(&pipeEnds)
        guard piped == 0 else { throw SystemError("pipe2", code: -piped) }
        errorOutput = FileDescriptor(owning: pipeEnds[0])
        let theirError = FileDescriptor(owning: pipeEnds[1])

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, theirError.number, 2)
        posix_spawn_file_actions_adddup2(&actions, theirs.socket.number, WorkerStart.socket)

        let arguments = [
            executable.bytes, Array("--parent=\(getpid())".utf8), Array("--memory=\(memoryLimit)".utf8),
        ]
        let environment = Self.environment
        var process: pid_t = 0
        let result = Self.withCStrings(arguments) { arguments in
            Self.withCStrings(environment) { environment in
                posix_spawn(&process, arguments[0]!, &actions, nil, arguments, environment)
            }
        }
        // Their ends must be open until here.
        withExtendedLifetime((theirs, theirError)) {}
        guard result == 0 else { throw SystemError("posix_spawn", code: result) }
        id = process
        connection = ours
    }

    /// Ours, but for Swift's backtracer, which costs time and prints.
    private static let environment: [[UInt8]] = {
        var variables: [[UInt8]] = []
        var next = environ
        while let variable = next.pointee {
            let bytes = RawPath(cString: variable).bytes
            if !bytes.starts(with: "SWIFT_BACKTRACE=".utf8) { variables.append(bytes) }
            next += 1
        }
        return variables + [Array("SWIFT_BACKTRACE=enable=no".utf8)]
    }()

    private static func withCStrings<Result>(
        _ strings: [[UInt8]], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let pointers = strings.map { bytes in
            let pointer = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
            for (index, byte) in bytes.enumerated() { pointer[index] = CChar(bitPattern: byte) }
            pointer[bytes.count] = 0
            return pointer
        }
        defer { pointers.forEach { $0.deallocate() } }
        return body(pointers + [nil])
    }

    /// Nanoseconds of CPU that it has used; nil once it has ended.
    var cpuTime: UInt64? {
        var nanoseconds: UInt64 = 0
        return csystem_cpu_nanoseconds(id, &nanoseconds) == 0 ? nanoseconds : nil
    }

    /// Takes in what it wrote to standard error, so that nothing of it reaches the user's terminal raw.
    ///
    /// - Returns: whether more may come.
    func drainErrorOutput() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(errorOutput.number, &buffer, buffer.count)
            guard count > 0 else { return count < 0 && errno == EAGAIN }
            errorText += buffer[..<count]
            if errorText.count > Self.errorTextLimit {
                errorText.removeFirst(errorText.count - Self.errorTextLimit)
            }
        }
    }

    /// The last line that it wrote to standard error, if any.
    var lastErrorLine: String? {
        let lines = errorText.split(separator: UInt8(ascii: "\n"))
        return lines.last.map { RawPath(bytes: $0).description }
    }

    func kill() {
        _ = Glibc.kill(id, SIGKILL)
    }

    /// Waits for its end, which must be certain (`waitpid(2)`), and says how it came.
    func reap() -> String {
        var status: Int32 = 0
        let result = csystem_reap(id, &status, 1)
        precondition(result == 1, "a worker was reaped by somebody else")
        let signal = status & 0x7f
        if signal == 0 { return "the worker ended with status \((status >> 8) & 0xff)" }
        let name = strsignal(signal).map { String(cString: $0).lowercased() } ?? "signal \(signal)"
        return "the worker was ended by signal \(signal) (\(name))"
    }

    /// Waits for the end of a killed worker, though not for one that hangs in the kernel: a second at most.
    func reapIfItEnds() {
        var status: Int32 = 0
        var tries = 0
        while csystem_reap(id, &status, 0) == 0, tries < 1000 {
            usleep(1000)
            tries += 1
        }
    }
}
