// The table of a run in a Markdown file that says more: between two marks, which stay.
import FoundationEssentials

/// A place in a file.
struct InsertedTable: Hashable, Sendable {
    static let option = OptionDefinition(
        "insert", "FILE", "put the table between the marks of this Markdown file, `\(begin)` and `\(end)`")
    static let begin = "<!-- benchmark table: begin -->"
    static let end = "<!-- benchmark table: end -->"

    private let file: OutputFile

    /// Nil where it was not asked for.
    ///
    /// - Throws: where the file can't be read, or has not each mark once, on a line of its own, in order.
    init?(_ parsed: ParsedOptions) throws(UsageError) {
        guard let file = try OutputFile(Self.option.name, parsed) else { return nil }
        self.file = file
        _ = try Self.replaced(in: Self.text(of: file), by: "", file.path)
    }

    /// Reads the file again, so that what was written meanwhile is kept, and replaces it at once.
    func insert(_ table: String) throws {
        let text = try Self.replaced(in: Self.text(of: file), by: table, file.path)
        try file.write(Data(text.utf8))
    }

    private static func text(of file: OutputFile) throws(UsageError) -> String {
        guard let data = try? Data(contentsOf: URL(filePath: file.path)),
            let text = String(data: data, encoding: .utf8)
        else { throw UsageError("\(file.path) can't be read") }
        return text
    }

    /// - Parameter path: for the error.
    static func replaced(in text: String, by table: String, _ path: String) throws(UsageError) -> String {
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        let begins = lines.filter { $0 == begin }
        let ends = lines.filter { $0 == end }
        guard begins.count == 1, ends.count == 1, begins[0].endIndex <= ends[0].startIndex else {
            throw UsageError("\(path) needs the lines \(begin) and \(end), once each")
        }
        return text[..<begins[0].endIndex] + "\n\n" + table + "\n" + text[ends[0].startIndex...]
    }
}
