// Subscribers.Demand: sums, differences, products and comparisons, with demands and with numbers.

extension Subscribers.Demand {
    /// The sum, unlimited if either is or if it doesn't fit.
    @inlinable
    public static func + (lhs: Self, rhs: Self) -> Self {
        // Each is at most 2^63, so the sum fits unless both are unlimited.
        let (sum, overflow) = lhs.rawValue.addingReportingOverflow(rhs.rawValue)
        return overflow ? .unlimited : Self(rawValue: sum)
    }

    @inlinable
    public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }

    /// The sum with a number, which may be negative; a negative result traps.
    @inlinable
    public static func + (lhs: Self, rhs: Int) -> Self {
        guard let count = lhs.max else { return .unlimited }
        let (sum, overflow) = count.addingReportingOverflow(rhs)
        return overflow ? .unlimited : .max(sum)
    }

    @inlinable
    public static func += (lhs: inout Self, rhs: Int) { lhs = lhs + rhs }

    /// The product with a number, unlimited if it doesn't fit; a negative result traps.
    @inlinable
    public static func * (lhs: Self, rhs: Int) -> Self {
        guard let count = lhs.max else { return .unlimited }
        let (product, overflow) = count.multipliedReportingOverflow(by: rhs)
        precondition(rhs >= 0 || count == 0, "A demand can't be negative")
        return overflow ? .unlimited : .max(product)
    }

    @inlinable
    public static func *= (lhs: inout Self, rhs: Int) { lhs = lhs * rhs }

    /// The difference: unlimited less anything is unlimited, a count less unlimited none.
    ///
    /// A negative result traps.
    @inlinable
    public static func - (lhs: Self, rhs: Self) -> Self {
        if lhs == .unlimited { return .unlimited }
        if rhs == .unlimited { return .none }
        return .max(Int(lhs.rawValue) - Int(rhs.rawValue))
    }

    @inlinable
    public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }

    /// The difference with a number; a negative result traps.
    @inlinable
    public static func - (lhs: Self, rhs: Int) -> Self {
        guard let count = lhs.max else { return .unlimited }
        let (difference, overflow) = count.subtractingReportingOverflow(rhs)
        return overflow ? .unlimited : .max(difference)
    }

    @inlinable
    public static func -= (lhs: inout Self, rhs: Int) { lhs = lhs - rhs }
}

extension Subscribers.Demand: Comparable {
    @inlinable
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

// With numbers: unlimited is more than each of them.
extension Subscribers.Demand {
    @inlinable
    public static func == (lhs: Self, rhs: Int) -> Bool { lhs.max == rhs }

    @inlinable
    public static func == (lhs: Int, rhs: Self) -> Bool { rhs.max == lhs }

    @inlinable
    public static func != (lhs: Self, rhs: Int) -> Bool { lhs.max != rhs }

    @inlinable
    public static func != (lhs: Int, rhs: Self) -> Bool { rhs.max != lhs }

    @inlinable
    public static func < (lhs: Self, rhs: Int) -> Bool { (lhs.max ?? .max) < rhs }

    @inlinable
    public static func < (lhs: Int, rhs: Self) -> Bool { rhs > lhs }

    @inlinable
    public static func > (lhs: Self, rhs: Int) -> Bool { lhs.max.map { $0 > rhs } ?? true }

    @inlinable
    public static func > (lhs: Int, rhs: Self) -> Bool { rhs < lhs }

    @inlinable
    public static func <= (lhs: Self, rhs: Int) -> Bool { !(lhs > rhs) }

    @inlinable
    public static func <= (lhs: Int, rhs: Self) -> Bool { !(rhs < lhs) }

    @inlinable
    public static func >= (lhs: Self, rhs: Int) -> Bool { !(lhs < rhs) }

    @inlinable
    public static func >= (lhs: Int, rhs: Self) -> Bool { !(rhs > lhs) }
}
