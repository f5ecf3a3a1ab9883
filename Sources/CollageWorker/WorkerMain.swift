// The worker's life: it says hello, answers requests, and ends with its coordinator.

import CSystem
import Glibc
import Vips
import Wire

/// Ends the process at once: libvips has nothing to put in order that is worth the time.
func exitWorker(with status: Int32) -> Never {
    _exit(status)
}

enum WorkerMain {
    /// Answers requests until the coordinator goes away.
    static func run(_ arguments: [String]) -> Int32 {
        guard let parent = option("parent", in: arguments), let memory = option("memory", in: arguments),
            fcntl(WorkerStart.socket, F_GETFD) >= 0
        else {
            complain("it is started by `collage`, not by hand")
            return 64
        }
        // The parent may have died before the request to die with it was made.
        _ = csystem_die_with_parent()
        guard getppid() == pid_t(parent) else { return 0 }
        _ = fcntl(WorkerStart.socket, F_SETFD, FD_CLOEXEC)
        _ = csystem_limit_process(UInt64(memory))

        do throws(VipsError) {
            try VipsLibrary.start(programName: arguments[0])
        } catch {
            complain("libvips does not start: \(error.message)")
            return 70
        }
        let connection = Connection(socket: FileDescriptor(owning: WorkerStart.socket))
        do {
            try RequestServer(connection: connection).serve()
            return 0
        } catch {
            complain("\(error)")
            return 71
        }
    }

    private static func option(_ name: String, in arguments: [String]) -> Int? {
        let prefix = "--\(name)="
        return arguments.first { $0.hasPrefix(prefix) }.flatMap { Int($0.dropFirst(prefix.count)) }
    }

    private static func complain(_ message: String) {
        let line = Array("collage-worker: \(message)\n".utf8)
        _ = write(2, line, line.count)
    }
}
