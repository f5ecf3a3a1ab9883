// The time of day, for people, their monitoring, and the age of files.

import Glibc

/// A moment of the day, in whole seconds.
struct Timestamp: Hashable, Sendable {
    var secondsSince1970: Int

    static var now: Timestamp { Timestamp(secondsSince1970: time(nil)) }

    /// Now, as the times of files count.
    static var nanosecondsSince1970: Int {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Nanoseconds.since1970(seconds: now.tv_sec, fraction: now.tv_nsec)
    }

    /// In ISO 8601, UTC: `2026-11-30T02:00:00Z`.
    var text: String {
        var seconds = secondsSince1970
        var parts = tm()
        gmtime_r(&seconds, &parts)
        var text = [CChar](repeating: 0, count: 32)
        let count = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
        return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
