// A strict reader of Go's benchmark text.
//
// By https://go.dev/design/14313-benchmark-format and golang.org/x/perf at 680867cdb5ff (benchfmt/reader.go,
// benchfmt/units.go, benchunit/parse.go). Those readers leave out what they don't understand; this one throws.

struct FormatViolation: Error, CustomStringConvertible {
    var description: String
    init(_ description: String) { self.description = description }
}

struct GoBenchmarkReader {
    struct Result {
        var name: String
        var iterations: Int
        var values: [String: Double]
    }

    private(set) var configuration: [String: String] = [:]
    private(set) var units: [String: [String: String]] = [:]
    private(set) var results: [Result] = []

    init(_ text: String) throws(FormatViolation) {
        guard text.utf8.last == UInt8(ascii: "\n") else { throw FormatViolation("the last line has no end") }
        for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
            guard let first = line.first, first != "#" else { continue }
            let fields = line.split { $0.properties.isWhitespace }.map { String($0) }
            if fields.first?.hasPrefix("Benchmark") == true {
                try result(fields)
            } else if fields.first == "Unit" {
                try unit(fields)
            } else {
                try key(String(line))
            }
        }
        for (unit, metadata) in units where metadata["assume"] == "exact" {
            for (name, same) in Dictionary(grouping: results, by: \.name)
            where Set(same.compactMap { $0.values[unit] }).count > 1 {
                throw FormatViolation("\(name) has several \(unit), which are said to be exact")
            }
        }
    }

    private mutating func result(_ fields: [String]) throws(FormatViolation) {
        let line = fields.joined(separator: " ")
        guard fields.count >= 4, fields.count.isMultiple(of: 2) else {
            throw FormatViolation("fields: \(line)")
        }
        // What follows `Benchmark` is no lower-case letter (go doc testing), and -N is GOMAXPROCS.
        guard let next = fields[0].dropFirst("Benchmark".count).unicodeScalars.first,
            !next.properties.isLowercase, fields[0].contains(/-[1-9][0-9]*$/)
        else { throw FormatViolation("name: \(line)") }
        guard fields[0].unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw FormatViolation("control character: \(line)")
        }
        guard let iterations = Int(fields[1]), iterations > 0 else {
            throw FormatViolation("iterations: \(line)")
        }
        var values: [String: Double] = [:]
        for index in stride(from: 2, to: fields.count, by: 2) {
            guard let value = Double(fields[index]), value.isFinite else {
                throw FormatViolation("value: \(line)")
            }
            let unit = fields[index + 1]
            try tidy(unit)
            guard values.updateValue(value, forKey: unit) == nil else {
                throw FormatViolation("twice: \(line)")
            }
        }
        results.append(Result(name: fields[0], iterations: iterations, values: values))
    }

    /// `ns` and `MB` above the stroke are rescaled, except for values of 0: base units leave nothing to do.
    private func tidy(_ unit: String) throws(FormatViolation) {
        let above = unit.prefix { $0 != "/" }.split { "-*".contains($0) }
        if above.contains("ns") || above.contains("MB") { throw FormatViolation("\(unit) is no base unit") }
    }

    private mutating func unit(_ fields: [String]) throws(FormatViolation) {
        let line = fields.joined(separator: " ")
        guard fields.count > 2 else { throw FormatViolation("unit without metadata: \(line)") }
        for pair in fields.dropFirst(2) {
            let sides = pair.split(separator: "=", omittingEmptySubsequences: false).map { String($0) }
            let allowed = ["better": ["higher", "lower"], "assume": ["nothing", "exact"]]
            guard sides.count == 2, allowed[sides[0]]?.contains(sides[1]) == true else {
                throw FormatViolation("metadata: \(line)")
            }
            if let before = units[fields[1]]?[sides[0]], before != sides[1] {
                throw FormatViolation("contradiction: \(line)")
            }
            units[fields[1], default: [:]][sides[0]] = sides[1]
        }
    }

    private mutating func key(_ line: String) throws(FormatViolation) {
        guard let colon = line.firstIndex(of: ":"), colon > line.startIndex else {
            throw FormatViolation("neither result nor configuration: \(line)")
        }
        let (key, rest) = (line[..<colon], line[line.index(after: colon)...])
        guard key.unicodeScalars.first!.properties.isLowercase,
            !key.unicodeScalars.contains(where: { $0.properties.isWhitespace || $0.properties.isUppercase }),
            let space = rest.first, space == " " || space == "\t"
        else { throw FormatViolation("configuration: \(line)") }
        configuration[String(key)] = String(rest.dropFirst())
    }
}
