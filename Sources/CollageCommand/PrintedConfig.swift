// `--print-config`: what all sources of options come to, as a file that `--config` reads.

import Collage
import FoundationEssentials

enum PrintedConfig {
    /// JSON with sorted keys; what depends on the machine or the photos, and was not said, is left out.
    ///
    /// - Parameter folder: what relative paths are in; they are written as absolute ones.
    /// - Throws: `UsageError` for what JSON can't hold.
    static func text(_ layer: OptionLayer, in folder: RawPath) throws(UsageError) -> String {
        var config: [String: SettingsValue] = [:]
        for option in OptionTable.everywhere where !option.isForCommandLine {
            do throws(ValueError) {
                config[option.name] = try value(of: option, layer.values[option.name], in: folder)
            } catch {
                throw UsageError("--print-config can't write --\(option.name): \(error)")
            }
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(config) else {
            preconditionFailure("settings can't be encoded")
        }
        return String(decoding: data, as: UTF8.self)
    }

    private static func value(
        of option: OptionDefinition, _ values: [OptionValue]?, in folder: RawPath
    ) throws(ValueError) -> SettingsValue? {
        if option.kind == .flag { return .flag(values?.isEmpty == false) }
        if option.kind.isList {
            var all: [SettingsValue] = []
            for value in values ?? [] { all.append(.text(try text(value, option.kind, in: folder))) }
            return .list(all)
        }
        guard let last = values?.last else { return nil }
        let text = try text(last, option.kind, in: folder)
        return option.kind == .number ? .number(text) : .text(text)
    }

    private static func text(
        _ value: OptionValue, _ kind: OptionKind, in folder: RawPath
    ) throws(ValueError) -> String {
        let isRelative = value.path != "-" && value.path.bytes.first != UInt8(ascii: "/")
        guard kind.isPath, isRelative else { return try value.text() }
        var rest = value.path.bytes[...]
        while rest.starts(with: "./".utf8) { rest = rest.dropFirst(2) }
        return try OptionValue(path: folder.appending(RawPath(bytes: rest))).text()
    }
}
