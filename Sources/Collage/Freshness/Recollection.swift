// A collage as the journal has it, before anything is planned: whether all of it can stay. Blocks.

import Glibc
import Wire

/// What is remembered of all pages of a collage.
struct Recollection {
    /// The pages, where the same photos would be chosen from and all outputs are as they were.
    let unchanged: [UnchangedPage]?

    init(of collage: FoundCollage, in journal: Journal, settings: Freshness.Settings) {
        unchanged = Self.unchanged(collage, in: journal, settings)
    }

    private static func unchanged(
        _ collage: FoundCollage, in journal: Journal, _ settings: Freshness.Settings
    ) -> [UnchangedPage]? {
        guard let candidates = collage.candidates,
            let series = settings.plan.series(of: collage.source, folder: collage.folder)
        else { return nil }
        let records = journal.records(of: series)
        guard !records.isEmpty else { return nil }
        var pages: [UnchangedPage] = []
        for (index, record) in records.enumerated() {
            let output = series.path(page: index + 1, of: records.count)
            let judgement = PageJudgement(
                rules: settings.rules, record: record, found: PageJudgement.Found(output))
            guard judgement.isFresh(candidates: candidates) else { return nil }
            pages.append(
                UnchangedPage(
                    source: collage.source, folder: collage.folder, output: output, record: record,
                    skipped: index == 0 ? collage.skipped : []))
        }
        for page in pages { journal.mark(page.output, .isWanted) }
        return pages
    }
}

extension Journal {
    /// The records of a collage's pages when it was last made; empty unless all are there.
    func records(of series: OutputSeries) -> [OutputRecord] {
        // One page, or several with three digits or more.
        for pages in [1, 2, 1000, 10_000] {
            guard let first = record(of: series.path(page: 1, of: pages)) else { continue }
            var records = [first]
            for page in 2..<max(2, first.pages + 1) {
                guard let record = record(of: series.path(page: page, of: first.pages)) else { break }
                records.append(record)
            }
            return records.count == first.pages ? records : []
        }
        return []
    }
}

extension PageJudgement.Found {
    /// `lstat(2)`; what can't be looked at is not there.
    init(_ output: RawPath) {
        guard let status = try? stat(output, followingLinks: false) else {
            self = .nothing
            return
        }
        self = .file(WrittenFile(FileIdentity(status)))
    }
}
