// Reports of runs and checks, in each form.
import FoundationEssentials

/// What `run` shows.
struct RunReport {
    static let options = ReportOptions.all

    private let options: ReportOptions

    init(_ parsed: ParsedOptions) throws(UsageError) { options = try ReportOptions(parsed) }

    func write(_ record: RunRecord) throws {
        try options.write(
            table: { RunTable(record).lines }, markdown: { Markdown.run(record) }, record: record)
    }
}

extension ReportOptions {
    /// What `check` shows.
    func write(_ record: CheckRecord) throws {
        try write(table: { CheckTable(record).lines }, markdown: { Markdown.check(record) }, record: record)
    }
}
