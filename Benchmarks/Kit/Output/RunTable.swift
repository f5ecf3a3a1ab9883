// What `run` shows: a row for each benchmark, and how to read them.

struct RunTable {
    let record: RunRecord

    init(_ record: RunRecord) { self.record = record }

    var lines: [String] { table.lines + [""] + notes }
    var notes: [String] { omissions + facts }

    var table: TextTable {
        var table = TextTable(
            heading: [
                "benchmark", "per", "CPU", "±", "wall", "mallocs", "bytes", "peak", "instructions",
                "CPU/floor", "wall/floor",
            ])
        for benchmark in record.benchmarks {
            table.append([
                benchmark.name, benchmark.work?.unit ?? "iteration", piece(benchmark, .cpu),
                Self.spread(benchmark) ?? "n/a",
                piece(benchmark, .wall), whole(benchmark, .allocations), whole(benchmark, .allocatedBytes),
                whole(benchmark, .peakMemory), whole(benchmark, .instructions), ratio(benchmark, .cpu),
                ratio(benchmark, .wall),
            ])
        }
        return table.withoutColumns { $0 == "n/a" || $0.isEmpty }
    }

    /// A piece of work.
    private func piece(_ benchmark: BenchmarkRecord, _ metric: Metric) -> String {
        guard let median = Quantile.median(benchmark.values(metric)) else { return "n/a" }
        return MetricText.text(median / Double(benchmark.work?.count ?? 1), metric.unit)
    }

    /// An iteration, or the process.
    private func whole(_ benchmark: BenchmarkRecord, _ metric: Metric) -> String {
        Quantile.median(benchmark.values(metric)).map { MetricText.text($0, metric.unit) } ?? "n/a"
    }

    /// Half the distance of the quartiles, as a share of the median; nil where there is none.
    static func spread(_ benchmark: BenchmarkRecord) -> String? {
        let values = benchmark.values(.cpu)
        guard let low = Quantile.of(values, at: 0.25), let high = Quantile.of(values, at: 0.75),
            let median = Quantile.median(values), median > 0
        else { return nil }
        return NumberText.fixed((high - low) / 2 / median * 100, digits: 1) + " %"
    }

    private func ratio(_ benchmark: BenchmarkRecord, _ metric: Metric) -> String {
        guard let floor = benchmark.floor else { return "" }
        return FloorRatio(benchmark, of: floor, in: record, metric).map {
            NumberText.fixed($0.median, digits: 2)
        }
            ?? "n/a"
    }

    private var omissions: [String] {
        record.skipped.map { "\($0.name) was skipped: \($0.reason)" }
            + record.failed.map { "\($0.name) FAILED: \($0.reason)" }
    }

    private var facts: [String] {
        let origin = record.origin
        let rounds = record.benchmarks.map(\.samples.count).max() ?? 0
        return [
            "Medians over \(rounds) fresh processes each; ±: half the distance of the quartiles. mallocs and bytes are"
                + " of one iteration.",
            "…/floor: the median of the rounds' ratios to the least that the same work takes, measured in turn.",
            "\(origin.machine.key); \(origin.toolchain)",
            MoodText.line(origin.before, origin.after),
            "Again: \(origin.reproduce)",
        ]
    }
}

/// How busy the machine was, for people.
enum MoodText {
    static func line(_ before: MachineMood, _ after: MachineMood) -> String {
        let stolen =
            after.stolenShare(since: before).map { NumberText.fixed($0 * 100, digits: 1) + " %" } ?? "n/a"
        let pressure =
            if let end = after.pressure, let start = before.pressure {
                NumberText.fixed(Double(end - start) / 1e6, digits: 1) + " s"
            } else {
                "n/a"
            }
        return
            "Load \(NumberText.fixed(before.load, digits: 2)) before, \(NumberText.fixed(after.load, digits: 2))"
            + " after; stolen by the host \(stolen); waited for a core (PSI) \(pressure)"
    }
}
