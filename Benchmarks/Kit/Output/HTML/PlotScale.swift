// Axes of plots: ratios on a scale of logarithms, so that half and twice are as far.
import Glibc

/// From ratios to places, and the places that are labelled.
struct RatioScale: Hashable, Sendable {
    /// Natural logarithms.
    private let low: Double
    private let high: Double
    let ticks: [Tick]

    struct Tick: Hashable, Sendable {
        var ratio: Double
        var label: String
    }

    /// How labels say a ratio: `+5 %`, or `1.05`.
    enum Labels { case changes, multiples }

    private static let mostTicks = 6

    init(_ range: ClosedRange<Double>, labels: Labels) {
        (low, high) = (log(range.lowerBound), log(range.upperBound))
        let values =
            range.upperBound / range.lowerBound < 4 ? Self.evenly(range) : Self.byFactors(range)
        ticks = values.map { ratio in
            switch labels {
            case .multiples: Tick(ratio: ratio, label: NumberText.fixed(ratio, digits: Self.digits([ratio])))
            case .changes:
                Tick(
                    ratio: ratio,
                    label: (ratio > 1 ? "+" : "")
                        + NumberText.fixed((ratio - 1) * 100, digits: Self.digits(values.map { $0 * 100 }))
                        + " %")
            }
        }
    }

    /// The fewest digits after the point that say all values exactly.
    private static func digits(_ values: [Double]) -> Int {
        (0..<6).first { digits in
            values.allSatisfy { value in
                let scaled = value * pow(10, Double(digits))
                return abs(scaled - scaled.rounded()) < 1e-6
            }
        } ?? 6
    }

    /// The place of a ratio, 0...1; what lies outside is put at the end.
    func place(_ ratio: Double) -> Double {
        guard ratio > 0 else { return 0 }
        return min(1, max(0, (log(ratio) - low) / (high - low)))
    }

    func contains(_ ratio: Double) -> Bool { ratio > 0 && log(ratio) >= low && log(ratio) <= high }

    /// Multiples of 1, 2 or 5 times a power of ten, counted from a ratio of 1.
    private static func evenly(_ range: ClosedRange<Double>) -> [Double] {
        for exponent in -4..<2 {
            for factor in [1.0, 2, 5] {
                let step = factor * pow(10, Double(exponent))
                let first = ((range.lowerBound - 1) / step).rounded(.up)
                let last = ((range.upperBound - 1) / step).rounded(.down)
                if last - first < Double(mostTicks) {
                    // Rounded, so that 1 is 1.
                    return stride(from: first, through: last, by: 1).map {
                        ((1 + $0 * step) * 1e6).rounded() / 1e6
                    }
                }
            }
        }
        return [1]
    }

    private static func byFactors(_ range: ClosedRange<Double>) -> [Double] {
        for factors in [[1, 1.5, 2, 3, 5, 7], [1.0, 2, 5], [1, 3], [1]] {
            let values = (-6...9).flatMap { exponent in factors.map { $0 * pow(10, Double(exponent)) } }
                .filter(range.contains)
            if values.count <= mostTicks { return values }
        }
        return (-3...3).map { pow(1000, Double($0)) }.filter(range.contains)
    }
}
