// Whether a command is installed, and where.
import Glibc

/// The search for commands as shells do it.
public enum ExecutableSearch {
    /// The first executable file of that name in the folders of PATH; nil where there is none.
    public static func find(_ name: String) -> String? {
        find(name, path: getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin")
    }

    static func find(_ name: String, path: String) -> String? {
        path.split(separator: ":").map { "\($0)/\(name)" }.first(where: isExecutableFile)
    }

    /// Whether it can be run, and is no folder (`access(2)`, `stat(2)`).
    public static func isExecutableFile(_ path: String) -> Bool {
        var status = stat()
        return access(path, X_OK) == 0 && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}
