// A line for the system's journal: its priority, and what happened as key=value pairs.

/// How grave an event is, by the numbers of syslog(3).
enum LogPriority: Int {
    case error = 3
    case warning = 4
    case info = 6
    case debug = 7

    /// What tells the priority to who reads standard error (sd-daemon(3)).
    var prefix: String { "<\(rawValue)>" }
}

/// One event.
struct LogLine {
    var priority: LogPriority
    var event: String
    private var fields: [(key: String, value: String)] = []

    init(_ priority: LogPriority, _ event: String) {
        self.priority = priority
        self.event = event
    }

    /// The same with one more pair; nil and an empty value add none.
    func with(_ key: String, _ value: (some CustomStringConvertible)?) -> LogLine {
        guard let text = value?.description, !text.isEmpty else { return self }
        var line = self
        line.fields.append((key, text))
        return line
    }

    var text: String {
        priority.prefix
            + ([("event", event)] + fields).map { "\($0.0)=\(Self.quoted($0.1))" }.joined(separator: " ")
    }

    /// In quotation marks with escapes, as in JSON, where the value would not be told from what stands beside it.
    private static func quoted(_ value: String) -> String {
        let needsQuotes = value.unicodeScalars.contains {
            $0 <= " " || "\"=\\".unicodeScalars.contains($0) || isBreaking($0)
        }
        guard needsQuotes else { return value }
        let escaped = value.unicodeScalars.map { scalar -> String in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case "\n": "\\n"
            case "\t": "\\t"
            case _ where isBreaking(scalar):
                "\\u" + String(repeating: "0", count: 4 - min(4, String(scalar.value, radix: 16).count))
                    + String(scalar.value, radix: 16)
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }

    /// What ends a line, or steers a terminal.
    private static func isBreaking(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
