// Counting instructions with valgrind: the same number each time, whatever else the machine does.
import FoundationEssentials
import Glibc

/// Runs a benchmark under callgrind (`valgrind(1)`).
struct Callgrind {
    /// Why it can't be had; nil where it can.
    static var obstacle: String? {
        ExecutableSearch.find("valgrind") == nil ? "valgrind is not installed" : nil
    }

    /// The instructions of some iterations of a benchmark, by function: only of its measured part, in its own process.
    ///
    /// - Throws: `UsageError` where that can't be had, `BenchmarkError` where the benchmark fails.
    static func profile(
        _ member: HostedSuite.Member, _ sampler: Sampler, iterations: Int
    ) throws -> CallgrindOutput {
        if let obstacle { throw UsageError(obstacle) }
        let name = member.description.name
        guard member.description.scope == .process else {
            throw UsageError("\(name) works in other processes, which callgrind does not follow")
        }
        let folder = "\(sampler.results.path)/.callgrind"
        try? FileManager.default.removeItem(atPath: folder)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // Valgrind gives up at debugging information that is newer than itself; the symbols are enough.
        let (stripped, file) = ("\(folder)/\(member.host.name)", "\(folder)/profile")
        _ = try ProcessLaunch(
            name: "strip", executable: "strip",
            arguments: ["--strip-debug", "-o", stripped, member.host.executable]
        ).run()
        try sampler.profile(
            HostedSuite.Member(host: BenchmarkHost(executable: stripped), description: member.description),
            iterations: iterations,
            under: [
                "valgrind", "--tool=callgrind", "--collect-atstart=no",
                "--toggle-collect=benchmark_measured_region",
                "--callgrind-out-file=\(file)", "-q",
            ])
        guard let data = try? Data(contentsOf: URL(filePath: file)),
            let output = CallgrindOutput(String(decoding: data, as: UTF8.self))
        else { throw UsageError("callgrind wrote no profile of \(name)") }
        return output
    }
}
