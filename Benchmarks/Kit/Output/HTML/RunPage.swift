// The page of a run: suite by suite, plots of what was sampled, and a table of the same numbers.

struct RunPage {
    let record: RunRecord
    let history: RunHistory

    var html: String {
        let suites = Dictionary(grouping: record.worstFirst) { Self.suite($0.name) }.sorted {
            $0.key < $1.key
        }
        var body = [introduction]
        body += PageFrame.omissions("Failed", record.failed.map { "\($0.name): \($0.reason)" })
        for (suite, benchmarks) in suites { body += section(suite, benchmarks) }
        body += histories
        body += PageFrame.omissions("Skipped", record.skipped.map { "\($0.name): \($0.reason)" })
        return PageFrame.page(title: "\(record.tool): run", body, footer: record.origin)
    }

    private static func suite(_ name: String) -> String { String(name.prefix { $0 != "/" }) }

    private var introduction: Markup {
        let rounds = record.benchmarks.map(\.samples.count).max() ?? 0
        return Markup(
            "p", ["class": "faint"],
            "\(record.benchmarks.count) benchmarks, \(rounds) fresh processes each, \(DateText.minute(record.origin.finished))."
        )
    }

    private func section(_ suite: String, _ benchmarks: [BenchmarkRecord]) -> [Markup] {
        [Markup("h2", [:], suite)] + strips(benchmarks) + ratios(benchmarks) + [
            Markup("h3", [:], "Numbers"), table(suite, benchmarks),
        ]
    }

    private func strips(_ benchmarks: [BenchmarkRecord]) -> [Markup] {
        let plots = benchmarks.compactMap { benchmark in StripPlot(benchmark).map { (benchmark, $0) } }
        guard !plots.isEmpty else { return [] }
        let scale = StripPlot.scale(plots.map(\.1))
        let rows = plots.map { benchmark, strip in
            PlotRow.row(
                benchmark.name, plot: strip.plot(scale), value: [piece(benchmark, .cpu), spread(benchmark)])
        }
        let isThinned = plots.contains { $0.1.isThinned }
        return [
            Markup("h3", [:], "CPU time of each process"),
            Markup(
                "p", ["class": "note"],
                "Dots: processes, as far from the benchmark's own median (line) as the axis says. Box: quartiles."
                    + " Dots beyond the axis are at its end, in another colour."
                    + (isThinned ? " Of many, \(StripPlot.mostDots) at most are drawn." : "")
                    + " Beside it: median of a piece, ± half the distance of the quartiles."),
            PlotRow.axis("from its median", scale),
        ] + rows
    }

    private func ratios(_ benchmarks: [BenchmarkRecord]) -> [Markup] {
        let plots = benchmarks.compactMap { RatioPlot($0, in: record) }
        guard !plots.isEmpty else { return [] }
        let scale = RatioPlot.scale(plots)
        let rows = plots.map { plot in
            PlotRow.row(
                plot.name, plot: plot.plot(scale),
                value: [
                    .number(plot.ratio.median, NumberText.significant(plot.ratio.median)),
                    .text(plot.ratio.interval.map { " (\(Self.interval($0)))" } ?? ""),
                ])
        }
        return [
            Markup("h3", [:], "Multiples of the floor"),
            Markup(
                "p", ["class": "note"],
                "The floor does the least that the same work takes, in the same rounds. Point: median of the rounds'"
                    + " ratios; line: 95 % interval of that median, from six rounds on."),
            PlotRow.axis("times the floor", scale),
        ] + rows
    }

    private static func interval(_ interval: ClosedRange<Double>) -> String {
        "\(NumberText.significant(interval.lowerBound)) to \(NumberText.significant(interval.upperBound))"
    }

    private func table(_ suite: String, _ benchmarks: [BenchmarkRecord]) -> Markup {
        let hasInstructions = benchmarks.contains { !$0.values(.instructions).isEmpty }
        let heading =
            ["benchmark", "per", "CPU", "±", "wall", "mallocs", "bytes", "peak"]
            + (hasInstructions ? ["instructions"] : []) + ["times floor", "95 % interval"]
        let rows = benchmarks.map { benchmark in
            costs(benchmark) + (hasInstructions ? [whole(benchmark, .instructions)] : [])
                + multiple(benchmark)
        }
        return PageFrame.table("Numbers of \(suite)", heading: heading, rows: rows)
    }

    private func costs(_ benchmark: BenchmarkRecord) -> [Markup] {
        [
            .text(benchmark.name), .text(benchmark.work?.unit ?? "iteration"), piece(benchmark, .cpu),
            spread(benchmark), piece(benchmark, .wall), whole(benchmark, .allocations),
            whole(benchmark, .allocatedBytes), whole(benchmark, .peakMemory),
        ]
    }

    private func multiple(_ benchmark: BenchmarkRecord) -> [Markup] {
        let ratio = FloorRatio.shown(benchmark, in: record)
        let median: Markup =
            ratio.map { .number($0.median, NumberText.significant($0.median)) }
            ?? .text(benchmark.floor == nil ? "" : "n/a")
        return [median, .text(ratio?.interval.map(Self.interval) ?? "")]
    }

    private func piece(_ benchmark: BenchmarkRecord, _ metric: Metric) -> Markup {
        number(benchmark, metric, pieces: benchmark.work?.count ?? 1)
    }

    private func whole(_ benchmark: BenchmarkRecord, _ metric: Metric) -> Markup {
        number(benchmark, metric, pieces: 1)
    }

    private func number(_ benchmark: BenchmarkRecord, _ metric: Metric, pieces: Int) -> Markup {
        guard let median = Quantile.median(benchmark.values(metric)) else {
            return Markup("span", ["title": benchmark.obstacle(metric) ?? ""], "n/a")
        }
        let value = median / Double(pieces)
        return .number(value, MetricText.text(value, metric.unit))
    }

    private func spread(_ benchmark: BenchmarkRecord) -> Markup {
        .text(RunTable.spread(benchmark).map { " ± \($0)" } ?? "")
    }

    private var histories: [Markup] {
        let plots = record.worstFirst.compactMap { HistoryPlot($0.name, history) }
        var notes: [String] = []
        if plots.isEmpty {
            notes.append("There is no earlier run of this machine in \(history.folder).")
        } else {
            notes.append(
                "Medians of CPU time, an iteration, of \(history.runs.count) runs of this machine. They were measured at"
                    + " different times, so that a step may be the machine's as well as the program's.")
        }
        if history.others > 0 { notes.append("Not drawn, of other machines: \(history.others) runs.") }
        if !history.unreadable.isEmpty {
            notes.append(
                "Not drawn, no records that can be read: \(history.unreadable.joined(separator: ", ")).")
        }
        return [
            Markup("h2", [:], "History"), Markup("p", ["class": "note"], notes.joined(separator: " ")),
            Markup("div", ["class": "cards"], plots.map(\.card)),
        ]
    }
}
