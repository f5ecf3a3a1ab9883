// `--config`: a file with options, and presets of them.

import Collage
import Wire

/// A file of settings, each key and value of which is right.
struct ConfigFile {
    private let path: RawPath
    private var base = OptionLayer()
    private var preset: String?
    private var presets: [String: OptionLayer] = [:]

    /// Far more than anybody writes.
    private static let sizeLimit = 1 << 20

    /// - Throws: `UsageError` with the file, and the key.
    init(_ path: RawPath) throws(UsageError) {
        let values: [String: SettingsValue]
        do throws(ValueError) { values = try SettingsFile.read(path, limit: Self.sizeLimit) } catch {
            throw UsageError("--config (\(path)): \(error); see `collage help config`")
        }
        try self.init(values, path: path)
    }

    /// - Parameter path: what paths in the file are relative to is its folder.
    init(_ values: [String: SettingsValue], path: RawPath) throws(UsageError) {
        self.path = path
        var rest = values
        let preset = rest.removeValue(forKey: "preset")
        let presets = rest.removeValue(forKey: "presets")
        base = try layer(rest, place: "", others: ["preset", "presets"])
        switch preset {
        case .text(let name)?: self.preset = name
        case nil: break
        case let other?: throw UsageError("\"preset\" in (\(path)): \(other.kind) is not a text")
        }
        switch presets {
        case .table(let all)?:
            for (name, value) in all.sorted(by: { $0.key < $1.key }) {
                let place = " of preset \"\(name)\""
                guard case .table(let options) = value else {
                    throw UsageError("\"\(name)\" of presets in (\(path)): \(value.kind) is not an object")
                }
                self.presets[name] = try layer(options, place: place, others: [])
            }
        case nil: break
        case let other?: throw UsageError("\"presets\" in (\(path)): \(other.kind) is not an object")
        }
    }

    /// The file's options, under those of a preset.
    ///
    /// - Parameter chosen: what the command line says; else the file's own choice counts.
    func layer(preset chosen: String?) throws(UsageError) -> OptionLayer {
        guard let name = chosen ?? preset else { return base }
        guard let layer = presets[name] else {
            let known = presets.keys.sorted()
            let nearest = Nearest.of(name, among: known).map { "did you mean “\($0)”?" }
            let others = known.isEmpty ? "it has none" : "there are \(known.joined(separator: ", "))"
            throw UsageError("there is no preset “\(name)” in (\(path)); \(nearest ?? others)")
        }
        return layer.over(base)
    }

    private func layer(
        _ values: [String: SettingsValue], place: String, others: [String]
    ) throws(UsageError) -> OptionLayer {
        var layer = OptionLayer()
        // In a fixed order, so that of several faults the same one is told.
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            guard let option = OptionTable.everywhere.first(where: { $0.name == key }) else {
                let known = OptionTable.everywhere.filter { !$0.isForCommandLine }.map(\.name) + others
                throw UsageError(SettingsFile.unknown(key, in: "\(place) in (\(path))", among: known))
            }
            do { try layer.set(option, to: given(value, for: option)) } catch {
                throw UsageError("\"\(key)\"\(place) in (\(path)): \(error)")
            }
        }
        do throws(UsageError) { try layer.check() } catch {
            throw UsageError("options\(place) in (\(path)): \(error.message)")
        }
        return layer
    }

    private func given(_ value: SettingsValue, for option: OptionDefinition) throws(ValueError)
        -> [OptionValue]
    {
        if option.isForCommandLine { throw ValueError("it is for the command line only; take it out") }
        guard option.kind == .flag else {
            let values = try value.optionValues(isList: option.kind.isList)
            return option.kind.isPath ? values.map { OptionValue(path: located($0.path)) } : values
        }
        guard case .flag(let isOn) = value else { throw ValueError("\(value.kind) is not true or false") }
        return isOn ? [.on] : []
    }

    private func located(_ path: RawPath) -> RawPath {
        let isFixed = path == "-" || path.isEmpty || path.bytes.first == UInt8(ascii: "/")
        return isFixed ? path : self.path.parent.appending(path)
    }
}
