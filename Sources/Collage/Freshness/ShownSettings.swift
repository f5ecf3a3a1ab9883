// The settings that show in a picture, as text: what keys are made of, and what `--explain` compares.

import Layout
import Wire

/// `name=value`, in the order of the names, with a space between.
struct ShownSettings: Hashable, Sendable {
    var format: OutputFormat
    var quality: Int
    var upscale: Bool
    var background: RGBColour
    var maxPixels: Int
    var onError: ErrorPolicy

    func text(layout: SheetLayout, fit: Fit) -> String {
        let colour = [background.red, background.green, background.blue].map { channel in
            (channel < 16 ? "0" : "") + String(channel, radix: 16)
        }
        return [
            "background=#\(colour.joined())", "fit=\(fit)", "format=\(format.name)", "layout=\(layout.text)",
            "max-pixels=\(maxPixels)", "on-error=\(onError.rawValue)", "quality=\(quality)",
            "upscale=\(upscale)",
        ].joined(separator: " ")
    }

    /// What differs between two texts: `quality=85 (was 70)`.
    static func changes(from old: String, to new: String) -> [String] {
        func fields(_ text: String) -> [Substring: Substring] {
            Dictionary(
                text.split(separator: " ").map { field in
                    let parts = field.split(separator: "=", maxSplits: 1)
                    return (parts[0], parts.count > 1 ? parts[1] : "")
                }, uniquingKeysWith: { $1 })
        }
        let (before, now) = (fields(old), fields(new))
        return Set(before.keys).union(now.keys).sorted().compactMap { name in
            before[name] == now[name]
                ? nil : "\(name)=\(now[name] ?? "") (was \(before[name] ?? "not known"))"
        }
    }
}

extension SheetLayout {
    /// All of its settings, without spaces.
    fileprivate var text: String {
        switch self {
        case .grid(let grid):
            "grid,\(grid.measure.text),\(grid.spacing.text),columns:\(grid.columns.map { "\($0)" } ?? "auto")"
        case .neue(let neue): "neue,\(neue.measure.text),\(neue.spacing.text)"
        }
    }
}

extension SheetMeasure {
    fileprivate var text: String {
        switch self {
        case .tile(let size): "tile:\(size)"
        case .canvas(let size): "size:\(size)"
        }
    }
}

extension Spacing {
    fileprivate var text: String { "gap:\(gap),margin:\(margin)" }
}
