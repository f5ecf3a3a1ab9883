// Tables for people, of plain text.

/// Rows under a heading, in columns as wide as their widest cell.
public struct TextTable: Hashable, Sendable {
    /// The first column is aligned left, as names are; all others right, as numbers are.
    public var heading: [String]
    public var rows: [[String]] = []

    public init(heading: [String]) { self.heading = heading }

    /// - Parameter row: a cell for each column.
    public mutating func append(_ row: [String]) {
        precondition(row.count == heading.count, "a row has a cell for each column")
        rows.append(row)
    }

    /// Two spaces between columns, none at the ends of lines.
    public var lines: [String] {
        let all = [heading] + rows
        let widths = heading.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        return all.map { row in
            var line = row.indices.map { column in
                let space = String(repeating: " ", count: widths[column] - row[column].count)
                return column == 0 ? row[column] + space : space + row[column]
            }.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line
        }
    }
}

/// Numbers as tables show them.
public enum NumberText {
    /// With that many digits after the point, rounded.
    public static func fixed(_ value: Double, digits: Int) -> String {
        guard value.isFinite else { return "n/a" }
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let scaled = (value.magnitude * scale).rounded()
        let whole = Int(scaled / scale)
        let sign = value < 0 && scaled > 0 ? "-" : ""
        guard digits > 0 else { return sign + String(whole) }
        let rest = String(Int(scaled) - whole * Int(scale))
        return "\(sign)\(whole).\(String(repeating: "0", count: digits - rest.count))\(rest)"
    }

    /// In units of a million bytes.
    public static func megabytes(_ bytes: Double) -> String { fixed(bytes / 1e6, digits: 1) }
}
