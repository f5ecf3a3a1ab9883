// Numbers as people read them.

/// Numbers as tables show them.
public enum NumberText {
    /// With that many digits after the point, rounded.
    public static func fixed(_ value: Double, digits: Int) -> String {
        guard value.isFinite, value.magnitude < 1e15 else { return "n/a" }
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let scaled = (value.magnitude * scale).rounded()
        let whole = Int(scaled / scale)
        let sign = value < 0 && scaled > 0 ? "-" : ""
        guard digits > 0 else { return sign + String(whole) }
        let rest = String(Int(scaled) - whole * Int(scale))
        return "\(sign)\(whole).\(String(repeating: "0", count: digits - rest.count))\(rest)"
    }

    /// With three significant digits, as many of them after the point as that takes.
    public static func significant(_ value: Double) -> String {
        let size = value.magnitude
        return fixed(
            value, digits: size >= 99.95 ? 0 : size >= 9.995 ? 1 : size >= 0.9995 || size == 0 ? 2 : 3)
    }

    /// A share as a signed percentage: `+2.3 %`.
    static func change(_ share: Double) -> String {
        let text = fixed(share * 100, digits: 1)
        return (share > 0 && text != "0.0" ? "+" : "") + text + " %"
    }
}

/// Measured values with their unit, in a size that fits.
public enum MetricText {
    private static let times: [(Double, String)] = [(1, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns")]
    private static let sizes: [(Double, String)] = [(1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1, "B")]
    public static func text(_ value: Double, _ unit: MetricUnit) -> String {
        switch unit {
        case .seconds: scaled(value, times)
        case .bytes: scaled(value, sizes)
        // Counts are read to the last digit.
        case .count:
            value == value.rounded() ? NumberText.fixed(value, digits: 0) : NumberText.significant(value)
        }
    }

    private static func scaled(_ value: Double, _ scales: [(size: Double, name: String)]) -> String {
        let scale = scales.first { value.magnitude >= $0.size } ?? scales.last!
        return "\(NumberText.significant(value / scale.size)) \(scale.name)"
    }
}
