// JSON for github-action-benchmark: its tools `customSmallerIsBetter` and `customBiggerIsBetter`, a file each.
import FoundationEssentials

/// Which change is good in a file: the action has one direction for all entries.
enum ActionDirection: String, CaseIterable {
    case smaller, bigger
}

/// The entries of a run.
struct ActionBenchmarks {
    let record: RunRecord

    init(_ record: RunRecord) { self.record = record }

    /// What the action stores and draws, and compares with the entry of the same name of an earlier commit.
    struct Entry: Hashable, Codable {
        var name: String
        var value: Double
        /// Always the same for a name, so that the action has nothing to convert.
        var unit: String
        /// Ends in `± number`, which the action looks for; what it is stands before it.
        var range: String?
        /// For the tool tip.
        var extra: String
    }

    func data(_ direction: ActionDirection) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(entries(direction)) + Data("\n".utf8)
    }

    func entries(_ direction: ActionDirection) -> [Entry] {
        var names = UniqueNames()
        return record.benchmarks.flatMap { benchmark in
            switch direction {
            case .smaller: smaller(benchmark, &names)
            case .bigger: bigger(benchmark, &names).map { [$0] } ?? []
            }
        }
    }

    /// Not what the machine's other tenants decide: switches, faults.
    private func smaller(_ benchmark: BenchmarkRecord, _ names: inout UniqueNames) -> [Entry] {
        let metrics = benchmark.metrics.filter {
            $0.isExact || [.cpu, .wall, .peakMemory, .instructions].contains($0)
        }
        return metrics.compactMap { metric in
            let (scale, unit) = Self.unit(metric)
            return entry(
                benchmark, metric.name, benchmark.comparable(metric).map { $0 * scale }, unit, metric, &names)
        }
    }

    private func bigger(_ benchmark: BenchmarkRecord, _ names: inout UniqueNames) -> Entry? {
        let work = benchmark.work ?? WorkAmount(1, "iteration")
        let speeds = benchmark.comparable(.wall).filter { $0 > 0 }.map { Double(work.count) / $0 }
        return entry(benchmark, "throughput", speeds, Self.plain(work.unit) + "/s", .wall, &names)
    }

    private func entry(
        _ benchmark: BenchmarkRecord, _ quantity: String, _ values: [Double], _ unit: String,
        _ metric: Metric,
        _ names: inout UniqueNames
    ) -> Entry? {
        guard let median = Quantile.median(values) else { return nil }
        let name = names.name(Self.plain("\(benchmark.name) \(quantity)"))
        if metric.isExact {
            return Entry(
                name: name, value: median, unit: unit, range: nil, extra: "counted, of one iteration")
        }
        var what = "median of \(values.count) processes"
        if case .batches = benchmark.samples.first?.readings[metric] {
            what += ", of each the lowest decile of its batches"
        }
        return Entry(
            name: name, value: Self.rounded(median), unit: unit, range: Self.range(values),
            extra: "\(what)\n\(Self.plain(record.origin.machine.key))\nseed \(record.origin.seed)")
    }

    private static func range(_ values: [Double]) -> String? {
        guard values.count > 1, let low = Quantile.of(values, at: 0.25),
            let high = Quantile.of(values, at: 0.75)
        else { return nil }
        return "half the distance of the quartiles: ± \(rounded((high - low) / 2))"
    }

    private static func unit(_ metric: Metric) -> (scale: Double, unit: String) {
        switch metric {
        case .cpu, .wall: (1e9, "ns/iter")
        case .allocatedBytes: (1, "B/iter")
        case .peakMemory: (1, "B")
        case .allocations: (1, "allocs/iter")
        default: (1, plain(String(metric.name.split(separator: ":").last ?? "")) + "/iter")
        }
    }

    /// To thousandths: the action shows every digit.
    private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }

    /// The action puts names between backticks into cells of a table, and escapes nothing.
    private static func plain(_ text: String) -> String {
        String(
            text.map { character in
                switch character {
                case "|": "¦"
                case "`": "'"
                default: character.isNewline ? " " : character
                }
            })
    }
}
