// A change with its interval, beside what is worth saying: a row of a forest plot.
import Glibc

struct ForestPlot {
    let finding: Finding

    private var interval: ClosedRange<Double>? { finding.stages.last?.spread?.interval }

    /// Symmetric, and wide enough for the estimates of all and the intervals of most.
    static func scale(_ findings: [Finding]) -> RatioScale {
        let plots = findings.map(ForestPlot.init)
        let estimates = plots.flatMap { [$0.finding.change, $0.finding.threshold.map { 1.5 * $0 }] }
        let ends = plots.flatMap { [$0.interval?.lowerBound, $0.interval?.upperBound] }
        let sizes = { (changes: [Double?]) in
            changes.compactMap { $0 }.filter { $0 > -1 }.map { log1p($0).magnitude }
        }
        let most = max(sizes(estimates).max() ?? 0, Quantile.of(sizes(ends), at: 0.95) ?? 0)
        let half = exp(min(log(4), max(0.015, most * 1.1)))
        return RatioScale(1 / half...half, labels: .changes)
    }

    func plot(_ scale: RatioScale) -> Markup {
        let across = { (change: Double) in PlotRow.percent(scale.place(1 + change)) }
        var shapes: [Markup] = []
        if let threshold = finding.threshold {
            let low = scale.place(1 / (1 + threshold))
            shapes.append(
                Markup(
                    "rect",
                    [
                        "class": "band", "x": PlotRow.percent(low), "height": "24",
                        "width": PlotRow.percent(scale.place(1 + threshold) - low),
                    ]))
        }
        shapes += scale.ticks.map { tick in
            let place = PlotRow.percent(scale.place(tick.ratio))
            return Markup(
                "line",
                ["class": tick.ratio == 1 ? "grid one" : "grid", "x1": place, "x2": place, "y2": "24"])
        }
        if let interval {
            shapes.append(
                Markup(
                    "line",
                    [
                        "class": "interval", "x1": across(interval.lowerBound),
                        "x2": across(interval.upperBound),
                        "y1": "12", "y2": "12",
                    ]))
        }
        if let change = finding.change ?? (finding.base == finding.head ? 0 : nil) {
            shapes.append(
                Markup(
                    "svg", ["x": across(change), "y": "12", "overflow": "visible"],
                    [Markup("path", ["class": "shape", "d": finding.verdict.outline])]))
        }
        return Plot.flexible("\(finding.benchmark), \(finding.metric.name)", description(scale), shapes)
    }

    private func description(_ scale: RatioScale) -> String {
        let change = finding.change.map(NumberText.change) ?? "n/a"
        let interval = interval.map { ", 95 % interval \(Self.text($0))" } ?? ""
        let isOutside = [finding.change, self.interval?.lowerBound, self.interval?.upperBound].contains {
            $0.map { !scale.contains(1 + $0) } ?? false
        }
        return "\(finding.verdict.text): \(change)\(interval)."
            + (isOutside ? " What lies beyond the axis is drawn at its end." : "")
    }

    static func text(_ interval: ClosedRange<Double>) -> String {
        "\(NumberText.change(interval.lowerBound)) to \(NumberText.change(interval.upperBound))"
    }
}

/// Verdicts differ in shape and word, not only in colour.
extension Finding.Verdict {
    /// Around its middle, some ten units wide.
    fileprivate var outline: String {
        switch self {
        case .regressed: "M-5 4.5H5L0 -5Z"
        case .improved: "M-5 -4.5H5L0 5Z"
        case .inconclusive: "M-5.5 0L0 -5.5L5.5 0L0 5.5Z"
        case .same: "M-3.5 -3.5H3.5V3.5H-3.5Z"
        }
    }

    private var sign: String {
        switch self {
        case .regressed: "▲"
        case .improved: "▼"
        case .inconclusive: "◇"
        case .same: "■"
        }
    }

    var text: String { rawValue }
    var label: Markup { Markup("span", ["class": "verdict \(rawValue)"], "\(sign) \(rawValue)") }
}
