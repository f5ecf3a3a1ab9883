// Subscribers.Demand: how many values a subscriber is ready to take.

extension Subscribers {
    /// A number of values asked for, which may be unlimited.
    ///
    /// Sums and products saturate at `.unlimited`, which stays unlimited whatever is added or taken away. What
    /// would be negative traps.
    @frozen
    public struct Demand: Hashable, Sendable {
        /// 0 to `Int.max` are counts, one more is unlimited; so the order of the numbers is that of demands.
        @usableFromInline let rawValue: UInt

        @inlinable
        init(rawValue: UInt) {
            self.rawValue = min(rawValue, UInt(Int.max) + 1)
        }

        /// As many values as there are.
        @inlinable public static var unlimited: Demand { Demand(rawValue: UInt(Int.max) + 1) }

        /// No values, the same as `.max(0)`.
        @inlinable public static var none: Demand { Demand(rawValue: 0) }

        /// At most so many values; a negative number traps.
        @inlinable
        public static func max(_ value: Int) -> Demand {
            precondition(value >= 0, "A demand can't be negative")
            return Demand(rawValue: UInt(bitPattern: value))
        }

        /// The number asked for, nil if unlimited.
        @inlinable public var max: Int? { self == .unlimited ? nil : Int(rawValue) }

        /// Traps if nothing is demanded: a request for no values is a programming error.
        @inlinable
        func requireSome() {
            precondition(rawValue != 0, "A subscription was asked for no values: request(.none)")
        }
    }
}

extension Subscribers.Demand: CustomStringConvertible {
    public var description: String { self == .unlimited ? "unlimited" : "max(\(rawValue))" }
}

extension Subscribers.Demand: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(UInt.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
