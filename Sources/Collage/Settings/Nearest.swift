// The nearest known word to a mistyped one.

public enum Nearest {
    /// The candidate with the fewest typing errors; nil where none is near enough to be meant.
    public static func of(_ word: String, among candidates: [String]) -> String? {
        let ranked = candidates.map { (word: $0, distance: distance(word, $0)) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(1, word.count / 3 + 1) ? best.word : nil
    }

    /// Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours
    /// (Damerau, "A technique for computer detection and correction of spelling errors", 1964).
    static func distance(_ left: String, _ right: String) -> Int {
        let (a, b) = (Array(left), Array(right))
        if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in 1...a.count {
            var row = [i]
            for j in 1...b.count {
                let isSame = a[i - 1] == b[j - 1]
                var best = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (isSame ? 0 : 1))
                if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
                    best = min(best, beforeLast[j - 2] + 1)
                }
                row.append(best)
            }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }
}
