// Reports of runs and checks, in each form.
/// What `run` shows.
struct RunReport {
    static let options = ReportOptions.all + [InsertedTable.option]

    private let options: ReportOptions
    private let insertion: InsertedTable?

    init(_ parsed: ParsedOptions) throws(UsageError) {
        options = try ReportOptions(parsed)
        insertion = try InsertedTable(parsed)
    }

    func write(_ record: RunRecord) throws {
        try options.write(
            table: { RunTable(record).lines }, markdown: { Markdown.run(record) }, record: record)
        // A table without what failed would look complete.
        if record.failed.isEmpty { try insertion?.insert(Markdown.runTable(record)) }
    }
}

extension ReportOptions {
    /// What `check` shows.
    func write(_ record: CheckRecord) throws {
        try write(table: { CheckTable(record).lines }, markdown: { Markdown.check(record) }, record: record)
    }
}
