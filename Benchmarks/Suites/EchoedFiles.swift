// The least that a program does with photos that another process looks at.
import Glibc
import Wire

enum EchoedFiles {
    /// Opens each file, asks for its size and for reading ahead, sends a byte to a `cat`, waits for it, and closes.
    ///
    /// - Returns: how many bytes came back. The `cat` has ended then, so that its cost is known.
    static func run(_ paths: [String]) throws -> Int {
        let (ours, theirs) = try Connection.pair()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for stream: Int32 in [0, 1] {
            posix_spawn_file_actions_adddup2(&actions, theirs.socket.number, stream)
        }
        var arguments = [strdup("cat"), nil]
        defer { free(arguments[0]) }
        var process: pid_t = 0
        let result = posix_spawnp(&process, "cat", &actions, nil, &arguments, environ)
        withExtendedLifetime(theirs) {}
        guard result == 0 else { throw SystemError("posix_spawnp", code: result) }
        let echoes = paths.reduce(0) { echoes, path in echoes + (echo(path, ours.socket.number) ? 1 : 0) }
        shutdown(ours.socket.number, Int32(SHUT_WR))
        var status: Int32 = 0
        guard waitpid(process, &status, 0) == process, status == 0 else {
            throw SystemError("waitpid", code: status)
        }
        return echoes
    }

    private static func echo(_ path: String, _ socket: Int32) -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else { return false }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { return false }
        posix_fadvise(file, 0, Int(status.st_size), POSIX_FADV_WILLNEED)
        var byte = UInt8(truncatingIfNeeded: file)
        guard send(socket, &byte, 1, Int32(MSG_NOSIGNAL)) == 1 else { return false }
        return recv(socket, &byte, 1, 0) == 1 && byte == UInt8(truncatingIfNeeded: file)
    }
}
