// The time of day, for people and for the age of files.

import Glibc

enum Timestamp {
    /// As the times of files count.
    static var nanosecondsSince1970: Int {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Nanoseconds.since1970(seconds: now.tv_sec, fraction: now.tv_nsec)
    }

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
