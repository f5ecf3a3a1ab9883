// Counts requests where the benchmark sees them: workers are killed at the end, and can't tell it then.
import Glibc
import Synchronization
import Wire

/// Counters in a file that all workers of a run share.
///
/// Three numbers of eight bytes, in the machine's order: tiles, all requests that have a reply, and nanoseconds of
/// CPU time that the workers used.
final class RequestCounts {
    private let counters: UnsafeMutablePointer<Atomic<UInt64>>
    /// CPU time of this worker that is counted already.
    private var counted: UInt64 = 0

    /// Maps the file that COLLAGE_INSTANT_COUNTS names (`mmap(2)`), for good; nil where there is none.
    init?() {
        guard let path = getenv("COLLAGE_INSTANT_COUNTS") else { return nil }
        let file = open(path, O_RDWR | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        let size = 3 * MemoryLayout<UInt64>.size
        guard let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), memory != MAP_FAILED
        else { return nil }
        counters = memory.bindMemory(to: Atomic<UInt64>.self, capacity: 3)
    }

    func add(_ request: Request) {
        if case .paintTile = request { counters[0].wrappingAdd(1, ordering: .relaxed) }
        counters[1].wrappingAdd(1, ordering: .relaxed)
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        let used = UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
        counters[2].wrappingAdd(used - counted, ordering: .relaxed)
        counted = used
    }
}
