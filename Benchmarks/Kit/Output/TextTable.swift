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

    /// Without the columns all of whose cells are empty.
    func withoutColumns(whoseCells isEmpty: (String) -> Bool) -> TextTable {
        let kept = heading.indices.filter { column in rows.isEmpty || !rows.allSatisfy { isEmpty($0[column]) }
        }
        var table = TextTable(heading: kept.map { heading[$0] })
        for row in rows { table.append(kept.map { row[$0] }) }
        return table
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
