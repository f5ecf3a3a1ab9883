// Arguments to options, by the usual rules: `--name value`, `--name=value`, `-n value`, `-nvalue`, `--`.

import Collage

extension OptionLayer {
    /// - Throws: `UsageError` for unknown options, with the nearest known one, and for values that are wrong.
    init(parsing arguments: some Sequence<RawPath>) throws(UsageError) {
        self.init()
        let table = OptionTable.all
        var rest = Array(arguments)[...]
        while let argument = rest.popFirst() {
            let bytes = argument.bytes
            if bytes == Array("--".utf8) {
                add(rest)
                return
            } else if bytes.starts(with: "--".utf8) {
                let parts = bytes.dropFirst(2).split(
                    separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
                let name = String(decoding: parts[0], as: UTF8.self)
                let attached = parts.count > 1 ? RawPath(bytes: parts[1]) : nil
                try take(
                    Self.definition(named: name, in: table), written: "--\(name)", attached: attached, &rest)
            } else if bytes.first == UInt8(ascii: "-"), bytes.count > 1 {
                try parseShort(bytes.dropFirst(), table, &rest)
            } else {
                add([argument])
            }
        }
    }

    /// One or more flags of a letter each, the last of which may have a value.
    private mutating func parseShort(
        _ letters: ArraySlice<UInt8>, _ table: [OptionDefinition], _ rest: inout ArraySlice<RawPath>
    ) throws(UsageError) {
        var letters = letters
        while let byte = letters.popFirst() {
            let letter = Character(UnicodeScalar(byte))
            guard let definition = table.first(where: { $0.short == letter }) else {
                throw UsageError("unknown option -\(letter); see `collage --help`, and write ./-… for a file")
            }
            let hasValue = definition.value != nil
            let attached = hasValue && !letters.isEmpty ? RawPath(bytes: letters) : nil
            if hasValue { letters = [] }
            try take(definition, written: "-\(letter)", attached: attached, &rest)
        }
    }

    private mutating func take(
        _ definition: OptionDefinition, written: String, attached: RawPath?, _ rest: inout ArraySlice<RawPath>
    ) throws(UsageError) {
        var values: [OptionValue]
        switch (definition.value, attached) {
        case (let wanted?, _):
            guard let given = attached ?? rest.popFirst() else {
                throw UsageError("\(written) needs a value, \(wanted)")
            }
            values = [OptionValue(path: given)]
        case (nil, nil), (nil, "true"): values = [.on]
        case (nil, "false"): values = []
        case (nil, _): throw UsageError("\(written) takes no value but true and false")
        }
        do { try set(definition, to: values) } catch {
            throw UsageError("\(written): \(error)")
        }
    }

    private static func definition(
        named name: String, in table: [OptionDefinition]
    ) throws(UsageError) -> OptionDefinition {
        if let definition = table.first(where: { $0.name == name }) { return definition }
        let nearest = Nearest.of(name, among: table.map(\.name)).map { "; did you mean --\($0)?" }
        throw UsageError("unknown option --\(name)\(nearest ?? "; see `collage --help`")")
    }
}
