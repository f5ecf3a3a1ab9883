// Processes that keep cores busy while something is measured.
import Glibc

final class Burners {
    private var processes: [pid_t] = []

    /// - Throws: `BenchmarkError.notStarted`.
    init(_ count: Int) throws(BenchmarkError) {
        // They end with us, however we end: each looks for us now and then.
        let script =
            #"while kill -0 "$1" 2>/dev/null; do n=0; while [ $n -lt 200000 ]; do n=$((n + 1)); done; done"#
        for _ in 0..<count {
            let launch = ProcessLaunch(
                name: "burner", executable: "sh", arguments: ["-c", script, "sh", "\(getpid())"])
            processes.append(try launch.start())
        }
    }

    func stop() {
        for process in processes {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
        processes = []
    }

    deinit { stop() }
}
