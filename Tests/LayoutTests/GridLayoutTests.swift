// The grid: sizes that follow from cells, and cells that follow from a canvas.

import Layout
import Testing

@Suite struct GridLayoutTests {
    @Test func aSheetOf24TilesHasFiveColumns() throws {
        let sheet = try #require(GridLayout().sheet(count: 24))
        #expect(sheet.canvas == PixelSize(width: 1648, height: 1248))
        #expect(sheet.cells[0] == PixelRect(x: 8, y: 8, width: 320, height: 240))
        #expect(sheet.cells[5] == PixelRect(x: 8, y: 256, width: 320, height: 240))
        #expect(sheet.cells.count == 24)
    }

    @Test func oneTileIsItsCellAndTheMargins() throws {
        let sheet = try #require(GridLayout(spacing: Spacing(gap: 99, margin: 3)).sheet(count: 1))
        #expect(sheet.canvas == PixelSize(width: 326, height: 246))
    }

    @Test func columnsThatAreAskedForAreTaken() throws {
        let sheet = try #require(GridLayout(columns: 3).sheet(count: 7))
        #expect(Set(sheet.cells.map(\.x)).count == 3)
        #expect(Set(sheet.cells.map(\.y)).count == 3)
    }

    @Test func moreColumnsThanPhotosLeaveNoEmptyColumns() throws {
        let sheet = try #require(GridLayout(columns: 9).sheet(count: 2))
        #expect(sheet.canvas.width == 8 + 320 + 8 + 320 + 8)
    }

    @Test func aGivenCanvasIsUsedToTheLastPixel() throws {
        let canvas = PixelSize(width: 1001, height: 777)
        let sheet = try #require(
            GridLayout(measure: .canvas(canvas), spacing: Spacing(gap: 5, margin: 7), columns: 3).sheet(
                count: 6))
        #expect(sheet.canvas == canvas)
        #expect(sheet.cells.map(\.maxX).max() == 1001 - 7)
        #expect(sheet.cells.map(\.maxY).max() == 777 - 7)
        for (left, right) in zip(sheet.cells, sheet.cells.dropFirst()) where left.y == right.y {
            #expect(right.x - left.maxX == 5)
        }
        let widths = Set(sheet.cells.map(\.width))
        #expect(widths.max()! - widths.min()! <= 1)
    }

    @Test func aCanvasTooSmallForItsCellsGivesNoSheet() {
        let grid = GridLayout(measure: .canvas(PixelSize(width: 20, height: 20)))
        #expect(grid.sheet(count: 1) != nil)
        #expect(grid.sheet(count: 100) == nil)
    }

    @Test func pagesThatAreNotFullLookLikeFullOnes() throws {
        let tiles = GridLayout()
        let full = try #require(tiles.sheet(count: 20, asPageOf: 20))
        let last = try #require(tiles.sheet(count: 3, asPageOf: 20))
        #expect(Array(full.cells.prefix(3)) == last.cells)
        #expect(last.canvas.width == full.canvas.width)
        #expect(last.canvas.height < full.canvas.height)

        let canvas = GridLayout(measure: .canvas(PixelSize(width: 900, height: 700)))
        let page = try #require(canvas.sheet(count: 3, asPageOf: 20))
        #expect(page.canvas == PixelSize(width: 900, height: 700))
        #expect(page.cells == Array(try #require(canvas.sheet(count: 20, asPageOf: 20)).cells.prefix(3)))
    }

    @Test func cellsNeverOverlapAndLieOnTheCanvas() throws {
        for count in 1...60 {
            for measure in [
                SheetMeasure.tile(PixelSize(width: 31, height: 47)),
                .canvas(PixelSize(width: 801, height: 599)),
            ] {
                let spacing = Spacing(gap: count % 7, margin: count % 5)
                let sheet = try #require(GridLayout(measure: measure, spacing: spacing).sheet(count: count))
                #expect(sheet.cells.count == count)
                for (index, cell) in sheet.cells.enumerated() {
                    #expect(cell.width > 0 && cell.height > 0)
                    #expect(PixelRect(sheet.canvas).contains(cell))
                    #expect(!sheet.cells[(index + 1)...].contains { $0.overlaps(cell) })
                }
            }
        }
    }
}
