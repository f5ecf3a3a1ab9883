// Medians of a benchmark over its runs, as a line.

struct HistoryPlot {
    let name: String
    private let points: [Point]

    private struct Point {
        var time: Double
        var seconds: Double
    }

    private static let height = 56
    /// Runs drawn at most, the last ones.
    private static let mostRuns = 100

    /// Nil where fewer than two runs have it.
    init?(_ name: String, _ history: RunHistory) {
        points = history.runs.suffix(Self.mostRuns).compactMap { run in
            run.benchmark(name).flatMap { Quantile.median($0.values(.cpu)) }.map {
                Point(time: run.origin.finished, seconds: $0)
            }
        }
        guard points.count > 1 else { return nil }
        self.name = name
    }

    var card: Markup {
        let seconds = points.map(\.seconds)
        let (low, high) = (seconds.min()!, seconds.max()!)
        return Markup(
            "figure", ["class": "card"],
            [
                Markup("figcaption", [:], name),
                Markup(
                    "div", ["class": "frame"],
                    [
                        plot(low, high), Markup("span", ["class": "top"], MetricText.text(high, .seconds)),
                        Markup("span", ["class": "bottom"], MetricText.text(low, .seconds)),
                    ]),
                Markup(
                    "p", [:],
                    "\(points.count) runs, \(days); now \(NumberText.change(seconds.last! / seconds[0] - 1)) from the first"
                ),
            ])
    }

    private var days: String {
        let (first, last) = (DateText.day(points[0].time), DateText.day(points.last!.time))
        return first == last ? first : "\(first) to \(last)"
    }

    /// At least a tenth of the median high, so that noise does not look like a landslide.
    private func plot(_ low: Double, _ high: Double) -> Markup {
        let middle = (low + high) / 2
        let half = max((high - low) / 2, middle * 0.05, 1e-12)
        let (start, length) = (points[0].time, max(1, points.last!.time - points[0].time))
        let places = points.map { point in
            (x: 20 + (point.time - start) / length * 960, y: 28 - (point.seconds - middle) / half * 20)
        }
        let line = "M" + places.map { "\(Plot.short($0.x)) \(Plot.short($0.y))" }.joined(separator: "L")
        return Plot.stretched(
            "Medians of \(name) over time", description, height: Self.height,
            [Markup("path", ["class": "line", "d": line]), Plot.dots(places, class: "dots runs")])
    }

    private var description: String {
        points.map { "\(DateText.day($0.time)): \(MetricText.text($0.seconds, .seconds))" }.joined(
            separator: "; ")
    }
}
