// What one process measured of one metric.

/// A measured quantity; where it can't be had, the reason, and never 0.
public enum Reading: Hashable, Sendable {
    /// Of one iteration, by batch: seconds.
    case batches([Double])
    case value(Double)
    case unavailable(String)

    /// The one number that stands for the process, for people: of batches their median; nil where there is none.
    var value: Double? { number(batches: 0.5) }

    /// The one number that is compared: of batches their lowest decile.
    ///
    /// What a shared machine does to a batch only ever makes it longer, so that low batches say more of the program,
    /// and processes differ half as much in them as in their medians. The lowest of all depends on one batch alone. See
    /// docs/decisions/0010.
    var compared: Double? { number(batches: 0.1) }

    private func number(batches share: Double) -> Double? {
        switch self {
        case .batches(let values): Quantile.of(values, at: share)
        case .value(let value): value
        case .unavailable: nil
        }
    }
}

/// A number, an array of numbers, or `{"n/a": reason}`.
extension Reading: Codable {
    private enum Key: String, CodingKey {
        case unavailable = "n/a"
    }

    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: Key.self) {
            self = .unavailable(try container.decode(String.self, forKey: .unavailable))
            return
        }
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Double.self) {
            self = .value(value)
        } else {
            self = .batches(try container.decode([Double].self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .unavailable(let reason):
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(reason, forKey: .unavailable)
        case .value(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .batches(let values):
            var container = encoder.singleValueContainer()
            try container.encode(values)
        }
    }
}

/// All readings of one fresh process.
public struct ProcessSample: Hashable, Sendable, Codable {
    public var readings: [Metric: Reading]

    public init(readings: [Metric: Reading]) { self.readings = readings }

    /// For people.
    public func value(_ metric: Metric) -> Double? { readings[metric]?.value }

    /// For comparisons.
    func compared(_ metric: Metric) -> Double? { readings[metric]?.compared }
}
