// What the pipeline gives in the end: one value for each output, and for what has none.

/// What became of one thing that was found.
enum Outcome: Sendable {
    /// Written; with the bytes of the file.
    case built(PaintedPage, bytes: Int)
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
