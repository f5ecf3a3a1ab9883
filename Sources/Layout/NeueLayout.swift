// The Collage Neue app's collage: up to six photos, one row or two.

/// The app's collage: at most six photos, one row below three and two rows otherwise.
public struct NeueLayout: Hashable, Sendable {
    /// The most photos that one collage shows.
    public static let capacity = 6

    public var measure: SheetMeasure
    public var spacing: Spacing

    public init(measure: SheetMeasure = .tile(GridLayout.preferredTile), spacing: Spacing = Spacing()) {
        self.measure = measure
        self.spacing = spacing
    }

    /// The sheet for that many photos (1 to 6); nil where the canvas is too small to give each cell a pixel.
    ///
    /// The number of columns is count / rows, rounded half up; where they do not come out even,
    /// the last cells stay empty.
    public func sheet(count: Int) -> Sheet? {
        precondition((1...Self.capacity).contains(count), "this layout shows 1 to 6 photos")
        let rows = count < 3 ? 1 : 2
        let columns = Int((Double(count) / Double(rows)).rounded())
        return spacing.sheet(measure: measure, columns: columns, rows: rows, count: count)
    }
}
