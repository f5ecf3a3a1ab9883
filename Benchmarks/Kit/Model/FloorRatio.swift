// What a benchmark costs beside the least that the same work takes.

/// A benchmark's cost in multiples of its floor's.
struct FloorRatio {
    let metric: Metric
    /// Of each round, in pieces of work where both have them.
    let rounds: [Double]
    var median: Double { Quantile.median(rounds)! }
    /// Of the median, 95 %; nil with fewer than six rounds.
    var interval: ClosedRange<Double>? { MedianInterval.of(rounds, confidence: 0.95) }

    /// Nil where either was not measured.
    init?(_ benchmark: BenchmarkRecord, of floor: String, in record: RunRecord, _ metric: Metric) {
        guard let base = record.benchmark(floor) else { return nil }
        self.metric = metric
        let scale = Double(base.work?.count ?? 1) / Double(benchmark.work?.count ?? 1)
        rounds = zip(benchmark.samples, base.samples).compactMap { sample, floor in
            guard let above = sample.value(metric), let below = floor.value(metric), below > 0 else {
                return nil
            }
            return above / below * scale
        }
        if rounds.isEmpty { return nil }
    }

    /// In CPU time, or in wall time where that is what the benchmark is about; nil where it has no floor.
    static func shown(_ benchmark: BenchmarkRecord, in record: RunRecord) -> FloorRatio? {
        guard let floor = benchmark.floor else { return nil }
        let isWaiting = benchmark.gates.contains(.wall) && !benchmark.gates.contains(.cpu)
        return FloorRatio(benchmark, of: floor, in: record, isWaiting ? .wall : .cpu)
    }
}

extension RunRecord {
    /// The benchmarks by their ratio to the floor, the largest first; then those without one, by name.
    var worstFirst: [BenchmarkRecord] {
        let ratios = benchmarks.map { FloorRatio.shown($0, in: self)?.median ?? -.infinity }
        return zip(benchmarks, ratios).sorted { one, other in
            one.1 != other.1 ? one.1 > other.1 : one.0.name < other.0.name
        }.map(\.0)
    }
}
