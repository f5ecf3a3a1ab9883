// The settings of one collage, from the run's and the folder's, as values.

import Layout
import Testing

@testable import Collage

@Suite struct CollageSettingsTests {
    private func folder(_ values: [String: SettingsValue]) throws -> FolderSettings {
        try FolderSettings(values)
    }

    @Test func aFolderChangesWhatItSaysAndNothingElse() throws {
        var defaults = CollageDefaults()
        defaults.choice.limit = 9
        defaults.choice.isReversed = true
        defaults.measure = .canvas(PixelSize(width: 9, height: 9))
        let own = try defaults.settings(
            for: folder(["title": .text("T"), "layout": .text("neue"), "sort": .text("date")]))
        #expect(own.title == "T")
        #expect(own.layout == .neue(NeueLayout(measure: defaults.measure, spacing: Spacing())))
        #expect(own.choice.sort == .date)
        #expect(own.choice.limit == 9)
        #expect(own.choice.isReversed)
        #expect(defaults.settings().title == nil)
    }

    @Test func whatIsFixedStays() throws {
        var defaults = CollageDefaults()
        defaults.fixed = [.layout, .limit, .sort]
        let own = try folder(["layout": .text("neue"), "limit": .number("1"), "sort": .text("date")])
        #expect(defaults.settings(for: own) == defaults.settings())
    }

    @Test func theFitIsTheLayoutsOwnUnlessItIsSaid() throws {
        var defaults = CollageDefaults()
        let neue = try folder(["layout": .text("neue")])
        #expect(defaults.settings().fit == .contain)
        #expect(defaults.settings(for: neue).fit == .cover)
        defaults.fit = .smart
        #expect(defaults.settings(for: neue).fit == .smart)
        defaults = CollageDefaults()
        defaults.layout = .neue
        #expect(try defaults.settings(for: folder(["layout": .text("grid")])).fit == .contain)
    }

    @Test func columnsAreOfGridsAlone() throws {
        var defaults = CollageDefaults()
        defaults.columns = 3
        defaults.layout = .neue
        #expect(
            try defaults.settings(for: folder(["layout": .text("grid")])).layout
                == .grid(GridLayout(columns: 3)))
    }

    @Test func aCollageOfSeveralRootsHasTheRunsSettings() {
        func found(_ root: RawPath, _ title: String) -> Found {
            var collage = FoundCollage(
                source: .folder(path: root, name: root), folder: "", photos: [], skipped: [])
            collage.settings.title = title
            return .collage(collage)
        }
        func title(_ all: [Found]) -> String? {
            all.merged(settings: CollageSettings(title: "run")).lazy
                .compactMap { if case .collage(let collage) = $0 { collage.settings.title } else { nil } }
                .first
        }
        #expect(title([found("a", "A"), found("b", "B")]) == "run")
        #expect(title([found("a", "A"), found("a", "A")]) == "A")
    }
}
