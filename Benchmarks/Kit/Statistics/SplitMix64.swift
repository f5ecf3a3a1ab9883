// Random numbers that are the same for the same seed, on any machine and with any version of Swift.

/// SplitMix64, of Steele, Lea and Flood, “Fast Splittable Pseudorandom Number Generators” (OOPSLA 2014).
struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to, not including, a count: the upper half of the 128-bit product `next() * count`.
    ///
    /// One call of `next()` each. Not `Int.random(in:using:)`, whose rule may change with Swift. The chance of
    /// a number is off by at most 2⁻⁶⁴.
    mutating func index(below count: Int) -> Int {
        precondition(count > 0, "an index is of something")
        return Int(next().multipliedFullWidth(by: UInt64(count)).high)
    }
}
