// Reports as Markdown, as code hosts show it.

/// GitHub Flavored Markdown, bounded in size.
enum Markdown {
    /// Bytes: GitHub cuts comments at 65,536 characters, and step summaries at 1 MiB.
    static let limit = 60_000
    /// What notes may take of it: names are listed there, and there may be many.
    private static let notesLimit = 20_000

    /// Worst first, so that what is cut off is what matters least.
    static func run(_ record: RunRecord) -> String { bounded(heading: record.tool, runParts(record)) }

    /// The same, to stand under a heading of somebody else's.
    static func runTable(_ record: RunRecord) -> String { bounded(heading: nil, runParts(record)) }

    private static func runParts(_ record: RunRecord) -> (table: TextTable, notes: [String]) {
        var sorted = record
        sorted.benchmarks = record.worstFirst
        let table = RunTable(sorted)
        return (table.table, table.notes)
    }

    /// Worst first.
    static func check(_ record: CheckRecord) -> String {
        let table = CheckTable(record)
        return bounded(heading: "\(record.tool): \(table.headline)", (table.table, table.notes))
    }

    private static func bounded(heading: String?, _ parts: (table: TextTable, notes: [String])) -> String {
        let (table, notes) = (parts.table, list(parts.notes))
        var lines = heading.map { ["### \(escaped(cut($0, to: notesLimit)))", ""] } ?? []
        if !table.rows.isEmpty { lines += [row(table.heading), rule(table.heading.count)] }
        // Room for the line that says what is left out.
        var left = limit - size(lines) - size(notes) - 100
        for (index, cells) in table.rows.enumerated() {
            let line = row(cells)
            left -= line.utf8.count + 1
            guard left > 0 else {
                lines += ["", "\(table.rows.count - index) more are not shown."]
                break
            }
            lines.append(line)
        }
        return (lines + notes).joined(separator: "\n")
    }

    /// The last notes, on how the numbers came about, are kept; of others as many as there is room for.
    private static func list(_ notes: [String]) -> [String] {
        var (items, left): ([String], Int) = ([], notesLimit)
        for (index, note) in notes.reversed().enumerated() {
            let item = "- \(escaped(cut(note, to: notesLimit / 8)))"
            left -= item.utf8.count + 1
            guard left > 0 else {
                items.append("- \(notes.count - index) more notes are not shown.")
                break
            }
            items.append(item)
        }
        return (items.isEmpty ? [] : [""]) + items.reversed() + [""]
    }

    private static func cut(_ text: String, to bytes: Int) -> String {
        // Escaping may double it.
        guard text.utf8.count > bytes / 2 else { return text }
        var (length, rest) = (0, text[...])
        while let character = rest.first, length + character.utf8.count <= bytes / 2 {
            length += character.utf8.count
            rest.removeFirst()
        }
        return text[..<rest.startIndex] + "…"
    }

    private static func size(_ lines: [String]) -> Int { lines.map { $0.utf8.count + 1 }.reduce(0, +) }

    private static func row(_ cells: [String]) -> String {
        "| " + cells.map { escaped($0, beginsBlock: false) }.joined(separator: " | ") + " |"
    }

    /// Names left, numbers right.
    private static func rule(_ columns: Int) -> String {
        "|:--|" + String(repeating: "--:|", count: columns - 1)
    }

    /// So that no name makes a column, a block, a tag or emphasis (GitHub Flavored Markdown 0.29, 2.4 and 4.10).
    ///
    /// Every punctuation mark of ASCII may be escaped; those that mean nothing inside a line are, where they begin one.
    /// - Parameter beginsBlock: whether it stands where a list or a heading could begin.
    static func escaped(_ text: String, beginsBlock: Bool = true) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            let isBeginning = beginsBlock && escaped.isEmpty && "-+=".unicodeScalars.contains(scalar)
            let isNumbering =
                beginsBlock && ".)".unicodeScalars.contains(scalar) && escaped.allSatisfy(\.isNumber)
            if #"\|`*_<>[]&~!#@"#.unicodeScalars.contains(scalar) || isBeginning || isNumbering {
                escaped += "\\"
            }
            let isBreak =
                scalar.properties.generalCategory == .control || scalar == "\u{2028}" || scalar == "\u{2029}"
            escaped.unicodeScalars.append(isBreak ? " " : scalar)
        }
        return escaped
    }
}
