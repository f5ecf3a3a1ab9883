// What is known of a benchmark without running it.

/// What a benchmark says of itself: declared once, listed, and kept in records.
public struct BenchmarkDescription: Hashable, Sendable, Codable {
    /// As results call it: the suite, a slash, and what tells it from the others, as in `streams/zip-10k`.
    public var name: String
    /// One line for `list`.
    public var explanation: String
    /// What one iteration handles: costs are shown a piece, too. Nil where an iteration is the piece.
    public var work: WorkAmount?
    /// Whose CPU time counts.
    public var scope: CPUScope
    /// Whether its allocations and work are the same at each run, so that they gate exactly.
    public var isExact: Bool
    /// Measured metrics that gate. Wall time only where waiting is the point.
    public var gates: [Metric]
    /// The name of a benchmark of the same run that does the least that is needed for the same result.
    public var floor: String?
    /// Keys of the inputs that it needs; `BenchmarkTool.inputs` makes what is not given.
    public var inputs: Set<String>
    /// Why it can't run on this machine; nil where it can, and until it was asked.
    public var obstacle: String?

    /// The part of the name before its first slash; the whole name where it has none.
    public var suite: Substring { name.prefix { $0 != "/" } }
}
