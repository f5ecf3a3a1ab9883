// What `run` shows: the table, what it means, and the JSON.
import BenchmarkKit
import FoundationEssentials

struct RunReport {
    let photos: PhotoFolder
    let rounds: Int
    let result: MeasuredComparison
    let skipped: [SkippedBenchmark]

    var lines: [String] { table.lines + [""] + skips + verdicts + facts }

    private var table: TextTable {
        var table = TextTable(
            heading: [
                "benchmark", "wall s", "min–max", "CPU s", "min–max", "user+system", "peak MB", "wall/floor",
                "CPU/floor",
            ])
        for series in result.series {
            guard let wall = series.summary(.wall), let cpu = series.summary(.cpu),
                let user = series.summary(.user), let system = series.summary(.system),
                let peak = series.summary(.peakMemory)
            else { continue }
            let isBound = series.samples.contains(where: \.isPeakInherited)
            table.append([
                series.command.name, seconds(wall.median), range(wall), seconds(cpu.median), range(cpu),
                "\(seconds(user.median))+\(seconds(system.median))",
                (isBound ? "≤" : "") + NumberText.megabytes(peak.median), floorRatio(series, .wall),
                floorRatio(series, .cpu),
            ])
        }
        return table
    }

    private var skips: [String] { skipped.map { "\($0.name) was skipped: \($0.reason)" } }

    private var verdicts: [String] {
        let cold = WholeCommand.cold.rawValue
        return [WholeCommand.graphicsMagick, .graphicsMagickDefine, .imageMagick].map(\.rawValue).compactMap {
            peer in
            guard let wall = result.ratio(of: cold, to: peer, .wall),
                let cpu = result.ratio(of: cold, to: peer, .cpu)
            else { return nil }
            return "\(cold) / \(peer): wall \(text(wall)), CPU \(text(cpu))"
        }
    }

    private var facts: [String] {
        let machine = result.machine
        let loads = [machine.load, result.loadAtEnd].map { NumberText.fixed($0, digits: 2) }
        var lines = [
            "\(photos.photos.count) photos; medians of \(rounds) rounds after a warm-up, in turn, seed"
                + " \(result.seed); ratios: of medians (median of rounds)",
            "Peak is of the largest single process; ≤: at most that, since it took as much over from us.",
            "\(machine.cores) cores, \(machine.kernel), load \(loads[0]) before and \(loads[1]) after",
        ]
        if photos.otherEntries > 0 {
            let others = "\(photos.otherEntries) entries that are no JPEG files"
            lines.append("The folder also holds \(others): only collage looks at them.")
        }
        return lines
    }

    private func floorRatio(_ series: CommandSeries, _ metric: Metric) -> String {
        result.ratio(of: series.command.name, to: WholeCommand.floor.rawValue, metric).map(text) ?? "n/a"
    }

    private func text(_ ratio: CostRatio) -> String {
        let (medians, rounds) = (ratio.ofMedians, ratio.medianOfRounds)
        return "\(NumberText.fixed(medians, digits: 2)) (\(NumberText.fixed(rounds, digits: 2)))"
    }

    private func seconds(_ value: Double) -> String { NumberText.fixed(value, digits: 3) }

    private func range(_ summary: MetricSummary) -> String {
        "\(seconds(summary.minimum))–\(seconds(summary.maximum))"
    }

    /// Writes all samples, replacing the file at once.
    func writeJSON(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let file = ReportFile(photos: photos.photos.count, result: result, skipped: skipped)
        try encoder.encode(file).write(to: URL(filePath: path), options: .atomic)
    }
}

/// The JSON of a run.
private struct ReportFile: Encodable {
    /// Of this form.
    var version = 1
    var photos: Int
    var result: MeasuredComparison
    var skipped: [SkippedBenchmark]
}
