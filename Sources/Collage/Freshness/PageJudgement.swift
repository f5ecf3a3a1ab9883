// Whether a page is fresh: a decision about values, without files.

import Wire

/// Compares what a page would be made of with what it was made of.
struct PageJudgement {
    /// What is asked for besides.
    struct Rules: Hashable, Sendable {
        var isForced = false
        /// Bytes that one photo can have.
        var photoMemory: Int
    }

    /// The file that is there.
    enum Found: Hashable, Sendable {
        case nothing
        case file(WrittenFile)
    }

    var rules: Rules
    var record: OutputRecord?
    var found: Found

    /// Why the page is to be made; nil where it is fresh.
    ///
    /// - Parameter contents: of each photo, where they are to be compared.
    func staleness(of key: PageKey, photos: [FoundPhoto], contents: [UInt64]?) -> StaleReason? {
        if rules.isForced { return .forced }
        if let reason = stalenessOfFile { return reason }
        guard let record else { return nil }
        if record.key.revision != key.revision { return .renderer(old: record.key.revision) }
        if record.key.digest != key.digest { return difference(from: record, to: key, photos: photos) }
        return stalenessOfPhotos ?? contents.flatMap { difference(in: $0, photos: photos) }
    }

    /// The same where only a collage's candidates are known; the reason why is of no interest then.
    func isFresh(candidates: Digest) -> Bool {
        guard !rules.isForced, stalenessOfFile == nil, stalenessOfPhotos == nil, let record else {
            return false
        }
        return record.key.revision == RendererRevision.current && record.candidates == candidates
    }

    /// What is wrong with the output that is there.
    private var stalenessOfFile: StaleReason? {
        switch (record, found) {
        case (nil, .nothing): .neverMade
        case (nil, .file): .notRemembered
        case (.some, .nothing): .outputMissing
        case (let record?, .file(let file)): record.file == file ? nil : .outputChanged
        }
    }

    /// What may be better this time.
    private var stalenessOfPhotos: StaleReason? {
        guard let record else { return nil }
        if record.transientFaults > 0 { return .transientFaults(record.transientFaults) }
        let isTooLarge = record.faults.contains { $0.fault.reason == .tooLarge }
        return isTooLarge && record.photoMemory != rules.photoMemory ? .moreMemory : nil
    }

    private func difference(from old: OutputRecord, to new: PageKey, photos: [FoundPhoto]) -> StaleReason {
        let changes = PhotoChanges(from: old.photos, to: photos)
        if !changes.isEmpty { return .photos(changes) }
        let settings = ShownSettings.changes(from: old.key.settings, to: new.settings)
        return settings.isEmpty ? .arrangement : .settings(settings)
    }

    private func difference(in contents: [UInt64], photos: [FoundPhoto]) -> StaleReason? {
        guard let record, record.contents.count == contents.count else { return .contentNotRecorded }
        return zip(photos, zip(record.contents, contents)).first { $1.0 != $1.1 }.map { .content($0.0.path) }
    }
}
