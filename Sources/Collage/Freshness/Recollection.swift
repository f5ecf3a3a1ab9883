// A collage as the journal has it, before anything is planned: whether all of it can stay. Blocks.

import Glibc
import Wire

/// What is remembered of all pages of a collage.
struct Recollection {
    /// The pages, where the same photos would be chosen from and all outputs are as they were.
    let unchanged: [Aside]?

    init(of collage: FoundCollage, in journal: Journal, settings: Freshness.Settings) {
        unchanged = Self.unchanged(collage, in: journal, settings)
    }

    private static func unchanged(
        _ collage: FoundCollage, in journal: Journal, _ settings: Freshness.Settings
    ) -> [Aside]? {
        guard let candidates = collage.candidates,
            let series = settings.plan.series(of: collage.source, folder: collage.folder)
        else { return nil }
        // Of times when the collage had another number of pages, some may be remembered, too.
        let former = journal.records(of: series)
        let records = former.filter { $0.candidates == candidates }
        guard let first = records.first, records.count == first.pages else { return nil }
        var pages: [UnchangedPage] = []
        for (index, record) in records.enumerated() {
            let output = series.path(page: index + 1, of: records.count)
            let judgement = PageJudgement(
                rules: settings.rules, record: record, found: PageJudgement.Found(output))
            guard judgement.isFresh(candidates: candidates) else { return nil }
            pages.append(
                UnchangedPage(
                    source: collage.source, folder: collage.folder, output: output, record: record,
                    title: collage.settings.title,
                    skipped: index == 0 ? collage.skipped : []))
        }
        for page in pages { journal.want(page.output) }
        let superseded = settings.superseded(former, by: pages.map(\.output), in: journal)
        return superseded.map { [.superseded($0)] + pages.map(Aside.unchanged) } ?? pages.map(Aside.unchanged)
    }
}

extension Journal {
    /// What is remembered of a collage's pages: those that it has, and those that it once had.
    func records(of series: OutputSeries) -> [OutputRecord] {
        if hadNothing { return [] }
        return series.firstPages.flatMap { path -> [OutputRecord] in
            guard let first = record(of: path) else { return [] }
            let others = (1..<max(1, first.pages)).compactMap { page in
                record(of: series.path(page: page + 1, of: first.pages))
            }
            return [first] + others
        }
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
