// How much memory this process has used, and what time it is for people.

import Glibc

enum ProcessMemory {
    /// The most that was resident at once, in bytes: VmHWM of `/proc/self/status` (proc(5)).
    static var peak: Int {
        let lines = (TextFile.read("/proc/self/status") ?? "").split(separator: "\n")
        let line = lines.first { $0.hasPrefix("VmHWM:") }
        return line.flatMap { Int($0.filter(\.isNumber)) }.map { $0 * 1024 } ?? 0
    }
}

enum Timestamp {
    /// The time of day in ISO 8601, UTC: `2026-11-30T02:00:00Z`.
    static var now: String {
        var seconds = time(nil)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        var text = [CChar](repeating: 0, count: 32)
        let count = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
        return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
