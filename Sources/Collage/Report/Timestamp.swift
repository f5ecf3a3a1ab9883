// The time of day, for people and their monitoring.

import Glibc

/// A moment of the day, in whole seconds.
struct Timestamp: Hashable, Sendable {
    var secondsSince1970: Int

    static var now: Timestamp { Timestamp(secondsSince1970: time(nil)) }

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
