// In which order the commands of a round are run.

/// Orders for rounds, in which no command always follows the same heat and the same cache.
public enum RoundOrder {
    /// The order of each round; the same for the same seed.
    ///
    /// As many rounds as there are commands make a block: an order drawn at random, turned on by one place
    /// each round. In a block every command is once at every place.
    public static func orders(commands: Int, rounds: Int, seed: UInt64) -> [[Int]] {
        var random = SplitMix64(state: seed)
        var drawn: [Int] = []
        return (0..<rounds).map { round in
            let turn = round % max(1, commands)
            if turn == 0 { drawn = (0..<commands).shuffled(using: &random) }
            return Array(drawn[turn...] + drawn[..<turn])
        }
    }
}

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
}
