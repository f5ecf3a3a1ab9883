// Instructions, where the hardware counts them and the kernel lets us.
import CBenchmarkSystem
import Glibc

/// A counter of this process' instructions in user mode, with those of threads and children made later.
struct InstructionCounter: ~Copyable {
    private let descriptor: Int32
    /// Why there is none.
    private var obstacle: String?
    private var counted: UInt64 = 0

    init() {
        descriptor = benchmark_open_instruction_counter()
        if descriptor < 0 { obstacle = "no hardware counter: \(String(cString: strerror(errno)))" }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    mutating func start() {
        guard obstacle == nil, !benchmark_start_counter(descriptor) else { return }
        obstacle = "the hardware counter can't be started: \(String(cString: strerror(errno)))"
    }

    mutating func stop() {
        guard obstacle == nil, !benchmark_stop_counter(descriptor) else { return }
        obstacle = "the hardware counter can't be stopped: \(String(cString: strerror(errno)))"
    }

    /// Takes in what was counted since `start`: a system call more, so that it is not where calls are counted.
    mutating func collect() {
        guard obstacle == nil else { return }
        var value: UInt64 = 0
        if benchmark_read_counter(descriptor, &value) {
            counted += value
            return
        }
        obstacle = "the hardware counter can't be read: \(String(cString: strerror(errno)))"
    }

    /// Of all that passed between `start` and `stop`, an iteration.
    borrowing func reading(iterations: Int) -> Reading {
        if let obstacle { return .unavailable(obstacle) }
        // A virtual machine may have a counter that never counts.
        guard counted > 0 else { return .unavailable("the hardware counter stands still") }
        return .value(Double(counted) / Double(iterations))
    }
}
