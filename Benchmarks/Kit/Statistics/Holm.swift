// What many tests at once do to their p-values.

/// Holm's step-down method.
enum Holm {
    /// The p-values, in their order, that may be compared with the error rate of the whole family.
    ///
    /// Whatever depends on what: Holm, “A Simple Sequentially Rejective Multiple Test Procedure”, Scandinavian
    /// Journal of Statistics 6 (1979).
    ///
    /// - Precondition: p-values are from 0 to 1.
    static func adjusted(_ pValues: [Double]) -> [Double] {
        precondition(pValues.allSatisfy((0...1).contains), "a p-value is from 0 to 1")
        var adjusted = pValues
        var greatest = 0.0
        for (rank, index) in pValues.indices.sorted(by: { pValues[$0] < pValues[$1] }).enumerated() {
            greatest = max(greatest, min(1, pValues[index] * Double(pValues.count - rank)))
            adjusted[index] = greatest
        }
        return adjusted
    }
}
