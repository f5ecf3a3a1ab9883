// What must be known of the machine to read its numbers.
import Glibc

/// The machine, in a few facts.
public struct MachineFacts: Hashable, Sendable, Codable {
    /// Cores that this process may run on.
    public var cores: Int
    /// As `Linux 6.1.0-18-amd64 x86_64` (`uname(2)`).
    public var kernel: String
    /// Runnable processes on average over the last minute (`getloadavg(3)`).
    public var load: Double

    public init(cores: Int, kernel: String, load: Double) {
        self.cores = cores
        self.kernel = kernel
        self.load = load
    }

    public static var current: MachineFacts {
        MachineFacts(cores: allowedCores, kernel: kernelName, load: currentLoad)
    }

    static var currentLoad: Double {
        var load = 0.0
        return getloadavg(&load, 1) == 1 ? load : .nan
    }

    private static var kernelName: String {
        var name = utsname()
        uname(&name)
        return [text(name.sysname), text(name.release), text(name.machine)].joined(separator: " ")
    }

    /// Those of `Cpus_allowed` in `/proc/self/status` (`proc(5)`), since others don't help us.
    private static var allowedCores: Int {
        guard let file = fopen("/proc/self/status", "re") else { return sysconf(Int32(_SC_NPROCESSORS_ONLN)) }
        defer { fclose(file) }
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        while getline(&line, &capacity, file) > 0, let line {
            if let cores = cores(inStatusLine: String(cString: line)) { return cores }
        }
        return sysconf(Int32(_SC_NPROCESSORS_ONLN))
    }

    /// The bits set in a line like `Cpus_allowed:	ff,0000000f`; nil for other lines.
    static func cores(inStatusLine line: String) -> Int? {
        let name = "Cpus_allowed:"
        guard line.hasPrefix(name) else { return nil }
        return line.dropFirst(name.count).compactMap(\.hexDigitValue).map(\.nonzeroBitCount).reduce(0, +)
    }

    private static func text<Characters>(_ characters: Characters) -> String {
        withUnsafeBytes(of: characters) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
