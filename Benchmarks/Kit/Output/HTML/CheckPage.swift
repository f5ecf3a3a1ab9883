// The page of a check: how far everything changed, the worst first, and what did not change folded away.

struct CheckPage {
    let record: CheckRecord

    var html: String {
        let table = CheckTable(record)
        var body = [Markup("p", [:], [Markup("strong", [:], table.headline)])]
        body += PageFrame.omissions("Failed", record.failed.map { "\($0.name): \($0.reason)" })
        let shown = record.findings.filter { $0.verdict != .same || $0.note != nil }
        let same = record.findings.filter { $0.verdict == .same && $0.note == nil }
        if !shown.isEmpty { body += [Markup("h2", [:], "What changed, or can't be told")] + figure(shown) }
        if !same.isEmpty {
            body.append(
                Markup(
                    "details", [:],
                    [Markup("summary", [:], "\(same.count) the same")] + figure(same)))
        }
        body += PageFrame.omissions("Notes", table.pageNotes)
        return PageFrame.page(title: "\(record.tool): check", body, footer: record.origin)
    }

    private func figure(_ findings: [Finding]) -> [Markup] {
        let scale = ForestPlot.scale(findings)
        let rows = findings.map { finding in
            PlotRow.row(
                "\(finding.benchmark), \(finding.metric.name)", class: finding.verdict.rawValue,
                plot: ForestPlot(finding: finding).plot(scale),
                value: [finding.verdict.label, .text(" "), change(finding)])
        }
        return [
            Markup(
                "p", ["class": "note"],
                "Mark: change from base to head; line: 95 % interval; band: too small to be worth saying."
                    + " Exact counts have no interval, and no band."),
            PlotRow.axis("change", scale),
        ] + rows + [
            Markup("h3", [:], "Numbers"), table(findings),
        ]
    }

    private func change(_ finding: Finding) -> Markup {
        let amount = { (value: Double) in MetricText.text(value, finding.metric.unit) }
        return finding.change.map { .number($0, NumberText.change($0)) }
            ?? .text(
                finding.base == finding.head
                    ? "none" : "from \(amount(finding.base)) to \(amount(finding.head))")
    }

    private func table(_ findings: [Finding]) -> Markup {
        let heading = [
            "benchmark", "metric", "verdict", "base", "head", "change", "95 % interval", "p", "pairs",
            "seen from", "note",
        ]
        return PageFrame.table("Comparisons", heading: heading, rows: findings.map(cells), saying: true)
    }

    private func cells(_ finding: Finding) -> [Markup] {
        let unit = finding.metric.unit
        let measured: [Markup] = [
            .text(finding.benchmark), .text(finding.metric.name), finding.verdict.label,
            .number(finding.base, MetricText.text(finding.base, unit)),
            .number(finding.head, MetricText.text(finding.head, unit)), change(finding),
        ]
        let stage = finding.stages.last
        let interval = stage?.spread.map { ForestPlot.text($0.interval) }
        let note = [finding.pairsNeeded.map { "needs about \($0) pairs" }, finding.note].compactMap { $0 }
        let said: [String] = [
            stage == nil ? "exact" : interval ?? "n/a",
            stage.map { NumberText.significant($0.adjustedPValue) } ?? "",
            stage.map { "\($0.estimate.precision.pairs)" } ?? "",
            finding.smallestDetectable.map(NumberText.change) ?? (stage == nil ? "any" : "n/a"),
            note.joined(separator: "; "),
        ]
        return measured + said.map(Markup.text)
    }
}
