// Baselines as files of a folder, to be committed or kept.
import FoundationEssentials
import Glibc

/// A folder of baselines: `NAME.json` each.
struct BaselineStore {
    static let options = [
        OptionDefinition("baselines", "DIR", "where baselines are (benchmark-baselines)")
    ]

    let folder: String

    init(_ parsed: ParsedOptions) { folder = parsed.text("baselines") ?? "benchmark-baselines" }

    /// - Returns: nil where there is none of that name.
    func read(_ name: String) throws(UsageError) -> Baseline? {
        let path = try path(name)
        guard access(path, F_OK) == 0 else { return nil }
        return try RecordFile.read(path, as: Baseline.self, "baseline")
    }

    /// Replaces it at once.
    func write(_ baseline: Baseline, _ name: String) throws {
        let path = try path(name)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try RecordFile.encoded(baseline).write(to: URL(filePath: path), options: .atomic)
    }

    /// In order.
    var names: [String] {
        let suffix = ".json"
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
            .filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }.sorted()
    }

    func remove(_ name: String) throws(UsageError) {
        guard unlink(try path(name)) == 0 else {
            throw UsageError("there is no baseline “\(name)” in \(folder)")
        }
    }

    private func path(_ name: String) throws(UsageError) -> String {
        guard !name.contains("/"), !name.hasPrefix("."), !name.isEmpty else {
            throw UsageError("“\(name)” is no name for a baseline")
        }
        return "\(folder)/\(name).json"
    }
}
