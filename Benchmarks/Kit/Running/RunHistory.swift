// Runs that were kept: the medians of now beside those of then.
import FoundationEssentials

/// The runs of a folder that may be compared with one of now.
struct RunHistory: Hashable, Sendable {
    /// Of the same machine, in order of time; the run of now is the last.
    var runs: [RunRecord] = []
    /// Runs of other machines, whose times say nothing here.
    var others = 0
    /// Files that are neither runs nor baselines that can be read.
    var unreadable: [String] = []
    /// As it was given.
    var folder: String

    static let option = OptionDefinition(
        "history", "DIR", "draw the runs and baselines of this folder, too (benchmark-baselines)")
    private static let standard = "benchmark-baselines"

    /// Reads all that the option's folder has.
    ///
    /// - Throws: where the folder was asked for, and can't be listed.
    init(_ parsed: ParsedOptions) throws(UsageError) {
        folder = parsed.text(Self.option.name) ?? Self.standard
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            guard !parsed.has(Self.option.name) else { throw UsageError("\(folder) can't be listed") }
            names = []
        }
        for name in names.sorted() where name.hasSuffix(".json") { add("\(folder)/\(name)", name) }
    }

    init(_ runs: [RunRecord], folder: String) { (self.runs, self.folder) = (runs, folder) }

    private mutating func add(_ path: String, _ name: String) {
        if let baseline = try? RecordFile.read(path, as: Baseline.self, "baseline") {
            runs += baseline.times.values.joined()
        } else if let run = try? RecordFile.readRun(path) {
            runs.append(run)
        } else {
            unreadable.append(name)
        }
    }

    /// What leads up to a run: those of its machine before it, and itself.
    func before(_ run: RunRecord) -> RunHistory {
        var history = self
        let same = runs.filter { $0.origin.machine.key == run.origin.machine.key }
        history.others = runs.count - same.count
        // A record may be both in a baseline and a file of its own.
        let earlier = Set(same.filter { $0.origin.finished < run.origin.finished })
        history.runs = earlier.sorted { $0.origin.finished < $1.origin.finished } + [run]
        return history
    }
}
