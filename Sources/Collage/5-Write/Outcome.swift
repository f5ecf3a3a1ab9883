// What the pipeline gives in the end: one value for each output, and for what has none.

/// An output that was encoded.
struct WrittenOutput: Hashable, Sendable {
    var bytes: Int
    /// Whether the file that was there had the same bytes, and was left alone.
    var isIdentical = false
}

/// What became of one thing that was found.
indirect enum Outcome: Sendable {
    /// Made, and the output is what it should be.
    case built(PaintedPage, WrittenOutput)
    /// Painted, but with more photos missing than the output that is there: that one stays.
    case kept(PaintedPage, missing: Int)
    /// Planned, but could not be painted or written.
    case failedPage(PagePlan, CollageFault, tiles: [PaintedTile])
    /// Could not even be planned.
    case failed(FailedCollage)
    /// `--dry-run`: would be painted.
    case planned(PagePlan)
    case aside(Aside)

    /// The outcome of something of which nothing is painted.
    init(_ planned: Planned) {
        self =
            switch planned {
            case .page(let plan): .planned(plan)
            case .failed(let collage): .failed(collage)
            case .aside(let aside): .aside(aside)
            }
    }
}
