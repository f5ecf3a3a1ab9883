// Where results go: a folder that one run at a time has for itself.
import FoundationEssentials
import Glibc

/// A folder of results.
final class ResultsFolder: Sendable {
    let path: String
    private let lock: Int32

    /// Makes the folder where there is none, and removes what a run that was killed left in `scratch`.
    ///
    /// - Throws: `UsageError` where it can't be made, or another run has it.
    init(_ path: String) throws(UsageError) {
        self.path = path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
        do {
            try FileManager.default.createDirectory(atPath: self.path, withIntermediateDirectories: true)
        } catch {
            throw UsageError("no folder can be made at \(path)")
        }
        lock = open("\(self.path)/.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard lock >= 0 else { throw UsageError("nothing can be written into \(path)") }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            close(lock)
            throw UsageError("another run uses \(path); choose another folder with --results")
        }
        removeScratch()
    }

    deinit {
        removeScratch()
        close(lock)
    }

    private var scratchRoot: String { "\(path)/.scratch" }
    private func removeScratch() { try? FileManager.default.removeItem(atPath: scratchRoot) }

    /// An empty folder for a benchmark.
    func emptyScratch() throws -> String {
        removeScratch()
        try FileManager.default.createDirectory(atPath: scratchRoot, withIntermediateDirectories: true)
        return scratchRoot
    }

    /// Removes a file of the folder, if it is there.
    func remove(_ name: String) { unlink("\(path)/\(name)") }

    /// Writes a file of the folder, or replaces it, at once.
    @discardableResult
    func write(_ data: Data, to name: String) throws -> String {
        let file = "\(path)/\(name)"
        try data.write(to: URL(filePath: file), options: .atomic)
        return file
    }
}
