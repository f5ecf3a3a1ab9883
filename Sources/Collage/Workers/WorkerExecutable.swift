// Where the worker is found: beside the command, or in its libexec folder.

import Glibc

enum WorkerExecutable {
    static let name: RawPath = "collage-worker"

    /// Beside the running executable (its real path), then in `../libexec/collage/`.
    static func find() throws(RunFault) -> RawPath {
        guard let own = RealPath.resolve("/proc/self/exe") else {
            throw RunFault.workerUnavailable("/proc is not there")
        }
        let folder = own.parent
        let candidates = [
            folder.appending(name), folder.parent.appending("libexec/collage").appending(name),
        ]
        guard let found = candidates.first(where: { $0.withCString { access($0, X_OK) } == 0 }) else {
            throw RunFault.workerUnavailable(
                "there is no \(name) in \(folder) or \(candidates[1].parent); build or install both together")
        }
        return found
    }
}
