// Which compiler built this, and for what: exact counts are only comparable among the same.
import CBenchmarkSystem

enum Toolchain {
    /// As `Swift 6.3.0, clang 11673e6660b2`: the standard library's version, and the revision of the compiler that
    /// came with it, since the library says the same for all patch releases.
    static let current: String = {
        let clang = String(cString: benchmark_compiler_version())
        let revision = clang.split(whereSeparator: { !$0.isHexDigit }).first { $0.count == 40 }
        return
            "Swift \(_SwiftStdlibVersion.current), clang \(revision.map { String($0.prefix(12)) } ?? clang)"
    }()

    static var architecture: String {
        #if arch(x86_64)
            "x86_64"
        #elseif arch(arm64)
            "aarch64"
        #else
            "other"
        #endif
    }

    /// What counts are kept under.
    static var key: String { "\(current), \(architecture)" }
}
