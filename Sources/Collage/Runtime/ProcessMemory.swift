// How much memory this process has used.

import Glibc

enum ProcessMemory {
    /// The most that was resident at once, in bytes: VmHWM of `/proc/self/status` (proc(5)).
    static var peak: Int {
        let lines = (TextFile.read("/proc/self/status") ?? "").split(separator: "\n")
        let line = lines.first { $0.hasPrefix("VmHWM:") }
        return line.flatMap { Int($0.filter(\.isNumber)) }.map { $0 * 1024 } ?? 0
    }
}
