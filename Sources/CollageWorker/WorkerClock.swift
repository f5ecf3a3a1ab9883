// What the worker tells of itself: time and memory.

import Glibc

enum WorkerClock {
    /// Nanoseconds on the monotonic clock (`clock_gettime(2)`).
    static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}

/// The private memory of this process; shared canvases and code are not in it.
struct AnonymousMemory {
    private let statm = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    private let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))

    /// In bytes: resident less shared pages, the second and third number of `/proc/self/statm` (proc(5)).
    var bytes: Int {
        var text = [UInt8](repeating: 0, count: 128)
        let count = pread(statm, &text, text.count, 0)
        guard count > 0 else { return 0 }
        let numbers = text[..<count].split(separator: UInt8(ascii: " "))
            .prefix(3).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
        return numbers.count == 3 ? (numbers[1] - numbers[2]) * pageSize : 0
    }
}
