// How sure a gate must be, and how long it may take.
import Glibc

/// What a check goes by.
struct GateSettings: Hashable, Sendable, Codable {
    /// The chance of any false alarm in a whole suite in which nothing changed.
    var alpha = 0.01
    /// The chance to find a change of twice the threshold, where time suffices.
    var power = 0.95
    var thresholds = Thresholds()
    /// Independent repeats that must agree with the first finding.
    var confirmations = 1
    /// Pairs of processes of a benchmark in each stage.
    var fewestPairs = 20
    var mostPairs = 400
    /// More of them are no use: a change that takes so many to be seen is smaller than what differs between machines.
    static let mostPairsEver = 1000
    /// Seconds for everything.
    var budget = 600.0
    var seed: UInt64

    /// Where nothing else was given, for what is measured in pairs.
    static let pairedShare = 0.01
    /// For what is compared with another day's: the machine is never quite the same again.
    static let baselineShare = 0.10

    var stages: Int { confirmations + 1 }

    /// The chance of a false alarm that each stage may have: all must agree by chance for one in the end, and they are
    /// independent, so that their chances multiply.
    var stageAlpha: Double { pow(alpha, 1 / Double(stages)) }

    /// Seconds from the beginning of a check after which a stage begins no pair: the first leaves time for repeats.
    func deadline(ofStage stage: Int) -> Double {
        stage == 0 && stages > 1 ? Self.firstShare * budget : budget
    }

    private static let firstShare = 0.75

    /// The chance that each stage finds a change, so that all do with `power`.
    var stagePower: Double { 1 - (1 - power) / Double(stages) }
}
