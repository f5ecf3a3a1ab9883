// What a layout gives: a canvas and the cells on it, in the order of the photos.

/// A canvas and its cells, in reading order; cells never overlap and lie wholly on the canvas.
public struct Sheet: Hashable, Sendable {
    public var canvas: PixelSize
    public var cells: [PixelRect]

    public init(canvas: PixelSize, cells: [PixelRect]) {
        self.canvas = canvas
        self.cells = cells
    }
}

/// The space around and between cells, in pixels.
public struct Spacing: Hashable, Sendable {
    /// Between two neighbouring cells.
    public var gap: Int
    /// Between the outermost cells and the canvas' edge.
    public var margin: Int

    public init(gap: Int = 8, margin: Int = 8) {
        self.gap = gap
        self.margin = margin
    }

    /// What `count` cells in a row leave of a canvas `length` long for themselves.
    func room(in length: Int, for count: Int) -> Int {
        length - 2 * margin - (count - 1) * gap
    }
}

/// What sets the size of a sheet: the cells, or the whole canvas.
public enum SheetMeasure: Hashable, Sendable {
    /// Every cell has this size; the canvas follows.
    case tile(PixelSize)
    /// The canvas has this size; the cells share it, to the last pixel.
    case canvas(PixelSize)
}
