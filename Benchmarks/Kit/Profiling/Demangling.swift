// Names of Swift functions as people write them.
import Glibc

enum Demangling {
    /// The name behind a mangled one; the same for all others.
    static func name(_ symbol: String) -> String {
        // Valgrind tells functions of one name apart by what it adds.
        let end = symbol.firstIndex(of: "'") ?? symbol.endIndex
        guard symbol.hasPrefix("$s"), let text = swiftDemangle(String(symbol[..<end])) else { return symbol }
        return text + symbol[end...]
    }

    private static func swiftDemangle(_ symbol: String) -> String? {
        guard let text = demangle(symbol, strlen(symbol), nil, nil, 0) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }

    /// `swift_demangle` of the runtime (swift/Demangling/Demangle.h): memory of malloc, or nil.
    @_silgen_name("swift_demangle")
    private static func demangle(
        _ name: UnsafePointer<CChar>, _ length: Int, _ buffer: UnsafeMutablePointer<CChar>?,
        _ size: UnsafeMutablePointer<Int>?, _ flags: UInt32
    ) -> UnsafeMutablePointer<CChar>?
}
