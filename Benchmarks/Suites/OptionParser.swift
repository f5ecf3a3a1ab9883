// Arguments to options: `--name value`, `--name=value`, `--flag`, and words.

/// A wrong argument, as one line.
struct UsageError: Error {
    var message: String

    init(_ message: String) { self.message = message }
}

/// One option of a subcommand: parser and help are made from it.
struct OptionDefinition {
    var name: String
    /// What stands for its value in the help; nil for a flag.
    var value: String?
    var help: String
}

/// What was given; the last of options given twice.
struct ParsedOptions {
    var words: [String] = []
    fileprivate var values: [String: String] = [:]

    func has(_ name: String) -> Bool { values[name] != nil }
    func text(_ name: String) -> String? { values[name] }

    func integer<Number: FixedWidthInteger>(
        _ name: String, in range: ClosedRange<Number>, default number: Number
    ) throws(UsageError) -> Number {
        guard let text = values[name] else { return number }
        guard let number = Number(text), range.contains(number) else {
            let bounds =
                range.upperBound == Number.max
                ? "from \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
            throw UsageError("--\(name) needs a whole number \(bounds), not “\(text)”")
        }
        return number
    }
}

enum OptionParser {
    static func parse(
        _ arguments: some Sequence<String>, _ definitions: [OptionDefinition], words: Int = 0
    ) throws(UsageError) -> ParsedOptions {
        var parsed = ParsedOptions()
        var rest = Array(arguments)[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("-"), argument != "-" else {
                parsed.words.append(argument)
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let definition = definitions.first(where: { "--\($0.name)" == parts[0] }) else {
                throw UsageError("unknown option \(parts[0]); see `collage-bench --help`")
            }
            guard let value = definition.value else {
                guard parts.count == 1 else { throw UsageError("--\(definition.name) takes no value") }
                parsed.values[definition.name] = ""
                continue
            }
            guard let given = parts.count > 1 ? String(parts[1]) : rest.popFirst(), !given.isEmpty else {
                throw UsageError("--\(definition.name) needs a value, \(value)")
            }
            parsed.values[definition.name] = given
        }
        guard parsed.words.count <= words else {
            throw UsageError("“\(parsed.words[words])” is too much; see `collage-bench --help`")
        }
        return parsed
    }
}
