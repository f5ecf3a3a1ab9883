// What benchmarks are given: what was named, or what was made for them and kept.
import FoundationEssentials
import Glibc

extension BenchmarkInput {
    /// What benchmarks get.
    ///
    /// What is made is kept below the user's cache folder (XDG Base Directory Specification), and appears there at
    /// once, so that a run that was killed leaves nothing half made.
    func value(_ parsed: ParsedOptions, tool: String) throws -> String {
        if let given = parsed.text(option.name) { return try check(given) }
        let folder = "\(Self.cache)/\(tool)/\(option.name)-\(version)"
        if !FileManager.default.fileExists(atPath: folder) {
            let part = "\(folder).\(getpid())"
            try FileManager.default.createDirectory(atPath: part, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: part) }
            StandardError.write("\(tool): makes \(option.name) in \(folder), once\n")
            try make(part)
            // Another run may have been faster: its folder is as good.
            guard rename(part, folder) == 0 || [EEXIST, ENOTEMPTY].contains(errno) else {
                throw UsageError("\(folder) can't be made: \(String(cString: strerror(errno)))")
            }
        }
        return try check(folder)
    }

    private static var cache: String {
        func variable(_ name: String) -> String? {
            getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        return variable("XDG_CACHE_HOME") ?? variable("HOME").map { "\($0)/.cache" } ?? "/tmp"
    }
}
