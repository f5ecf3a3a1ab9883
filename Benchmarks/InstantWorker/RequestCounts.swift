// Counts requests where the benchmark sees them: workers are killed at the end, and can't tell it then.
import Glibc
import Synchronization
import Wire

/// Counters in a file that all workers of a run share.
///
/// Two numbers of eight bytes, in the machine's order: tiles, and all requests that have a reply.
struct RequestCounts {
    private let tiles: UnsafeMutablePointer<Atomic<UInt64>>
    private let all: UnsafeMutablePointer<Atomic<UInt64>>

    /// Maps the file that COLLAGE_INSTANT_COUNTS names (`mmap(2)`), for good; nil where there is none.
    init?() {
        guard let path = getenv("COLLAGE_INSTANT_COUNTS") else { return nil }
        let file = open(path, O_RDWR | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        let size = 2 * MemoryLayout<UInt64>.size
        guard let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), memory != MAP_FAILED
        else { return nil }
        tiles = memory.bindMemory(to: Atomic<UInt64>.self, capacity: 2)
        all = tiles + 1
    }

    func add(_ request: Request) {
        all.pointee.wrappingAdd(1, ordering: .relaxed)
        if case .paintTile = request { tiles.pointee.wrappingAdd(1, ordering: .relaxed) }
    }
}
