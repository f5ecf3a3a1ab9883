// Our own programs, beside the running one.
import FoundationEssentials

enum Executables {
    static var collage: String { "\(folder)/collage" }
    static var pixels: String { "\(folder)/collage-bench-pixels" }
    static var instantWorker: String { "\(folder)/collage-instant-worker" }

    /// Where the running executable is.
    private static let folder: String = {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return String(own[..<(own.lastIndex(of: "/") ?? own.startIndex)])
    }()
}
