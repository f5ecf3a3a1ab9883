// Where a report goes, and in which form.
import FoundationEssentials

/// Forms of a report.
enum ReportFormat: String, CaseIterable {
    case table, json, markdown
}

/// Options of `run` and `check` for what they show.
struct ReportOptions {
    static let all = [
        OptionDefinition("format", "NAME", "table, json or markdown (table)"),
        OptionDefinition("output", "FILE", "write it there instead of to standard output"),
        OptionDefinition("summary", "FILE", "append it as Markdown there, too, as for $GITHUB_STEP_SUMMARY"),
    ]

    let format: ReportFormat
    private let output: OutputFile?
    private let summary: OutputFile?

    init(_ parsed: ParsedOptions) throws(UsageError) {
        let name = parsed.text("format") ?? ReportFormat.table.rawValue
        guard let format = ReportFormat(rawValue: name) else {
            let names = ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError("--format is one of \(names), not “\(name)”")
        }
        self.format = format
        output = try OutputFile("output", parsed)
        summary = try OutputFile("summary", parsed)
    }

    /// Writes a report to where it was asked for.
    func write(table: () -> [String], markdown: () -> String, record: some Encodable) throws {
        let data =
            switch format {
            case .table: Data((table().joined(separator: "\n") + "\n").utf8)
            case .markdown: Data(markdown().utf8)
            case .json: try RecordFile.encoded(record) + Data("\n".utf8)
            }
        if let output {
            try output.write(data)
        } else {
            print(String(decoding: data, as: UTF8.self), terminator: "")
        }
        try summary?.append(markdown())
    }
}
