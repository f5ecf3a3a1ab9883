// Time that only goes forward, as the event loop counts it.

import Glibc
import Streams

/// A moment on the monotonic clock (`clock_gettime(2)`, CLOCK_MONOTONIC), which no change of date moves.
struct MonotonicTime: Hashable, Sendable {
    var nanoseconds: Int64

    static var now: MonotonicTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}

extension MonotonicTime: Strideable {
    func distance(to other: MonotonicTime) -> TimeSpan {
        TimeSpan(nanoseconds: other.nanoseconds - nanoseconds)
    }
    func advanced(by span: TimeSpan) -> MonotonicTime {
        MonotonicTime(nanoseconds: nanoseconds + span.nanoseconds)
    }
}

/// A length of time, in nanoseconds.
struct TimeSpan: Hashable, Sendable {
    var nanoseconds: Int64

    /// In seconds, for reports.
    var inSeconds: Double { Double(nanoseconds) / 1e9 }

    /// The same to the millisecond: in reports, more is noise.
    var inRoundedSeconds: Double { (inSeconds * 1000).rounded() / 1000 }

    /// The longest there is, where so much would be too much.
    func times(_ count: Int) -> TimeSpan {
        let (product, isTooMuch) = nanoseconds.multipliedReportingOverflow(by: Int64(count))
        return TimeSpan(nanoseconds: isTooMuch ? .max : product)
    }
}

extension TimeSpan: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric {
    typealias Magnitude = UInt64

    init(integerLiteral value: Int64) { self.init(nanoseconds: value * 1_000_000_000) }
    init?(exactly source: some BinaryInteger) {
        guard let nanoseconds = Int64(exactly: source) else { return nil }
        self.init(nanoseconds: nanoseconds)
    }
    var magnitude: UInt64 { nanoseconds.magnitude }

    static func < (left: TimeSpan, right: TimeSpan) -> Bool { left.nanoseconds < right.nanoseconds }
    static func + (left: TimeSpan, right: TimeSpan) -> TimeSpan {
        TimeSpan(nanoseconds: left.nanoseconds + right.nanoseconds)
    }
    static func - (left: TimeSpan, right: TimeSpan) -> TimeSpan {
        TimeSpan(nanoseconds: left.nanoseconds - right.nanoseconds)
    }
    static func * (left: TimeSpan, right: TimeSpan) -> TimeSpan {
        TimeSpan(nanoseconds: left.nanoseconds * right.nanoseconds)
    }
    static func += (left: inout TimeSpan, right: TimeSpan) { left = left + right }
    static func -= (left: inout TimeSpan, right: TimeSpan) { left = left - right }
    static func *= (left: inout TimeSpan, right: TimeSpan) { left = left * right }

    static func seconds(_ count: Int) -> TimeSpan { TimeSpan(nanoseconds: Int64(count) * 1_000_000_000) }
    static func seconds(_ count: Double) -> TimeSpan { TimeSpan(nanoseconds: Int64(count * 1e9)) }
    static func milliseconds(_ count: Int) -> TimeSpan { TimeSpan(nanoseconds: Int64(count) * 1_000_000) }
    static func microseconds(_ count: Int) -> TimeSpan { TimeSpan(nanoseconds: Int64(count) * 1_000) }
    static func nanoseconds(_ count: Int) -> TimeSpan { TimeSpan(nanoseconds: Int64(count)) }
}
