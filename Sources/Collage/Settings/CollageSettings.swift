// The settings that may differ from collage to collage.

import Layout

/// What `--layout` chooses from.
public enum LayoutName: String, Sendable, CaseIterable { case grid, neue }

/// The settings of one collage: what the run says, and what its folder does.
struct CollageSettings: Hashable, Sendable {
    var layout = SheetLayout.grid(GridLayout())
    var fit = Fit.contain
    var choice = PhotoChoice()
    var title: String?
}

/// From what the run says, and a folder, to the settings of a collage.
public struct CollageDefaults: Hashable, Sendable {
    public var layout = LayoutName.grid
    public var measure = SheetMeasure.tile(GridLayout.preferredTile)
    public var spacing = Spacing()
    /// Of a grid; nil: as many as make it about square.
    public var columns: Int?
    /// Nil: the layout's own.
    public var fit: Fit?
    public var choice = PhotoChoice()
    /// What no folder may change, since the command line says it.
    public var fixed: Set<FolderSettings.Key> = []

    public init() {}

    func settings(for folder: FolderSettings = FolderSettings()) -> CollageSettings {
        func own<Value>(_ key: FolderSettings.Key, _ value: Value?) -> Value? {
            fixed.contains(key) ? nil : value
        }
        let name = own(.layout, folder.layout) ?? layout
        var settings = CollageSettings(layout: sheetLayout(name), choice: choice, title: folder.title)
        settings.fit = fit ?? (name == .neue ? .cover : .contain)
        settings.choice.limit = own(.limit, folder.limit) ?? choice.limit
        settings.choice.sort = own(.sort, folder.sort) ?? choice.sort
        return settings
    }

    private func sheetLayout(_ name: LayoutName) -> SheetLayout {
        switch name {
        case .grid: .grid(GridLayout(measure: measure, spacing: spacing, columns: columns))
        case .neue: .neue(NeueLayout(measure: measure, spacing: spacing))
        }
    }
}
