// The n-th smallest of all sums of two values, without making all sums.

/// All sums of a value of one sample and a value of another, as a table that is never stored.
///
/// With both samples sorted, the table is sorted along rows and columns, so that one walk along its border
/// tells for all rows where a value would be. A quickselect on these positions takes O(n log n) instead of the
/// O(n²) for making the sums: Monahan, “Algorithm 616: Fast Computation of the Hodges–Lehmann Location
/// Estimator”, ACM Transactions on Mathematical Software 10 (1984).
struct PairwiseSums {
    private let rows: [Double]
    private let columns: [Double]
    private let isTriangle: Bool

    /// Each value of the one sample with each of the other.
    ///
    /// - Precondition: values are finite.
    init(_ values: [Double], _ others: [Double]) {
        rows = Self.sorted(values)
        columns = Self.sorted(others)
        isTriangle = false
    }

    /// Each value with itself and with each one after it, once: twice the Walsh averages.
    ///
    /// - Precondition: values are finite.
    init(ofPairsIn values: [Double]) {
        rows = Self.sorted(values)
        columns = rows
        isTriangle = true
    }

    private static func sorted(_ values: [Double]) -> [Double] {
        precondition(values.allSatisfy(\.isFinite), "what is ranked must be finite")
        return values.sorted()
    }

    var count: Int {
        isTriangle ? rows.count * (rows.count + 1) / 2 : rows.count * columns.count
    }

    /// The middle sum, or the mean of the two middle ones; nil without sums.
    var median: Double? {
        guard count > 0 else { return nil }
        let upper = element(at: count / 2)
        return count.isMultiple(of: 2) ? (element(at: count / 2 - 1) + upper) / 2 : upper
    }

    /// The sum that would be at an index of all sums in ascending order.
    func element(at index: Int) -> Double {
        precondition((0..<count).contains(index), "there is no such sum")
        // In each row, what may be the one looked for begins at `lower` and ends before `upper`.
        var lower = rows.indices.map(firstColumn)
        var upper = [Int](repeating: columns.count, count: rows.count)
        // Only the time depends on it, not the result.
        var random = SplitMix64(state: 0)
        while true {
            let pivot = self.pivot(from: lower, to: upper, &random)
            let below = ends { $0 < pivot }
            if index < below.count {
                upper = below.ends
                continue
            }
            let notAbove = ends { $0 <= pivot }
            if index < notAbove.count { return pivot }
            lower = notAbove.ends
        }
    }

    private func firstColumn(_ row: Int) -> Int { isTriangle ? row : 0 }

    /// The middle of what is left of a row, drawn with the chance of what is left of it.
    private func pivot(from lower: [Int], to upper: [Int], _ random: inout SplitMix64) -> Double {
        let left = zip(lower, upper).reduce(0) { $0 + $1.1 - $1.0 }
        var place = random.index(below: left)
        var row = 0
        while place >= upper[row] - lower[row] {
            place -= upper[row] - lower[row]
            row += 1
        }
        return rows[row] + columns[(lower[row] + upper[row]) / 2]
    }

    /// Where in each row sums stop to be accepted, and how many are; greater sums are not accepted either.
    private func ends(_ isAccepted: (Double) -> Bool) -> (ends: [Int], count: Int) {
        var ends = [Int](repeating: 0, count: rows.count)
        var count = 0
        var end = columns.count
        for row in rows.indices {
            while end > 0, !isAccepted(rows[row] + columns[end - 1]) { end -= 1 }
            let first = firstColumn(row)
            ends[row] = max(first, end)
            count += ends[row] - first
        }
        return (ends, count)
    }
}
