// What a run keeps beside its outputs: taken before anything is done, put in order at the end.

import Glibc
import Wire

/// The lock and the journal of a run that writes; the journal alone of one that only looks.
struct RunState {
    /// Nil for standard output.
    let journal: Journal?
    /// Nil where nothing is written.
    let lock: RunLock?
    private let folder: StateFolder?
    private let isFolderNew: Bool
    private let areOutputsNew: Bool

    /// - Throws: a fault with status 73 where another run holds the output directory.
    init(_ target: OutputTarget, isWritten: Bool) throws(RunFault) {
        folder = StateFolder(target)
        guard let folder else {
            (journal, lock, isFolderNew, areOutputsNew) = (nil, nil, false, false)
            return
        }
        areOutputsNew = (try? stat(folder.outputs)) == nil
        isFolderNew = (try? stat(folder.path)) == nil
        lock = isWritten ? try Self.lock(folder) : nil
        FaultPoint.hit(.locked)
        do throws(SystemError) { journal = try Journal(folder, isWritten: isWritten) } catch {
            switch error.code {
            case EPROTO, ELOOP, EISDIR:
                throw RunFault(
                    "can't use the journal (\(folder.journal)): it is not one, or of a later version;"
                        + " remove it to have everything made anew")
            default:
                throw RunFault(
                    "can't \(isWritten ? "write" : "read") the journal (\(folder.journal)): \(error);"
                        + " check who may, or remove it to have everything made anew")
            }
        }
    }

    private static func lock(_ folder: StateFolder) throws(RunFault) -> RunLock {
        do throws(SystemError) {
            try Folder.make(folder.path)
        } catch {
            throw .output(folder.path, error)
        }
        do throws(SystemError) { return try RunLock(folder.lock) } catch {
            guard error.code == EWOULDBLOCK else { throw .output(folder.lock, error) }
            throw RunFault(
                "another run is writing to (\(folder.outputs)); wait for its end, or choose another --output",
                status: .held)
        }
    }

    /// Looks for what a run that was killed has left.
    ///
    /// Only where outputs of these inputs can be: what else lies in the output directory may be without end.
    func sweep(_ temporaries: TemporaryFiles, inputs: [InputSource]) {
        guard let folder, lock?.mayHaveLeftovers == true else { return }
        temporaries.sweepFolder(folder.path)
        temporaries.sweepFolder(folder.outputs)
        for case .folder(_, let name, _) in inputs { temporaries.sweepTree(folder.outputs.appending(name)) }
    }

    /// Puts all in order, and removes what is left of temporary files; nothing may be written any more.
    ///
    /// Where nothing was ever remembered, there is nothing of it left.
    func conclude(_ temporaries: TemporaryFiles) throws(RunFault) {
        defer { temporaries.discardAll() }
        guard let folder, let lock, let journal else { return }
        if journal.isEmpty, isFolderNew {
            _ = folder.journal.withCString { unlink($0) }
            lock.remove()
            _ = folder.path.withCString { rmdir($0) }
            if areOutputsNew { _ = folder.outputs.withCString { rmdir($0) } }
            return
        }
        do throws(SystemError) { try journal.finish(replace: temporaries.replace) } catch {
            throw .output(folder.journal, error)
        }
        temporaries.discardAll()
        FaultPoint.hit(.concluded)
        lock.conclude()
    }
}
