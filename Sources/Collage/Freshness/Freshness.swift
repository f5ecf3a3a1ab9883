// Lets only those pages through to painting that are not as they were: by the journal, and a look at the outputs.

import Glibc
import Streams
import Wire

/// Tells pages that are to be made from those that can stay.
struct Freshness {
    struct Settings: Sendable {
        var rules: PageJudgement.Rules
        /// Whether photos are compared by their content, too.
        var verifiesContent: Bool
        /// Collages whose newest photo is younger wait; nil: none do.
        var settle: TimeSpan?
        /// Whether somebody wants to know of pages that collages no longer have.
        var prunes: Bool
        var shown: ShownTexts
        var plan: PlanSettings
    }

    let settings: Settings
    /// Nil for standard output, of which nothing is remembered.
    let journal: Journal?
    let io: IOPool
    let digests: ContentDigests

    /// Passes a collage by of which all is as it was, where else its photos' headers would have to be read.
    func recall(_ found: Found) -> AnyPublisher<Found, RunFault> {
        guard case .collage(var collage) = found, let journal, settings.needsHeaders(for: collage)
        else { return Just(found).setFailureType(to: RunFault.self).eraseToAnyPublisher() }
        collage.candidates = settings.candidates(of: collage)
        let found = Found.collage(collage)
        if settings.verifiesContent {
            return Just(found).setFailureType(to: RunFault.self).eraseToAnyPublisher()
        }
        return io.run { [settings, collage] () throws(SystemError) in
            let recollection = Recollection(of: collage, in: journal, settings: settings)
            return recollection.unchanged?.map(Found.aside) ?? [found]
        }
        .setFailureType(to: RunFault.self)
        .flatMap { result in
            Self.elements(of: result, else: [found]).publisher.setFailureType(to: RunFault.self)
        }
        .eraseToAnyPublisher()
    }

    /// Passes by what is fresh, or too young; the rest knows why it is to be made.
    func judge(_ planned: [Planned]) -> some Publisher<Planned, RunFault> {
        Answer<[Planned], RunFault> { promise in
            guard let journal, planned.contains(where: { $0.plan != nil }) else {
                return promise.fulfil(.success(planned))
            }
            let judgement = CollageJudgement(journal: journal, settings: settings)
            guard settings.verifiesContent else {
                return judge(planned, contents: nil, by: judgement, for: promise)
            }
            promise.follow(
                contents(of: planned).flatMap { contents in
                    Answer { promise in judge(planned, contents: contents, by: judgement, for: promise) }
                })
        }
        .flatMap { pages in pages.publisher.setFailureType(to: RunFault.self) }
    }

    private func judge(
        _ planned: [Planned], contents: [[UInt64]]?, by judgement: CollageJudgement,
        for promise: Promise<[Planned], RunFault>
    ) {
        io.run { () throws(SystemError) in
            judgement.judge(planned, contents: contents)
        } then: { result in
            promise.fulfil(.success(Self.elements(of: result, else: planned)))
        }
    }

    /// Of each page the digests of its photos.
    private func contents(of planned: [Planned]) -> some Publisher<[[UInt64]], Never> {
        planned.compactMap(\.plan).publisher
            .flatMap(maxPublishers: .max(1)) { [digests] plan in
                digests.of(plan.photos.map(\.photo), from: plan.source)
            }
            .collect()
    }

    /// A disk that does not answer is met again by what comes next, which can say so.
    private static func elements<Element>(
        of result: Result<[Element], SystemError>, else other: [Element]
    ) -> [Element] {
        (try? result.get()) ?? other
    }
}

extension Freshness.Settings {
    func shownText(of settings: CollageSettings) -> String {
        shown.text(layout: settings.layout, fit: settings.fit)
    }

    /// Whether photos can't be chosen by what a folder's listing says of them.
    func needsHeaders(for collage: FoundCollage) -> Bool {
        collage.fault == nil && (plan.dropsBrokenHeaders || collage.settings.choice.sort == .date)
    }

    /// The first photo that is too young to be relied on.
    ///
    /// One from a future that no clock's error explains is as old as any.
    func unsettledPhoto(among photos: [FoundPhoto]) -> RawPath? {
        guard let settle else { return nil }
        let now = Timestamp.nanosecondsSince1970
        return photos.first { photo in
            guard let modified = photo.identity?.modified else { return false }
            let (age, isTooMuch) = now.subtractingReportingOverflow(modified)
            return !isTooMuch && age.magnitude < settle.nanoseconds.magnitude
        }?.path
    }

    /// Former pages of a collage that none of its outputs take the place of; nil where there are none.
    func superseded(
        _ former: [OutputRecord], by outputs: [RawPath], in journal: Journal
    ) -> SupersededPages? {
        guard prunes else { return nil }
        let names = Set(outputs.map(journal.name))
        let gone = former.filter { !names.contains($0.output) }
        return gone.isEmpty ? nil : SupersededPages(former: gone, outputs: Set(outputs))
    }

    /// The key of what a collage's pages are chosen from.
    func candidates(of collage: FoundCollage) -> Digest {
        PageKey.candidates(
            settings: shownText(of: collage.settings) + " " + plan.text(choosing: collage.settings.choice),
            photos: collage.photos, rivals: collage.rivals)
    }
}
