// Values far from most: counted, never dropped.

/// How many values are outliers, by side and by how far out; the names are those of criterion.rs.
struct OutlierCounts: Hashable, Sendable, Codable {
    var lowSevere = 0
    var lowMild = 0
    var highMild = 0
    var highSevere = 0

    var total: Int { lowSevere + lowMild + highMild + highSevere }
}

/// Tukey's fences.
enum Outliers {
    /// Counts what is more than 1.5 (mild) or 3 (severe) interquartile ranges beyond the quartiles.
    ///
    /// Tukey, “Exploratory Data Analysis” (1977). Quartiles are of type 7. Where most values are the same,
    /// every other one is severe.
    ///
    /// - Precondition: values are finite.
    static func count(in values: [Double]) -> OutlierCounts {
        precondition(values.allSatisfy(\.isFinite), "what is ranked must be finite")
        var counts = OutlierCounts()
        guard let first = Quantile.of(values, at: 0.25), let third = Quantile.of(values, at: 0.75)
        else { return counts }
        let range = third - first
        for value in values {
            if value < first - 3 * range {
                counts.lowSevere += 1
            } else if value > third + 3 * range {
                counts.highSevere += 1
            } else if value < first - 1.5 * range {
                counts.lowMild += 1
            } else if value > third + 1.5 * range {
                counts.highMild += 1
            }
        }
        return counts
    }
}
