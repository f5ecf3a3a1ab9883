// What `check` shows: what changed, worst first, and how sure that is.

struct CheckTable {
    let record: CheckRecord

    init(_ record: CheckRecord) { self.record = record }

    var lines: [String] {
        [headline] + (rows.isEmpty ? [] : [""] + table.lines) + [""] + notes
    }

    var headline: String {
        let subject =
            switch record.outcome {
            case .passed: "Passed: nothing became slower"
            case .improved: "Passed: something became faster"
            case .inconclusive: "Inconclusive: some can't be told"
            case .regressed: "Regressed"
            case .noBaseline: "There is nothing to compare with"
            case .failed: "Failed: something could not be measured"
            }
        return "\(subject) (\(record.findings.count) comparisons with \(record.base))"
    }

    /// Those that say something; the rest is folded.
    private var rows: [Finding] { record.findings.filter { $0.verdict != .same || $0.note != nil } }

    var table: TextTable {
        var table = TextTable(
            heading: [
                "benchmark", "metric", "verdict", "base", "head", "change", "95 % interval", "p", "pairs",
                "seen from",
            ])
        for finding in rows { table.append(cells(finding)) }
        return table
    }

    private func cells(_ finding: Finding) -> [String] {
        let stage = finding.stages.last
        let verdict =
            finding.verdict.rawValue + (finding.pairsNeeded.map { " (needs about \($0) pairs)" } ?? "")
            + (finding.note.map { " (\($0))" } ?? "")
        return [
            finding.benchmark, finding.metric.name, verdict,
            MetricText.text(finding.base, finding.metric.unit),
            MetricText.text(finding.head, finding.metric.unit),
            finding.change.map(NumberText.change) ?? "n/a",
            stage.map { $0.spread.map { interval($0.interval) } ?? "n/a" } ?? "exact",
            stage.map { NumberText.significant($0.adjustedPValue) } ?? "",
            stage.map { "\($0.estimate.precision.pairs)" } ?? "",
            finding.smallestDetectable.map(NumberText.change) ?? (stage == nil ? "any" : "n/a"),
        ]
    }

    private func interval(_ interval: ClosedRange<Double>) -> String {
        "\(NumberText.change(interval.lowerBound)) to \(NumberText.change(interval.upperBound))"
    }

    var notes: [String] {
        let same = record.findings.count - rows.count
        let origin = record.origin
        return (same > 0 ? ["\(same) the same" + (rows.isEmpty ? "" : ", not shown")] : [])
            + record.failed.map { "\($0.name) FAILED: \($0.reason)" } + omissions + explanations + [
                origin.machine.key + ", " + origin.toolchain,
                MoodText.line(origin.before, origin.after) + (outliers.map { "; pairs: " + $0 } ?? ""),
                "Again: \(origin.reproduce)",
            ]
    }

    /// What a page says that has everything else in its own places.
    var pageNotes: [String] {
        omissions + explanations + (outliers.map { ["Pairs of the first stage: " + $0] } ?? [])
    }

    private var omissions: [String] {
        var lines: [String] = []
        if !record.new.isEmpty { lines.append("New, with nothing to compare with: " + list(record.new)) }
        if !record.missing.isEmpty { lines.append("Missing here, but in the base: " + list(record.missing)) }
        lines += record.notCompared.map { "Not compared: \($0)" }
        let reasons = Dictionary(grouping: record.skipped, by: \.reason).sorted { $0.key < $1.key }
        lines += reasons.map { "Skipped, since \($0.key): \(list($0.value.map(\.name)))" }
        return lines
    }

    private func list(_ names: [String]) -> String { names.joined(separator: ", ") }

    private var explanations: [String] {
        guard record.findings.contains(where: { !$0.stages.isEmpty }) else { return [] }
        let settings = record.settings
        return (smallestSeen.map { [$0] } ?? []) + [
            "Any false alarm in the whole suite: at most \(NumberText.fixed(settings.alpha * 100, digits: 1)) %, over"
                + " \(settings.stages) stages; interval: 95 %, by bootstrap over processes, of the last"
                + " stage; p: adjusted by Holm; seen from: the smallest change found with power"
                + " \(NumberText.fixed(settings.power, digits: 2))."
        ]
    }

    /// What this check could see at all.
    private var smallestSeen: String? {
        let seen = record.findings.compactMap(\.smallestDetectable)
        guard let middle = Quantile.median(seen), let worst = seen.max() else { return nil }
        return "Changes from \(NumberText.change(middle)) could be seen in half of the comparisons, from"
            + " \(NumberText.change(worst)) in all."
    }

    /// Nil where nothing was sampled.
    private var outliers: String? {
        let stages = record.findings.compactMap(\.stages.first)
        let counts = stages.compactMap(\.spread?.outliers)
        let pairs = stages.map(\.estimate.precision.pairs).reduce(0, +)
        guard pairs > 0 else { return nil }
        let severe = counts.map { $0.lowSevere + $0.highSevere }.reduce(0, +)
        let all = counts.map(\.total).reduce(0, +)
        return "\(all) outliers of \(pairs), \(severe) of them severe, none dropped"
    }
}
