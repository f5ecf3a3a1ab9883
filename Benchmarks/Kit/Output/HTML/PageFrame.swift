// What all pages have: head, heading, and how the numbers came about. Nothing is loaded from anywhere.
import FoundationEssentials

enum PageFrame {
    static func page(title: String, _ body: [Markup], footer origin: RunOrigin) -> String {
        let head = Markup(
            "head", [:],
            [
                Markup("meta", ["charset": "utf-8"]),
                Markup("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
                Markup(
                    "meta",
                    [
                        "http-equiv": "Content-Security-Policy",
                        "content": "default-src 'none'; style-src 'unsafe-inline'",
                    ]),
                Markup("title", [:], title), .style(PageStyle.css),
            ])
        let main = Markup("main", [:], [Markup("h1", [:], title)] + body)
        let html = Markup("html", ["lang": "en"], [head, Markup("body", [:], [main, footer(origin)])])
        return "<!DOCTYPE html>\n\(html.html)\n"
    }

    private static func footer(_ origin: RunOrigin) -> Markup {
        let machine = origin.machine
        let lines = [
            "\(machine.key), \(MetricText.text(Double(machine.memory), .bytes)) of memory; \(machine.kernel)",
            origin.toolchain, MoodText.line(origin.before, origin.after),
            "\(DateText.minute(origin.finished)), seed \(origin.seed)",
        ]
        return Markup(
            "footer", [:],
            lines.map { Markup("p", [:], $0) }
                + [Markup("p", [:], [.text("Again: "), Markup("code", [:], origin.reproduce)])])
    }

    /// A table that may be wider than the window.
    ///
    /// - Parameter saying: whether the last column is of words.
    static func table(_ name: String, heading: [String], rows: [[Markup]], saying: Bool = false) -> Markup {
        let kind = { (column: Int) in saying && column == heading.count - 1 ? "said" : "" }
        let head = Markup(
            "tr", [:], heading.enumerated().map { Markup("th", ["scope": "col", "class": kind($0)], $1) })
        let body = rows.map { cells in
            Markup(
                "tr", [:],
                [Markup("th", ["scope": "row"], [cells[0]])]
                    + cells.enumerated().dropFirst().map { Markup("td", ["class": kind($0)], [$1]) })
        }
        return Markup(
            "div", ["class": "table", "role": "region", "tabindex": "0", "aria-label": name],
            [Markup("table", [:], [Markup("thead", [:], [head]), Markup("tbody", [:], body)])])
    }

    static func omissions(_ title: String, _ items: [String]) -> [Markup] {
        guard !items.isEmpty else { return [] }
        return [Markup("h2", [:], title), Markup("ul", [:], items.map { Markup("li", [:], $0) })]
    }
}

/// Moments in UTC.
enum DateText {
    static func day(_ seconds: Double) -> String { String(iso(seconds).prefix(10)) }
    static func minute(_ seconds: Double) -> String {
        iso(seconds).prefix(16).replacing("T", with: " ") + " UTC"
    }

    /// As `2026-01-31T23:59:59Z`; of numbers that no year can be made of, the beginning of 1970.
    private static func iso(_ seconds: Double) -> String {
        let isDate = seconds.magnitude < 2e11
        return Date(timeIntervalSince1970: isDate ? seconds : 0).formatted(.iso8601)
    }
}
