// A value in a file of settings.

/// A value of JSON; numbers are kept as text, since an option understands its value itself.
public enum SettingsValue: Hashable, Sendable {
    case null
    case flag(Bool)
    case number(String)
    case text(String)
    case list([SettingsValue])
    case table([String: SettingsValue])

    /// The value, or those of a list where there may be several, as the command line would have them.
    public func optionValues(isList: Bool) throws(ValueError) -> [OptionValue] {
        switch self {
        case .number(let text), .text(let text):
            if text.utf8.contains(0) { throw ValueError("a zero byte can't be in it") }
            return [OptionValue(path: RawPath(text))]
        case .list(let values) where isList:
            var all: [OptionValue] = []
            for value in values { all += try value.optionValues(isList: false) }
            return all
        default:
            throw ValueError("\(kind) is not \(isList ? "a list of texts" : "a text or a number")")
        }
    }

    /// What it is, in a sentence.
    public var kind: String {
        switch self {
        case .null: "null"
        case .flag(let isOn): "\(isOn)"
        case .number(let text): text
        case .text(let text): "“\(text)”"
        case .list: "a list"
        case .table: "an object"
        }
    }
}

extension SettingsValue: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .flag(let isOn): try container.encode(isOn)
        case .number(let text):
            if let number = Int(text) {
                try container.encode(number)
            } else if let number = Double(text) {
                try container.encode(number)
            } else {
                try container.encode(text)
            }
        case .text(let text): try container.encode(text)
        case .list(let values): try container.encode(values)
        case .table(let values): try container.encode(values)
        }
    }
}
