// Our own programs that the suite runs, and where they are.
import BenchmarkKit
import FoundationEssentials

struct SuiteTools {
    /// The command that is measured.
    let collage: String
    /// The script `floor.sh`.
    let floor: String

    /// - Parameters:
    ///   - collage: nil for the one beside the running executable.
    ///   - floor: nil for `Benchmarks/floor.sh` of the package that the executable was built in, or of the
    ///     current folder.
    init(collage: String?, floor: String?) throws(UsageError) {
        let files = FileManager.default
        let own = (try? files.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        self.collage = Self.absolute(collage ?? Self.parent(own) + "/collage")
        guard ExecutableSearch.isExecutableFile(self.collage) else {
            throw UsageError("there is no command \(self.collage); build it, or name one with --collage")
        }
        let nearby = sequence(first: Self.parent(own)) { $0.isEmpty ? nil : Self.parent($0) }
        let folders = [files.currentDirectoryPath] + nearby
        let candidates = floor.map { [Self.absolute($0)] } ?? folders.map { "\($0)/Benchmarks/floor.sh" }
        guard let found = candidates.first(where: ExecutableSearch.isExecutableFile) else {
            throw UsageError("Benchmarks/floor.sh is not found; run in the package's folder, or use --floor")
        }
        self.floor = found
    }

    private static func parent(_ path: String) -> String {
        String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }

    private static func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
    }
}
