// HTML and SVG elements as values: what they say is escaped, and each is closed.

/// A piece of a page.
struct Markup: Hashable, Sendable {
    let html: String

    private init(html: String) { self.html = html }

    /// - Parameter attributes: their values are escaped; empty ones are left out.
    init(
        _ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ children: [Markup] = []
    ) {
        let tag = name + attributes.filter { !$1.isEmpty }.map { " \($0)=\"\(Self.escaped($1))\"" }.joined()
        html =
            children.isEmpty && Self.selfClosing.contains(name)
            ? "<\(tag)/>" : "<\(tag)>\(children.map(\.html).joined())</\(name)>"
    }

    init(_ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ text: String) {
        self.init(name, attributes, [.text(text)])
    }

    static func text(_ text: String) -> Markup { Markup(html: escaped(text)) }

    /// A style sheet of our own; it has none of the characters that mean something in HTML.
    static func style(_ css: String) -> Markup { Markup(html: "<style>\n\(css)\n</style>") }

    /// A number as people read it, and in `value` as it is in the record.
    static func number(_ value: Double, _ text: String) -> Markup {
        Markup("data", ["value": "\(value)"], text)
    }

    /// Elements without an end tag in HTML, and shapes of SVG, which have nothing in them.
    private static let selfClosing: Set = ["meta", "br", "path", "line", "rect", "circle"]

    /// As text and in attributes (HTML, 13.1.2.3); what no page may hold becomes U+FFFD.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "\t", "\n": escaped.unicodeScalars.append(scalar)
            case _ where scalar.properties.generalCategory == .control: escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
