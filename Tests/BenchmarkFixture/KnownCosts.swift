// Benchmarks that say themselves what they cost, for the tests of what is measured.
import BenchmarkKit
import Glibc

enum KnownCosts {
    static let benchmarks: [Benchmark] = [
        Benchmark("known/empty", "nothing at all") { _ in PreparedBenchmark(run: { _ in }) },
        Benchmark("known/sleep", "20 ms asleep, a run") { _ in PreparedBenchmark(run: { _ in usleep(20_000) })
        },
        Benchmark("known/sleeps", "5 ms asleep, an iteration") { _ in
            PreparedBenchmark(run: { iterations in usleep(UInt32(iterations) * 5000) })
        },
        Benchmark("known/settling", "5 ms asleep in the first two runs, and from 50 iterations on") { _ in
            var runs = 0
            return PreparedBenchmark(run: { iterations in
                runs += 1
                if runs <= 2 || iterations >= 50 { usleep(5000) }
            })
        },
        Benchmark("known/burn", "4 ms of CPU, a run") { _ in
            PreparedBenchmark(run: { _ in
                let end = cpuSeconds() + 0.004
                while cpuSeconds() < end {}
            })
        },
        Benchmark("known/helped", "4 ms of CPU, a run, of which all but 1 ms are a stand-in's") { _ in
            var standIn = 0.0
            return PreparedBenchmark(
                run: { _ in
                    let start = cpuSeconds()
                    while cpuSeconds() < start + 0.004 {}
                    standIn += cpuSeconds() - start - 0.001
                }, standInCPU: { Seconds(standIn) })
        },
        child("known/child", .processAndChildren, of: burning),
        child("known/child-apart", .process, of: burning),
        child("known/large-child", .processAndChildren, of: holding),
        Benchmark("known/calls", "5 writes, 7 reads and 64 fresh pages, a run") { _ in
            PreparedBenchmark(run: { _ in
                let null = open("/dev/null", O_RDWR)
                for _ in 0..<5 { _ = write(null, "x", 1) }
                var byte: UInt8 = 0
                for _ in 0..<7 { _ = read(null, &byte, 1) }
                close(null)
                let size = 64 * 4096
                let pages = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)!
                madvise(pages, size, MADV_NOHUGEPAGE)
                for page in 0..<64 { pages.storeBytes(of: 1, toByteOffset: page * 4096, as: UInt8.self) }
                munmap(pages, size)
            })
        },
        Benchmark("known/three", "three allocations of 100 bytes, an iteration") { _ in
            PreparedBenchmark(run: { iterations in
                for _ in 0..<3 * iterations {
                    let memory = malloc(100)
                    blackHole(memory)
                    free(memory)
                }
            })
        },
        Benchmark("known/family", "seven calls of the malloc family, and all given back") { _ in
            PreparedBenchmark(run: { _ in
                var memory = malloc(10)
                memory = realloc(memory, 5000)
                memset(memory!, 1, 5000)
                memory = realloc(memory, 40)
                memset(memory!, 1, 40)
                free(memory)
                var aligned: UnsafeMutableRawPointer?
                posix_memalign(&aligned, 64, 10)
                free(aligned)
                free(calloc(5, 2))
                free(aligned_alloc(64, 64))
                free(valloc(10))
            })
        },
    ]

    /// The shell only waits; its child is ended by its limit of about a second of CPU, as the kernel's ticks count it,
    /// on any machine.
    private static let burning = "sh -c 'ulimit -t 1; while :; do :; done'; true"
    private static let holding = "head -c 167772160 /dev/zero | tail -c 167772160 >/dev/null"

    private static func child(_ name: String, _ scope: CPUScope, of script: String) -> Benchmark {
        Benchmark(name, "a shell whose child works", scope: scope) { _ in
            let command = BenchmarkCommand(name: name, executable: "sh", arguments: ["-c", script])
            var runs = 0
            return PreparedBenchmark(run: { iterations in
                // The first only warms up.
                runs += 1
                if runs > 1 { for _ in 0..<iterations { try command.run() } }
            })
        }
    }

    private static func cpuSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
