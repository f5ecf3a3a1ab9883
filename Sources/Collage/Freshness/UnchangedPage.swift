// A page that is as it was: what the report tells of it comes from the journal.

import Wire

/// An output that need not be made.
struct UnchangedPage: Sendable {
    var source: InputSource
    /// Relative to the root.
    var folder: RawPath
    /// The path as it is written to.
    var output: RawPath
    var record: OutputRecord
    var title: String?
    /// On the first page only.
    var skipped: [SkippedFile]
}

/// A collage that waits, since its newest photo may not be complete.
struct DeferredPage: Sendable {
    var plan: PagePlan
    /// The photo that is too young.
    var newest: RawPath
}
