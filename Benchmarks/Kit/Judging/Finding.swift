// What a check says of one metric of one benchmark.

/// A verdict with what led to it.
struct Finding: Hashable, Sendable, Codable {
    enum Verdict: String, Hashable, Sendable, Codable, CaseIterable {
        /// Worst first.
        case regressed, inconclusive, improved, same
    }

    var benchmark: String
    var metric: Metric
    var verdict: Verdict
    /// Whether it counts for the exit status, or is only shown.
    var gates: Bool
    /// Medians over processes, an iteration; exact counts themselves.
    var base: Double
    var head: Double
    /// As a share of the base; nil where that is 0.
    var change: Double?
    /// Of the varying metrics: the first stage, then its repeats.
    var stages: [StageFinding] = []
    /// The change, as a share, from which on it is worth saying; nil of exact counts.
    var threshold: Double?
    /// The smallest change, as a share, that the first stage would have found with the power asked for; nil where it
    /// could have found none.
    var smallestDetectable: Double?
    /// Pairs that it takes to find a change of twice the threshold; where inconclusive.
    var pairsNeeded: Int?
    /// What else there is to say.
    var note: String?
}

struct StageFinding: Hashable, Sendable, Codable {
    var estimate: Estimate
    /// By Holm's method over all that was tested in the stage.
    var adjustedPValue: Double
    var spread: SpreadOfRatio?
}

/// What a whole check says, as `verdict.json`.
struct CheckRecord: Hashable, Sendable, Codable {
    enum Outcome: String, Hashable, Sendable, Codable {
        case passed, improved, inconclusive, regressed, noBaseline, failed
    }

    static let currentVersion = 1

    var version = currentVersion
    var tool: String
    var outcome: Outcome
    /// What was compared with.
    var base: String
    var settings: GateSettings
    var origin: RunOrigin
    /// Worst first.
    var findings: [Finding]
    /// Names that only the head has, and only the base.
    var new: [String]
    var missing: [String]
    var skipped: [OmittedBenchmark]
    var failed: [OmittedBenchmark]
    /// What could not be compared, and why.
    var notCompared: [String] = []

    /// The outcome that follows from the findings; of several, the worst.
    ///
    /// - Parameter isOpen: whether something could not be compared that should have been.
    static func outcome(
        _ findings: [Finding], failed: [OmittedBenchmark], isOpen: Bool = false
    ) -> Outcome {
        let verdicts = Set(findings.filter(\.gates).map(\.verdict))
        if !failed.isEmpty { return .failed }
        if verdicts.contains(.regressed) { return .regressed }
        if isOpen || verdicts.contains(.inconclusive) { return .inconclusive }
        return verdicts.contains(.improved) ? .improved : .passed
    }

    /// Worst first: by verdict, then by change, then by name.
    static func sorted(_ findings: [Finding]) -> [Finding] {
        func rank(_ finding: Finding) -> Int { Finding.Verdict.allCases.firstIndex(of: finding.verdict)! }
        return findings.sorted { one, other in
            let (a, b) = (rank(one), rank(other))
            if a != b { return a < b }
            let (x, y) = (one.change?.magnitude ?? .infinity, other.change?.magnitude ?? .infinity)
            return x != y ? x > y : (one.benchmark, one.metric.name) < (other.benchmark, other.metric.name)
        }
    }
}
