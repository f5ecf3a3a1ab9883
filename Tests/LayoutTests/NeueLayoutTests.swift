// The app's collage: rows and columns for one to six photos.

import Layout
import Testing

@Suite struct NeueLayoutTests {
    @Test(arguments: [(1, 1, 1), (2, 2, 1), (3, 2, 2), (4, 2, 2), (5, 3, 2), (6, 3, 2)])
    func rowsAndColumnsAreTheApps(count: Int, columns: Int, rows: Int) throws {
        let layout = NeueLayout(
            measure: .tile(PixelSize(width: 100, height: 80)), spacing: Spacing(gap: 0, margin: 0))
        let sheet = try #require(layout.sheet(count: count))
        #expect(sheet.canvas == PixelSize(width: 100 * columns, height: 80 * rows))
        #expect(sheet.cells.count == count)
        #expect(
            sheet.cells.last
                == PixelRect(
                    x: (count - 1) % columns * 100, y: (count - 1) / columns * 80, width: 100, height: 80))
    }
}
