// The texts of the settings that show, made once where one collage after the other has the same.

import Layout
import Streams

/// Gives settings as text, and remembers the last.
///
/// `@unchecked Sendable`: what is remembered is only touched under the lock.
final class ShownTexts: @unchecked Sendable {
    private struct Entry {
        var layout: SheetLayout
        var fit: Fit
        var text: String
    }

    private let shown: ShownSettings
    private let lock = Lock()
    private var last: Entry?

    init(_ shown: ShownSettings) {
        self.shown = shown
    }

    func text(layout: SheetLayout, fit: Fit) -> String {
        if let last = lock.withLock({ last }), last.layout == layout, last.fit == fit { return last.text }
        let text = shown.text(layout: layout, fit: fit)
        let entry = Entry(layout: layout, fit: fit, text: text)
        lock.withLock { last = entry }
        return text
    }
}
