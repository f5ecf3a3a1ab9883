// The layouts that there are, and how many photos of a collage go on one page.

import Layout
import Wire

/// A layout with its settings.
public enum SheetLayout: Hashable, Sendable {
    case grid(GridLayout)
    case neue(NeueLayout)

    /// The most photos that it can show on one sheet, whatever is asked for; nil where there is no such limit.
    var capacity: Int? {
        switch self {
        case .grid: nil
        case .neue: NeueLayout.capacity
        }
    }

    /// The sheet of a page that shows `count` photos, where full pages show `full`.
    func sheet(count: Int, asPageOf full: Int) -> Sheet? {
        switch self {
        case .grid(let grid): grid.sheet(count: count, asPageOf: full)
        case .neue(let neue): neue.sheet(count: count)
        }
    }
}

/// The limits that a sheet must keep.
struct SheetLimits: Hashable, Sendable {
    var format: OutputFormat
    /// Bytes of one canvas.
    var canvasBytes: Int

    /// Why the canvas can't be, and the way out; nil where it can.
    func complaint(about canvas: PixelSize) -> String? {
        if let longest = format.longestSide, max(canvas.width, canvas.height) > longest {
            return
                "the sheet would be \(canvas) pixels, and \(format.name.uppercased()) allows \(longest) a side"
        }
        let (pixels, isTooMuch) = canvas.width.multipliedReportingOverflow(by: canvas.height)
        if isTooMuch || pixels > canvasBytes / CanvasPixel.bytes {
            return
                "the sheet would be \(canvas) pixels, and the memory allows \(canvasBytes / CanvasPixel.bytes)"
        }
        return nil
    }
}

/// Photos divided into pages.
struct PageSplit {
    /// Photos on a full page.
    let perPage: Int
    let pages: Int

    /// The default number of photos on a page.
    static let usual = 200

    /// How many photos go on a page: as many as asked for, fewer where a limit wants it.
    ///
    /// - Parameter perPage: what `--per-page` asks for; 0 is one sheet whatever it takes, nil the default.
    /// - Throws: a sentence that names the limit and the way out.
    init(count: Int, layout: SheetLayout, perPage: Int?, limits: SheetLimits) throws(SheetError) {
        let wanted = perPage == 0 ? count : min(count, perPage ?? Self.usual)
        let most = min(wanted, layout.capacity ?? wanted)
        if perPage == 0, most < count {
            throw SheetError(message: "the layout shows \(most) photos a sheet; use another, or allow pages")
        }
        func complaint(_ count: Int) -> String? {
            guard let sheet = layout.sheet(count: count, asPageOf: count) else {
                return "the canvas is too small for \(Counted.text(count, "photo")), gaps and margins"
            }
            return limits.complaint(about: sheet.canvas)
        }
        if perPage == 0, let complaint = complaint(most) {
            throw SheetError(message: "\(complaint); use --per-page or smaller tiles")
        }
        // Columns depend on the count, so that more photos may fit where fewer don't: hence no bisection,
        // but steps of a fiftieth.
        var fitting = most
        while let complaint = complaint(fitting) {
            if fitting == 1 {
                throw SheetError(message: "\(complaint); use smaller tiles or another --format")
            }
            fitting -= max(1, fitting / 50)
        }
        self.perPage = fitting
        pages = (count + fitting - 1) / fitting
    }
}

/// A sheet that can't be, in words: the limit and the way out.
struct SheetError: Error, Equatable {
    var message: String
}
