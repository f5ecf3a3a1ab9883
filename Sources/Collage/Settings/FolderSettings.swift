// A folder's own settings, `.collage.json`.

/// What a folder says of its own collage.
public struct FolderSettings: Hashable, Sendable {
    /// What it may say; the cases are the file's keys.
    public enum Key: String, Sendable, CaseIterable { case title, layout, exclude, limit, sort }

    var title: String?
    var layout: LayoutName?
    /// On the folder's own entries, relative to it.
    var exclude = ExcludePatterns()
    var limit: Int?
    var sort: SortKey?

    init() {}

    /// - Throws: what is wrong with a key or its value.
    init(_ values: [String: SettingsValue]) throws(ValueError) {
        // In a fixed order, so that of several faults the same one is told.
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            guard let key = Key(rawValue: name) else {
                throw ValueError(SettingsFile.unknown(name, among: Key.allCases.map(\.rawValue)))
            }
            do throws(ValueError) { try set(key, value) } catch {
                throw ValueError("\"\(name)\": \(error)")
            }
        }
    }

    private mutating func set(_ key: Key, _ value: SettingsValue) throws(ValueError) {
        let values = try value.optionValues(isList: key == .exclude)
        switch key {
        case .title: title = try values[0].text()
        case .layout: layout = try values[0].choice()
        case .exclude:
            var patterns: [String] = []
            for value in values { patterns.append(try value.text()) }
            exclude = ExcludePatterns(patterns)
        case .limit: limit = try values[0].integer(in: 1...Int.max)
        case .sort: sort = try values[0].choice()
        }
    }
}

extension FolderSettings {
    static let fileName: RawPath = ".collage.json"
    private static let sizeLimit = 64 << 10

    /// Reads the folder's file, which is there; blocks.
    static func read(in folder: RawPath) throws(CollageFault) -> FolderSettings {
        let path = folder.appending(fileName)
        do throws(ValueError) {
            return try FolderSettings(SettingsFile.read(path, limit: sizeLimit))
        } catch {
            // Anybody's who may put photos there: nothing of it is to steer a terminal, or to fill a mail.
            let why = RawPath(error.message.prefix(200)).description
            throw CollageFault(reason: .badSettings, message: "\(path): \(why)")
        }
    }
}
