// A row of a figure: a name, a plot as wide as there is room, and a number; and the axis above such rows.

/// Rows share an axis. Plots hold no text, so that they can be as wide or narrow as the window.
enum PlotRow {
    static func row(_ name: String, class kind: String = "", plot: Markup, value: [Markup]) -> Markup {
        Markup(
            "div", ["class": kind.isEmpty ? "row" : "row \(kind)"],
            [
                Markup("div", ["class": "name"], name), Markup("div", ["class": "plot"], [plot]),
                Markup("div", ["class": "value"], value),
            ])
    }

    /// - Parameter title: what the plots show.
    static func axis(_ title: String, _ scale: RatioScale) -> Markup {
        let labels = scale.ticks.map {
            Markup("span", ["style": "left:\(percent(scale.place($0.ratio)))"], $0.label)
        }
        return Markup(
            "div", ["class": "row axis", "aria-hidden": "true"],
            [
                Markup("div", ["class": "name"], title), Markup("div", ["class": "plot"], labels),
                Markup("div", ["class": "value"]),
            ])
    }

    /// With one digit: a thousandth of the width is less than a pixel.
    static func percent(_ share: Double) -> String { NumberText.fixed(share * 100, digits: 1) + "%" }
}

/// A plot that says in words what it shows.
enum Plot {
    /// Its width is whatever there is; lengths along it are percentages.
    static func flexible(_ title: String, _ description: String, _ shapes: [Markup]) -> Markup {
        Markup("svg", ["role": "img", "height": "24", "width": "100%"], words(title, description) + shapes)
    }

    /// It is stretched to its width; strokes are not. Across it are 1000 units.
    static func stretched(_ title: String, _ description: String, height: Int, _ shapes: [Markup]) -> Markup {
        Markup(
            "svg",
            [
                "role": "img", "viewBox": "0 0 1000 \(height)", "preserveAspectRatio": "none",
                "height": "\(height)", "width": "100%",
            ], words(title, description) + shapes)
    }

    private static func words(_ title: String, _ description: String) -> [Markup] {
        [Markup("title", [:], title), Markup("desc", [:], description)]
    }

    /// Points as lines of no length, whose round ends show: a few bytes each.
    static func dots(_ points: [(x: Double, y: Double)], class kind: String = "dots") -> Markup {
        let path = points.map { "M\(short($0.x)) \(short($0.y))h0" }.joined()
        return Markup("path", ["class": kind, "d": path])
    }

    static func short(_ value: Double) -> String {
        let text = NumberText.fixed(value, digits: 1)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
