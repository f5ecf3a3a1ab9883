// All pages of one collage, held against the journal. Blocks.

import Wire

/// Which pages of a collage are to be made, which can stay, and which wait.
struct CollageJudgement {
    private struct Page {
        var plan: PagePlan
        var key: PageKey
        var contents: [UInt64]
        var record: OutputRecord?
        var found: PageJudgement.Found
        /// Nil where it can stay.
        var reason: StaleReason?
    }

    private let journal: Journal
    private let settings: Freshness.Settings

    init(journal: Journal, settings: Freshness.Settings) {
        self.journal = journal
        self.settings = settings
    }

    /// The pages in their order, each as what becomes of it; what has no page stays as it is.
    ///
    /// - Parameter contents: of each page's photos, where they are to be compared.
    func judge(_ planned: [Planned], contents: [[UInt64]]?) -> [Planned] {
        let plans = planned.compactMap(\.plan)
        let pages = plans.indices.map { page(plans[$0], contents: contents?[$0]) }
        var others = planned.filter { $0.plan == nil }
        let isFresh = pages.allSatisfy { $0.reason == nil }
        if isFresh, !settings.prunes { return others + pages.map(unchanged) }

        let former = plans[0].series.map(journal.records) ?? []
        if let pages = settings.superseded(former, by: plans.compactMap(\.output), in: journal) {
            others.append(.aside(.superseded(pages)))
        }
        let newest = settings.unsettledPhoto(among: plans.flatMap(\.photos).map(\.photo))
        return others
            + pages.map { page in
                guard let reason = page.reason else { return unchanged(page) }
                if let newest { return .aside(.deferred(DeferredPage(plan: page.plan, newest: newest))) }
                var plan = page.plan
                plan.provenance = PageProvenance(
                    key: page.key, candidates: plan.candidates, contents: page.contents, reason: reason,
                    formerFaults: former.flatMap(\.faults), predecessor: predecessor(of: page))
                for index in plan.dropped.indices {
                    let dropped = plan.dropped[index]
                    plan.dropped[index].isKnown = plan.provenance!.knows(dropped.fault, of: dropped.photo)
                }
                return .page(plan)
            }
    }

    private func page(_ plan: PagePlan, contents: [UInt64]?) -> Page {
        let photos = plan.photos.map(\.photo)
        let output = plan.output ?? ""
        let key = PageKey(settings: settings.shownText(of: plan.settings), sheet: plan.sheet, photos: photos)
        let record = journal.record(of: output)
        let found = PageJudgement.Found(output)
        let judgement = PageJudgement(rules: settings.rules, record: record, found: found)
        journal.want(output)
        return Page(
            plan: plan, key: key, contents: contents ?? [], record: record, found: found,
            reason: judgement.staleness(of: key, photos: photos, contents: contents))
    }

    /// Notes in the journal what else is now known of a page that stays.
    private func unchanged(_ page: Page) -> Planned {
        var record = page.record!
        record.root = page.plan.source.realRoot
        record.candidates = page.plan.candidates
        // It spares the next run a look at headers, no more.
        if record != page.record { try? journal.append(record) }
        return .aside(
            .unchanged(
                UnchangedPage(
                    source: page.plan.source, folder: page.plan.folder, output: page.plan.output ?? "",
                    record: record, title: page.plan.settings.title, skipped: page.plan.skipped)))
    }

    private func predecessor(of page: Page) -> PageProvenance.Predecessor {
        guard case .file(let file) = page.found else { return .none }
        guard let record = page.record, record.file == file else { return .unknown }
        return .recorded(transientFaults: record.transientFaults)
    }
}
