// Which changes matter in practice: a share of the base, or a number.

/// The smallest change of a metric that is worth saying.
enum Threshold: Hashable, Sendable {
    /// Of the base: 0.01 is 1 %.
    case share(Double)
    /// In the metric's unit.
    case amount(Double)

    /// Whether a value is further above a base than this, both in the metric's unit.
    func isExceeded(by value: Double, over base: Double) -> Bool {
        switch self {
        case .share(let share): value - base > share * base.magnitude
        case .amount(let amount): value - base > amount
        }
    }
}

/// `2%` or `3`.
extension Threshold: LosslessStringConvertible, Codable {
    init?(_ text: String) {
        let isShare = text.last == "%"
        guard let number = Double(isShare ? String(text.dropLast()) : text), number >= 0, number.isFinite
        else {
            return nil
        }
        self = isShare ? .share(number / 100) : .amount(number)
    }

    var description: String {
        switch self {
        case .share(let share): "\(share * 100)%"
        case .amount(let amount): "\(amount)"
        }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let threshold = Threshold(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no threshold")
        }
        self = threshold
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// Thresholds by metric.
struct Thresholds: Hashable, Sendable, Codable {
    private(set) var given: [Metric: Threshold] = [:]

    init() {}

    /// - Parameter text: `cpu=2%,mallocs=0`.
    init(_ text: String) throws(UsageError) {
        for part in text.split(separator: ",") {
            let sides = part.split(separator: "=", maxSplits: 1).map(String.init)
            guard sides.count == 2, let metric = Metric(named: sides[0]), let threshold = Threshold(sides[1])
            else { throw UsageError("--threshold needs parts like cpu=2% or mallocs=0, not “\(part)”") }
            if case .amount = threshold, !metric.isExact {
                throw UsageError(
                    "--threshold: \(metric.name) varies, so that its threshold is a share, as in 2%")
            }
            if case .share(0) = threshold, !metric.isExact, metric != .instructions {
                throw UsageError("--threshold: \(metric.name) varies, so that some change is always there")
            }
            given[metric] = threshold
        }
    }

    /// Of a metric that is counted once: no change at all unless something else was given.
    ///
    /// Instructions repeat to 0.1 %, since a few depend on where things come to lie.
    func counted(_ metric: Metric) -> Threshold {
        given[metric] ?? (metric == .instructions ? .share(0.005) : .amount(0))
    }

    /// Of a metric that varies, as a share.
    func share(_ metric: Metric, default share: Double) -> Double {
        if case .share(let given) = given[metric] { given } else { share }
    }

    /// Those of `other` where it has some.
    func overridden(by other: Thresholds) -> Thresholds {
        var merged = self
        merged.given.merge(other.given) { $1 }
        return merged
    }
}
