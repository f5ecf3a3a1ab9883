// `--prune`: removes outputs of ours whose folder or page is gone, and nothing else.

import Glibc
import Streams
import Wire

/// Goes through the journal when all else is done; on the event loop's thread alone.
final class Pruner {
    struct Settings: Sendable {
        var isWanted: Bool
        /// Whether outputs are removed, or only named.
        var isWritten: Bool
        /// The folders whose outputs are looked at.
        var inputs: [InputSource]
    }

    private let settings: Settings
    private let journal: Journal?
    private let io: IOPool
    private var watch = PruneWatch()

    init(settings: Settings, journal: Journal?, io: IOPool) {
        self.settings = settings
        self.journal = journal
        self.io = io
    }

    /// Takes note of what became of a collage, on which depends what may be removed.
    func observe(_ outcome: Outcome) {
        if settings.isWanted { watch.observe(outcome) }
    }

    /// An outcome for each output that is removed, and for what is left alone to be safe.
    var outcomes: AnyPublisher<Outcome, RunFault> {
        Deferred { [self] () -> AnyPublisher<Outcome, RunFault> in
            guard settings.isWanted, let journal else { return Empty().eraseToAnyPublisher() }
            if let input = watch.emptyInput {
                let aside = Aside.spared(folder: input.root, why: "no photos are in it; is it mounted?")
                return Just(.aside(aside)).setFailureType(to: RunFault.self).eraseToAnyPublisher()
            }
            return candidates(in: journal).flatMap { [self] in remove($0, journal) }.eraseToAnyPublisher()
        }
        .eraseToAnyPublisher()
    }

    /// What may go, and the folders that are suspiciously empty.
    private struct Candidates: Sendable {
        var gone: [OutputRecord]
        var spared: [RawPath]
    }

    private func candidates(in journal: Journal) -> some Publisher<Candidates, RunFault> {
        io.run { [settings, surplus = watch.surplus] () throws(SystemError) in
            var gone = surplus
            var spared: Set<RawPath> = []
            let roots = Set(settings.inputs.map(\.realRoot).filter { !$0.isEmpty })
            for record in try journal.unwanted({ roots.contains($0.root) }) {
                switch GoneFolder(record.root.appending(record.folder), below: record.root) {
                case .there: break
                case .gone: gone.append(record)
                case .maybeUnmounted(let folder): spared.insert(folder)
                }
            }
            return Candidates(gone: gone, spared: spared.sorted { NaturalOrder.precedes($0, $1) })
        }
        .setFailureType(to: RunFault.self)
        .flatMap { result in
            result.mapError { RunFault.output(journal.path, $0) }.publisher
        }
    }

    private func remove(_ candidates: Candidates, _ journal: Journal) -> some Publisher<Outcome, RunFault> {
        let warnings = candidates.spared.map { folder in
            Outcome.aside(
                .spared(folder: folder, why: "no photos are in it, and once were; is something not mounted?"))
        }
        let removals = candidates.gone.publisher
            .setFailureType(to: RunFault.self)
            .flatMap(maxPublishers: .max(1)) { [self] record in remove(record, journal) }
        return warnings.publisher.setFailureType(to: RunFault.self).append(removals)
    }

    /// Nothing where the output is not ours any more, or gone.
    private func remove(_ record: OutputRecord, _ journal: Journal) -> some Publisher<Outcome, RunFault> {
        io.run { [isWritten = settings.isWritten] () throws(SystemError) in
            try Self.remove(record, journal, isWritten: isWritten)
        }
        .setFailureType(to: RunFault.self)
        .flatMap { result in
            result.mapError { RunFault.output(journal.path(of: record), $0) }.publisher
        }
        .compactMap { output in output.map { .aside(.pruned(output: $0)) } }
    }

    /// Removes an output that is still as we wrote it, and the folders of outputs that are empty then.
    ///
    /// - Returns: its path; nil where it is not ours any more, or gone.
    private static func remove(
        _ record: OutputRecord, _ journal: Journal, isWritten: Bool
    ) throws(SystemError) -> RawPath? {
        let output = journal.path(of: record)
        guard PageJudgement.Found(output) == .file(record.file), OwnOutput.isOurs(output) else { return nil }
        guard isWritten else { return output }
        guard output.withCString({ unlink($0) }) == 0 else { throw SystemError("unlink") }
        FaultPoint.hit(.removed)
        try journal.appendRemoval(of: record.output)
        var (folder, levels) = (output.parent, record.output.bytes.count { $0 == RawPath.slash })
        while levels > 0, folder.withCString({ rmdir($0) }) == 0 {
            (folder, levels) = (folder.parent, levels - 1)
        }
        return output
    }
}
