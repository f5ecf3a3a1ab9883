// The plain grid: equal cells in rows and columns, filled from the top left.

/// Equal cells in rows and columns.
public struct GridLayout: Hashable, Sendable {
    public var measure: SheetMeasure
    public var spacing: Spacing
    /// The number of columns; nil chooses one that makes the sheet about square, or fits the canvas' shape.
    public var columns: Int?
    /// The shape of cell that is aimed for where the canvas is given.
    public static let preferredTile = PixelSize(width: 320, height: 240)

    public init(
        measure: SheetMeasure = .tile(GridLayout.preferredTile), spacing: Spacing = Spacing(),
        columns: Int? = nil
    ) {
        self.measure = measure
        self.spacing = spacing
        self.columns = columns
    }

    /// The sheet for that many photos; nil where the canvas is too small to give each cell a pixel.
    public func sheet(count: Int) -> Sheet? {
        precondition(count > 0, "a sheet needs a photo")
        let columns = min(self.columns ?? columnCount(for: count), count)
        return sheet(count: count, columns: columns)
    }

    /// The same with the number of columns of a full page, so that the pages of a collage look alike.
    ///
    /// A page that is not full is shorter, or leaves cells of a given canvas empty.
    public func sheet(count: Int, asPageOf full: Int) -> Sheet? {
        precondition(count <= full, "a page has no more photos than a full one")
        let columns = min(self.columns ?? columnCount(for: full), full)
        guard case .canvas = measure else { return sheet(count: count, columns: columns) }
        guard var page = sheet(count: full, columns: columns) else { return nil }
        page.cells.removeLast(full - count)
        return page
    }

    func sheet(count: Int, columns: Int) -> Sheet? {
        let rows = (count + columns - 1) / columns
        return spacing.sheet(measure: measure, columns: columns, rows: rows, count: count)
    }

    /// ⌈√(count · height / width)⌉ of a cell; with a canvas, its shape counts too.
    func columnCount(for count: Int) -> Int {
        let tile: PixelSize
        var shape = 1.0
        switch measure {
        case .tile(let size): tile = size
        case .canvas(let size):
            tile = Self.preferredTile
            shape = Double(size.width) / Double(size.height)
        }
        let ideal = (Double(count) * shape * Double(tile.height) / Double(tile.width)).squareRoot()
        return min(count, max(1, Int(ideal.rounded(.up))))
    }
}

extension Spacing {
    /// Rows and columns of cells, the first `count` of them; nil where a cell would have no pixel.
    ///
    /// A given canvas is used up exactly: columns and rows differ by at most one pixel.
    func sheet(measure: SheetMeasure, columns: Int, rows: Int, count: Int) -> Sheet? {
        switch measure {
        case .tile(let tile):
            let canvas = PixelSize(
                width: 2 * margin + columns * tile.width + (columns - 1) * gap,
                height: 2 * margin + rows * tile.height + (rows - 1) * gap)
            let cells = (0..<count).map { index in
                PixelRect(
                    x: margin + index % columns * (tile.width + gap),
                    y: margin + index / columns * (tile.height + gap),
                    width: tile.width, height: tile.height)
            }
            return Sheet(canvas: canvas, cells: cells)
        case .canvas(let canvas):
            let across = room(in: canvas.width, for: columns)
            let down = room(in: canvas.height, for: rows)
            guard across >= columns, down >= rows else { return nil }
            func edge(_ index: Int, of count: Int, in room: Int) -> Int {
                margin + index * room / count + index * gap
            }
            let cells = (0..<count).map { index in
                let column = index % columns
                let row = index / columns
                let x = edge(column, of: columns, in: across)
                let y = edge(row, of: rows, in: down)
                return PixelRect(
                    x: x, y: y,
                    width: edge(column + 1, of: columns, in: across) - gap - x,
                    height: edge(row + 1, of: rows, in: down) - gap - y)
            }
            return Sheet(canvas: canvas, cells: cells)
        }
    }
}
