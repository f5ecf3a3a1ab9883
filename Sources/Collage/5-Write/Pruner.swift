// `--prune`: removes outputs of ours whose folder or page is gone, and nothing else.

import Glibc
import Streams
import Wire

/// Looks through the journal for outputs that this run has found no photos for.
struct Pruner {
    struct Settings {
        var isWanted: Bool
        /// Whether outputs are removed, or only named.
        var isWritten: Bool
        /// The folders whose outputs are looked at.
        var inputs: [InputSource]
    }

    let settings: Settings
    let journal: Journal?
    let state: StateFolder?
    let io: IOPool
    /// Asked when all of the inputs were walked: an input without photos that this run found.
    let emptyInput: () -> InputSource?

    /// Whether a record's folder is there, and if not, whether that is to be believed.
    enum Verdict: Hashable, Sendable {
        case there
        case gone
        /// The nearest folder above that is there holds nothing at all: its disk may not be mounted.
        case maybeUnmounted(RawPath)
    }

    /// An outcome for each output that is removed, and for what is left alone to be safe.
    var outcomes: AnyPublisher<Outcome, RunFault> {
        Deferred { () -> AnyPublisher<Outcome, RunFault> in
            guard settings.isWanted, let journal, let state else {
                return Empty().eraseToAnyPublisher()
            }
            if let input = emptyInput() {
                let aside = Aside.spared(folder: input.root, why: "no photos are in it; is it mounted?")
                return Just(.aside(aside)).setFailureType(to: RunFault.self).eraseToAnyPublisher()
            }
            return io.run { [settings] () throws(SystemError) in
                try Self.candidates(in: journal, roots: settings.roots)
            }
            .setFailureType(to: RunFault.self)
            .flatMap { result -> AnyPublisher<Outcome, RunFault> in
                switch result {
                case .failure(let error):
                    return Fail(error: .output(state.journal, error)).eraseToAnyPublisher()
                case .success(let (gone, spared)): return remove(gone, spared, journal, state)
                }
            }
            .eraseToAnyPublisher()
        }
        .eraseToAnyPublisher()
    }

    private func remove(
        _ gone: [OutputRecord], _ spared: [RawPath], _ journal: Journal, _ state: StateFolder
    ) -> AnyPublisher<Outcome, RunFault> {
        let warnings = spared.map { folder in
            Outcome.aside(
                .spared(
                    folder: folder, why: "it is empty, and once was not; is something to be mounted there?"))
        }
        return warnings.publisher.setFailureType(to: RunFault.self)
            .append(
                gone.publisher
                    .setFailureType(to: RunFault.self)
                    .flatMap(maxPublishers: .max(1)) { [io, settings] record in
                        io.run { () throws(SystemError) in
                            try Self.remove(record, journal, state, isWritten: settings.isWritten)
                        }
                        .setFailureType(to: RunFault.self)
                        .flatMap { result -> AnyPublisher<Outcome, RunFault> in
                            switch result {
                            case .failure(let error):
                                return Fail(error: .output(state.outputs.appending(record.output), error))
                                    .eraseToAnyPublisher()
                            case .success(let output):
                                return output.publisher.map { .aside(.pruned(output: $0)) }
                                    .setFailureType(to: RunFault.self).eraseToAnyPublisher()
                            }
                        }
                    }
            )
            .eraseToAnyPublisher()
    }

    /// What is gone for certain, and the folders that are suspiciously empty.
    private static func candidates(
        in journal: Journal, roots: Set<RawPath>
    ) throws(SystemError) -> (gone: [OutputRecord], spared: [RawPath]) {
        var gone: [OutputRecord] = []
        var spared: Set<RawPath> = []
        for record in try journal.unwanted({ roots.contains($0.root) }) {
            if isSurplus(record, in: journal) {
                gone.append(record)
                continue
            }
            switch verdict(on: record.root.appending(record.folder), below: record.root) {
            case .there: break
            case .gone: gone.append(record)
            case .maybeUnmounted(let folder): spared.insert(folder)
            }
        }
        return (gone, spared.sorted { NaturalOrder.precedes($0, $1) })
    }

    /// Whether it is a page that its collage no longer has: other pages of the same name are there.
    private static func isSurplus(_ record: OutputRecord, in journal: Journal) -> Bool {
        guard let series = OutputSeries(record.output, pages: record.pages) else { return false }
        return [1, 2, 1000, 10_000].contains { journal.isWanted(series.path(page: 1, of: $0)) }
    }

    /// Only what is certainly not there is gone: a folder that can't be looked at is there.
    static func verdict(on folder: RawPath, below root: RawPath) -> Verdict {
        guard isMissing(folder) else { return .there }
        var above = folder.parent
        while above.bytes.count > root.bytes.count, isMissing(above) { above = above.parent }
        return holdsNothing(above) ? .maybeUnmounted(above) : .gone
    }

    private static func isMissing(_ path: RawPath) -> Bool {
        do throws(SystemError) { _ = try stat(path, followingLinks: false) } catch {
            return error.code == ENOENT || error.code == ENOTDIR
        }
        return false
    }

    private static func holdsNothing(_ folder: RawPath) -> Bool {
        guard let directory = folder.withCString({ opendir($0) }) else { return true }
        defer { closedir(directory) }
        var count = 0
        // Besides itself and the one above.
        while count < 3, readdir(directory) != nil { count += 1 }
        return count < 3
    }

    /// Removes an output that is still as we wrote it, and the folders of outputs that are empty then.
    ///
    /// - Returns: its path; nil where it is not ours any more, or gone.
    private static func remove(
        _ record: OutputRecord, _ journal: Journal, _ state: StateFolder, isWritten: Bool
    ) throws(SystemError) -> RawPath? {
        let output = state.outputs.appending(record.output)
        guard PageJudgement.Found(output) == .file(record.file), OwnOutput.isOurs(output) else { return nil }
        guard isWritten else { return output }
        guard output.withCString({ unlink($0) }) == 0 else { throw SystemError("unlink") }
        FaultPoint.hit(.removed)
        try journal.appendRemoval(of: record.output)
        var folder = record.output.parent
        while !folder.isEmpty, state.outputs.appending(folder).withCString({ rmdir($0) }) == 0 {
            folder = folder.parent
        }
        return output
    }
}

extension Pruner.Settings {
    fileprivate var roots: Set<RawPath> { Set(inputs.map(\.realRoot).filter { !$0.isEmpty }) }
}
