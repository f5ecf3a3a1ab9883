// Arguments to options: `--name value`, `--name=value`, `--flag`, and words.

/// A wrong argument, as one line.
public struct UsageError: Error, Hashable, Sendable {
    public var message: String

    public init(_ message: String) { self.message = message }
}

/// One option of a subcommand: parser and help are made from it.
public struct OptionDefinition: Hashable, Sendable {
    public var name: String
    /// What stands for its value in the help; nil for a flag.
    public var value: String?
    public var help: String

    public init(_ name: String, _ value: String? = nil, _ help: String) {
        self.name = name
        self.value = value
        self.help = help
    }
}

/// What was given; the last of options given twice.
public struct ParsedOptions: Hashable, Sendable {
    public var words: [String] = []
    fileprivate(set) var values: [String: String] = [:]

    public func has(_ name: String) -> Bool { values[name] != nil }
    public func text(_ name: String) -> String? { values[name] }

    public func integer<Number: FixedWidthInteger>(
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

    /// A number between the bounds, without them.
    func number(_ name: String, between range: Range<Double>, default number: Double) throws(UsageError)
        -> Double
    {
        guard let text = values[name] else { return number }
        guard let number = Double(text), range.contains(number), number > range.lowerBound else {
            throw UsageError(
                "--\(name) needs a number between \(range.lowerBound) and \(range.upperBound), not “\(text)”")
        }
        return number
    }

    /// Seconds of a value like `90`, `90s`, `5m` or `2h`.
    func duration(_ name: String, default seconds: Double) throws(UsageError) -> Double {
        guard let text = values[name] else { return seconds }
        let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600]
        let unit = text.last.flatMap { units[$0] }
        guard let number = Double(unit == nil ? text : String(text.dropLast())), number > 0, number < 1e7
        else { throw UsageError("--\(name) needs a time like 90s or 5m, not “\(text)”") }
        return number * (unit ?? 1)
    }

    /// A regular expression; nil where none was given.
    func regex(_ name: String) throws(UsageError) -> Regex<AnyRegexOutput>? {
        guard let text = values[name] else { return nil }
        do {
            return try Regex(text)
        } catch {
            throw UsageError("--\(name): “\(text)” is no regular expression")
        }
    }
}

/// The parser.
public enum OptionParser {
    /// - Parameter words: how many arguments that are no options there may be.
    public static func parse(
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
                throw UsageError("unknown option \(parts[0])")
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
            throw UsageError("“\(parsed.words[words])” is too much")
        }
        return parsed
    }
}
