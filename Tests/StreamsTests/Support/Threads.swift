// Threads of our own: several at a time, or one with a small stack.
import Glibc
import Streams
import Testing

/// Runs the body on that many threads at a time, and returns when all have ended.
func inParallel(_ count: Int, stackSize: Int = 512 * 1024, _ body: @escaping (Int) -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, stackSize)
    let threads = (0..<count).map { index in
        var thread = pthread_t()
        let work = Unmanaged.passRetained(ThreadWork { body(index) })
        let status = pthread_create(
            &thread, &attributes,
            { argument in
                Unmanaged<ThreadWork>.fromOpaque(argument!).takeRetainedValue().run()
                return nil
            }, work.toOpaque())
        precondition(status == 0)
        return thread
    }
    for thread in threads { pthread_join(thread, nil) }
}

private final class ThreadWork {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
}

/// Random numbers that repeat: the seed is printed, and read from `STREAMS_SEED`.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(_ test: String = #function) {
        let given = getenv("STREAMS_SEED").flatMap { UInt64(String(cString: $0)) }
        let seed = given ?? UInt64.random(in: 1...UInt64(UInt32.max))
        print("\(test): STREAMS_SEED=\(seed)")
        state = seed
    }

    /// SplitMix64, after Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
