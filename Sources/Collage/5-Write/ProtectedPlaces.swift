// Where originals are: nothing there is replaced but our own outputs.

import Glibc
import Streams
import Wire

/// The folders that photos come from: those that are named, and those that links lead to.
///
/// `@unchecked Sendable`: what is added later is only touched under the lock.
final class ProtectedPlaces: @unchecked Sendable {
    /// Real paths of the folders that are scanned, sub-folders included.
    private let roots: [RawPath]
    private let lock = Lock()
    /// Real paths of single folders.
    private var folders: Set<RawPath>

    init(inputs: [InputSource]) {
        var roots: [RawPath] = []
        var parents: Set<RawPath> = []
        for input in inputs {
            switch input {
            case .folder(let path, _, _): RealPath.resolve(path).map { roots.append($0) }
            case .files(let files): for file in files { parents.insert(file.parent) }
            }
        }
        self.roots = roots
        folders = Set(parents.compactMap { RealPath.resolve($0.isEmpty ? "." : $0) })
    }

    /// Adds the real paths of folders in which photos were found; those in the roots are protected already.
    func add(_ found: Set<RawPath>) {
        let others = found.filter { !isInRoots($0) }
        if !others.isEmpty { lock.withLock { folders.formUnion(others) } }
    }

    private func isInRoots(_ folder: RawPath) -> Bool {
        roots.contains { folder == $0 || $0.contains(folder) }
    }

    /// Whether an output would take the place of what may be a photo.
    func forbid(_ output: RawPath) -> Bool {
        (try? stat(output)).map { forbid(output, $0) } ?? false
    }

    /// The same of something that is there.
    func forbid(_ output: RawPath, _ status: stat) -> Bool {
        guard status.kind == .file else { return false }
        let parent = output.parent.isEmpty ? RawPath(".") : output.parent
        guard let folder = RealPath.resolve(parent) else { return false }
        let isAmongPhotos = lock.withLock { folders.contains(folder) } || isInRoots(folder)
        return isAmongPhotos && !OwnOutput.isOurs(output)
    }
}
