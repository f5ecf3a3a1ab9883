// The units that measurements are kept in, so that no number has to say what it is.
import Glibc

/// A length of time, in seconds.
public struct Seconds: Hashable, Sendable {
    public var value: Double

    public init(_ value: Double) { self.value = value }

    init(_ time: timespec) { value = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9 }
    init(_ time: timeval) { value = Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }

    /// Time since some fixed moment, unslewed (`clock_gettime(2)`, CLOCK_MONOTONIC_RAW).
    static var rawMonotonicNow: Seconds {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC_RAW, &time)
        return Seconds(time)
    }

    public static func + (left: Seconds, right: Seconds) -> Seconds { Seconds(left.value + right.value) }
    public static func - (left: Seconds, right: Seconds) -> Seconds { Seconds(left.value - right.value) }
}

/// An amount of memory, in bytes.
public struct ByteCount: Hashable, Sendable {
    public var value: Int

    public init(_ value: Int) { self.value = value }

    public static func <= (left: ByteCount, right: ByteCount) -> Bool { left.value <= right.value }
}

extension Seconds: Codable {
    public init(from decoder: any Decoder) throws {
        value = try decoder.singleValueContainer().decode(Double.self)
    }
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

extension ByteCount: Codable {
    public init(from decoder: any Decoder) throws {
        value = try decoder.singleValueContainer().decode(Int.self)
    }
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}
