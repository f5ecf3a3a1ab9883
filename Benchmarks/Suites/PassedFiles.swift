// The least that a program does with photos that another process looks at.
import Glibc
import Layout
import Wire

enum PassedFiles {
    /// Opens each file, asks for its size and for reading ahead, passes it to a worker that answers at once
    /// (`sendmsg(2)`, SCM_RIGHTS), waits for the answer (`recv(2)`), and closes.
    ///
    /// - Returns: how many answers came. The worker has ended then.
    static func run(_ paths: [String], worker: String) throws -> Int {
        let (ours, theirs) = try Connection.pair()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, theirs.socket.number, WorkerStart.socket)
        var arguments = [strdup(worker), strdup("--parent=\(getpid())"), nil]
        defer { arguments.forEach { free($0) } }
        var process: pid_t = 0
        let result = posix_spawn(&process, worker, &actions, nil, &arguments, environ)
        withExtendedLifetime(theirs) {}
        guard result == 0 else { throw SystemError("posix_spawn", code: result) }

        var answer = [UInt8](repeating: 0, count: Connection.maxPacket)
        // It says hello first.
        var answers = recv(ours.socket.number, &answer, answer.count, 0) > 0 ? 0 : -1
        for path in paths where try pass(path, to: ours, &answer) { answers += 1 }
        shutdown(ours.socket.number, Int32(SHUT_RDWR))
        var status: Int32 = 0
        guard waitpid(process, &status, 0) == process else { throw SystemError("waitpid") }
        return answers
    }

    private static let request = Request.paintTile(
        TileRequest(
            canvas: CanvasReference(id: 1, size: PixelSize(width: 400, height: 300), capacity: 1 << 20),
            cell: PixelRect(x: 0, y: 0, width: 4, height: 3), fit: .contain, upscale: false, ground: .white,
            maxPixels: 1 << 30, allowance: 1 << 30, index: 0, attempt: 0)
    ).bytes

    private static func pass(_ path: String, to worker: Connection, _ answer: inout [UInt8]) throws -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else { return false }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { return false }
        posix_fadvise(file, 0, Int(status.st_size), POSIX_FADV_WILLNEED)
        try worker.send(request, descriptors: [file])
        return recv(worker.socket.number, &answer, answer.count, 0) > 0
    }
}
