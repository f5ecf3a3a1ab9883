// Reports as Markdown, as code hosts show it.

/// GitHub Flavored Markdown, bounded in size.
enum Markdown {
    /// Bytes: GitHub cuts comments at 65,536 characters, and step summaries at 1 MiB.
    static let limit = 60_000

    static func run(_ record: RunRecord) -> String {
        let table = RunTable(record)
        return bounded(heading: ["### \(record.tool)", ""], table: table.table, after: table.notes)
    }

    /// Worst first, so that what is cut off is what matters least.
    static func check(_ record: CheckRecord) -> String {
        let table = CheckTable(record)
        return bounded(
            heading: ["### \(record.tool): \(table.headline)", ""], table: table.table, after: table.notes)
    }

    private static func bounded(heading: [String], table: TextTable, after: [String]) -> String {
        let notes = [""] + after.map { "- \(escaped($0))" } + [""]
        let head = heading + (table.rows.isEmpty ? [] : [row(table.heading), rule(table.heading.count)])
        var left = limit - size(head) - size(notes)
        var rows: [String] = []
        for cells in table.rows {
            let line = row(cells)
            left -= line.utf8.count + 1
            guard left > 100 else {
                rows.append("\n\(table.rows.count - rows.count) more are not shown.")
                break
            }
            rows.append(line)
        }
        // The notes alone may be too long: names are listed there.
        return String(
            decoding: (head + rows + notes).joined(separator: "\n").utf8.prefix(limit), as: UTF8.self)
    }

    private static func size(_ lines: [String]) -> Int { lines.map { $0.utf8.count + 1 }.reduce(0, +) }

    private static func row(_ cells: [String]) -> String {
        "| " + cells.map(escaped).joined(separator: " | ") + " |"
    }

    /// Names left, numbers right.
    private static func rule(_ columns: Int) -> String {
        "|:--|" + String(repeating: "--:|", count: columns - 1)
    }

    /// So that no name makes a column, a tag or emphasis (GitHub Flavored Markdown, 2.4 and 4.10).
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            if #"\|`*_<>[]&~"#.contains(character) { escaped.append("\\") }
            escaped.append(character.isNewline ? " " : character)
        }
        return escaped
    }
}
