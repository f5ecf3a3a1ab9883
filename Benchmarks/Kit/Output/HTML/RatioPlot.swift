// How many times its floor a benchmark costs, with an interval.

struct RatioPlot {
    let name: String
    let ratio: FloorRatio
    let floor: String

    /// Nil where it has no floor, or that was not measured.
    init?(_ benchmark: BenchmarkRecord, in record: RunRecord) {
        guard let floor = benchmark.floor, let ratio = FloorRatio.shown(benchmark, in: record) else {
            return nil
        }
        (name, self.ratio, self.floor) = (benchmark.name, ratio, floor)
    }

    static func scale(_ plots: [RatioPlot]) -> RatioScale {
        let ends = plots.flatMap {
            [$0.ratio.median, $0.ratio.interval?.lowerBound, $0.ratio.interval?.upperBound]
        }
        .compactMap { $0 }.filter { $0 > 0 }
        let (low, high) = (min(1, ends.min() ?? 1), max(1, ends.max() ?? 1))
        return RatioScale(max(1e-6, low / 1.1)...min(1e9, high * 1.1), labels: .multiples)
    }

    func plot(_ scale: RatioScale) -> Markup {
        let across = { (ratio: Double) in PlotRow.percent(scale.place(ratio)) }
        var shapes = scale.ticks.map { tick in
            Markup(
                "line",
                [
                    "class": tick.ratio == 1 ? "grid one" : "grid", "x1": across(tick.ratio),
                    "x2": across(tick.ratio),
                    "y2": "24",
                ])
        }
        if let interval = ratio.interval {
            shapes.append(
                Markup(
                    "line",
                    [
                        "class": "interval", "x1": across(interval.lowerBound),
                        "x2": across(interval.upperBound),
                        "y1": "12", "y2": "12",
                    ]))
        }
        shapes.append(Markup("circle", ["class": "point", "cx": across(ratio.median), "cy": "12", "r": "4"]))
        return Plot.flexible("\(name) in multiples of \(floor)", description, shapes)
    }

    private var description: String {
        let text = { (value: Double) in NumberText.significant(value) }
        let interval = ratio.interval.map {
            "95 % interval \(text($0.lowerBound)) to \(text($0.upperBound))"
        }
        return "\(ratio.metric.name): \(text(ratio.median)) times its floor, "
            + (interval ?? "too few rounds for an interval") + "."
    }
}
