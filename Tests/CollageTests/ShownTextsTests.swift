// Texts of settings that are remembered: the same as if each were made anew.

import Layout
import Testing
import Wire

@testable import Collage

@Suite struct ShownTextsTests {
    @Test func eachCollageHasTheTextOfItsOwnSettings() {
        let shown = ShownSettings(
            format: .jpeg, quality: 85, upscale: false, background: RGBColour(red: 0, green: 0, blue: 0),
            maxPixels: 1, onError: .skip)
        let texts = ShownTexts(shown)
        let layouts: [SheetLayout] = [
            .grid(GridLayout()), .grid(GridLayout(columns: 3)), .neue(NeueLayout()),
        ]
        for layout in layouts + layouts.reversed() {
            for fit in [Fit.contain, .contain, .cover] {
                #expect(texts.text(layout: layout, fit: fit) == shown.text(layout: layout, fit: fit))
            }
        }
    }
}
