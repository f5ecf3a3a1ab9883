// Ranks of values where some are equal.

/// What a test looks for.
enum Alternative: Hashable, Sendable, CaseIterable {
    case twoSided
    case greater
    case less
}

/// Ranks from 1; values that are equal get the mean of theirs.
enum Midranks {
    /// Twice the midrank of each value: a whole number, so that sums of them are exact.
    static func doubled(_ values: [Double]) -> [Int] {
        let order = values.indices.sorted { values[$0] < values[$1] }
        var ranks = [Int](repeating: 0, count: values.count)
        var start = 0
        while start < order.count {
            var end = start + 1
            while end < order.count, values[order[end]] == values[order[start]] { end += 1 }
            // The mean of the first rank, start + 1, and the last, end, twice.
            for place in start..<end { ranks[order[place]] = start + 1 + end }
            start = end
        }
        return ranks
    }
}
