// A strict reader of the Markdown that reports are made of: a heading, a table, a list.
//
// By GitHub Flavored Markdown 0.29 (https://github.github.com/gfm): 4.10 tables, 6.1 backslash escapes.

struct MarkdownReader {
    private(set) var heading: String?
    private(set) var rows: [[String]] = []
    private(set) var paragraphs: [String] = []
    private(set) var items: [String] = []

    init(_ text: String) throws(FormatViolation) {
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
        var last = ""
        for line in lines {
            if line.hasPrefix("### ") {
                heading = try Self.plain(line.dropFirst(4))
            } else if line.hasPrefix("|") {
                guard rows.isEmpty || last.hasPrefix("|") else {
                    throw FormatViolation("a second table: \(line)")
                }
                try rows.append(Self.cells(line))
            } else if line.hasPrefix("- ") {
                guard last.isEmpty || last.hasPrefix("- ") else {
                    throw FormatViolation("no blank line: \(line)")
                }
                try items.append(Self.plain(line.dropFirst(2)))
            } else if !line.isEmpty {
                guard last.isEmpty else { throw FormatViolation("goes on with the block before: \(line)") }
                try paragraphs.append(Self.plain(line[...]))
            }
            last = line
        }
        guard rows.count != 1, rows.isEmpty || rows[1].allSatisfy({ $0.contains(/^:?-+:?$/) }) else {
            throw FormatViolation("no delimiter row")
        }
        for row in rows where row.count != rows[0].count {
            throw FormatViolation("\(row.count) cells instead of \(rows[0].count): \(row)")
        }
    }

    /// Between bars that are not escaped.
    private static func cells(_ line: String) throws(FormatViolation) -> [String] {
        var (cells, isEscaped): ([String], Bool) = ([""], false)
        for character in line.dropFirst() {
            if character == "|", !isEscaped {
                cells.append("")
            } else {
                cells[cells.count - 1].append(character)
            }
            isEscaped = character == "\\" && !isEscaped
        }
        guard cells.removeLast().isEmpty else { throw FormatViolation("no bar at the end: \(line)") }
        var plain: [String] = []
        for cell in cells {
            guard cell.hasPrefix(" ") == cell.hasSuffix(" ") else { throw FormatViolation("cell: \(cell)") }
            plain.append(
                cell.hasPrefix(" ") ? try Self.plain(cell.dropFirst().dropLast(), isCell: true) : cell)
        }
        return plain
    }

    /// What is shown: throws where anything has a meaning beyond itself.
    ///
    /// - Parameter isCell: whether it stands in a table, where no block can begin.
    private static func plain(_ text: Substring, isCell: Bool = false) throws(FormatViolation) -> String {
        var (plain, rest) = ("", text)
        guard isCell || !text.contains(/^([-+=]|\d+[.)])(\s|$)/), isCell || !text.contains(/^(---|===)/)
        else {
            throw FormatViolation("begins a block: \(text)")
        }
        while let character = rest.popFirst() {
            if character == "\\" {
                guard let next = rest.popFirst(), next.isASCII, next.isPunctuation || next.isSymbol else {
                    throw FormatViolation("a backslash of its own: \(text)")
                }
                plain.append(next)
            } else if "|`*_<>[]&~#!@".contains(character) {
                throw FormatViolation("\(character) in \(text)")
            } else {
                plain.append(character)
            }
        }
        return plain
    }
}
