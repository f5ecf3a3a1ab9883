// Random numbers that are the same everywhere for the same seed.

/// SplitMix64, as published by Steele, Lea and Flood (2014): small, and good enough for pictures.
struct SampleRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// A number in the range, in a way that no library version changes.
    mutating func number(_ range: ClosedRange<Float>) -> Float {
        let part = Float(next() >> 40) / Float(1 << 24)
        return range.lowerBound + part * (range.upperBound - range.lowerBound)
    }

    mutating func index(below count: Int) -> Int {
        Int(next() % UInt64(count))
    }
}
