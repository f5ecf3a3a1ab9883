// The CPU time of each process of a benchmark, as dots beside its median.

/// Times as multiples of the benchmark's own median, so that benchmarks of nanoseconds and seconds share an axis.
struct StripPlot {
    let name: String
    private let values: [Double]
    private let median: Double

    /// Dots drawn at most: more can't be told from each other, and the page stays small.
    static let mostDots = 100
    private static let height = 24

    /// Nil without times.
    init?(_ benchmark: BenchmarkRecord) {
        values = benchmark.values(.cpu).sorted()
        guard let median = Quantile.median(values), median > 0 else { return nil }
        (name, self.median) = (benchmark.name, median)
    }

    var isThinned: Bool { values.count > Self.mostDots }
    private var ratios: [Double] { values.map { $0 / median } }

    /// Holds nearly all of all strips: a few far off would leave no room for the rest.
    static func scale(_ strips: [StripPlot]) -> RatioScale {
        let ratios = strips.flatMap(\.ratios).filter { $0 > 0 }
        let low = Quantile.of(ratios, at: 0.01) ?? 1
        let high = Quantile.of(ratios, at: 0.98) ?? 1
        return RatioScale(max(0.2, min(low / 1.01, 0.97))...min(5, max(high * 1.01, 1.03)), labels: .changes)
    }

    func plot(_ scale: RatioScale) -> Markup {
        let low = Quantile.of(ratios, at: 0.25)!
        let high = Quantile.of(ratios, at: 0.75)!
        let across = { (ratio: Double) in scale.place(ratio) * 1000 }
        let (inside, outside) = dots(scale)
        var shapes = [
            Markup(
                "path",
                ["class": "grid", "d": scale.ticks.map { "M\(Plot.short(across($0.ratio))) 0V24" }.joined()]),
            Markup(
                "rect",
                [
                    "class": "box", "x": Plot.short(across(low)), "y": "3", "height": "18",
                    "width": Plot.short(max(1, across(high) - across(low))),
                ]),
            Plot.dots(inside),
        ]
        if !outside.isEmpty { shapes.append(Plot.dots(outside, class: "dots beyond")) }
        shapes.append(Markup("path", ["class": "median", "d": "M\(Plot.short(across(1))) 1V23"]))
        return Plot.stretched(title, description(outside.count), height: Self.height, shapes)
    }

    private var title: String { "CPU time of each process of \(name)" }

    private func description(_ outside: Int) -> String {
        let text = { (value: Double) in MetricText.text(value, .seconds) }
        return
            "\(values.count) processes, an iteration from \(text(values.first!)) to \(text(values.last!)), median"
            + " \(text(median)), quartiles \(text(Quantile.of(values, at: 0.25)!)) and"
            + " \(text(Quantile.of(values, at: 0.75)!))."
            + (isThinned ? " Every \(step). of them is drawn." : "")
            + (outside == 0 ? "" : " \(outside) beyond the axis are drawn at its end.")
    }

    private var step: Int { (values.count + Self.mostDots - 1) / Self.mostDots }

    /// In order of size, the largest among them; beside each other in four lines, so that equal ones can be told apart.
    private func dots(_ scale: RatioScale) -> (
        inside: [(x: Double, y: Double)], outside: [(x: Double, y: Double)]
    ) {
        var (inside, outside): ([(x: Double, y: Double)], [(x: Double, y: Double)]) = ([], [])
        for (line, ratio) in ratios.reversed().enumerated() where line % step == 0 {
            let point = (x: scale.place(ratio) * 1000, y: [6.0, 14, 10, 18][line / step % 4])
            if scale.contains(ratio) { inside.append(point) } else { outside.append(point) }
        }
        return (inside, outside)
    }
}
