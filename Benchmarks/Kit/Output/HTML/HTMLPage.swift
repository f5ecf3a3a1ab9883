// Pages with plots, since people would rather look: one file each, without scripts, and nothing from elsewhere.

enum HTMLPage {
    /// - Parameter history: the runs before it, if any.
    static func run(_ record: RunRecord, history: RunHistory) -> String {
        RunPage(record: record, history: history.before(record)).html
    }

    static func check(_ record: CheckRecord) -> String { CheckPage(record: record).html }
}
