// Reading JSON5 (https://spec.json5.org), as people write it by hand: what is wrong is told with its line.
//
// Foundation's decoder does not say where a fault is, and of a key that is there twice it drops one value.

/// Reads one text.
struct JSON5Reader {
    private let scalars: [Unicode.Scalar]
    private var place = 0

    /// Far deeper than any settings are.
    private static let deepest = 32

    /// - Throws: what is wrong with it, and on which line.
    static func value(of bytes: [UInt8]) throws(ValueError) -> SettingsValue {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ValueError("it is not valid UTF-8")
        }
        var reader = JSON5Reader(scalars: Array(text.unicodeScalars))
        let value = try reader.value(depth: 0)
        if let next = try reader.next() { throw reader.fault("“\(next)” stands behind the end") }
        return value
    }

    private init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

    /// The line ends of ECMAScript, which JSON5 has, too.
    private static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
        ["\n", "\r", "\u{2028}", "\u{2029}"].contains(scalar)
    }

    private func fault(_ what: String, at place: Int? = nil) -> ValueError {
        let before = scalars[..<min(place ?? self.place, scalars.count)]
        return ValueError("line \(1 + before.count { $0 == "\n" }): \(what)")
    }

    private var current: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

    /// What comes behind spaces and comments, which are passed over; nil at the end.
    private mutating func next() throws(ValueError) -> Unicode.Scalar? {
        while let scalar = current {
            if scalar.properties.isWhitespace || scalar == "\u{FEFF}" {
                place += 1
            } else if scalar == "/", scalars[place...].starts(with: "//".unicodeScalars) {
                while let skipped = current, !Self.endsLine(skipped) { place += 1 }
            } else if scalar == "/", scalars[place...].starts(with: "/*".unicodeScalars) {
                let start = place
                place += 2
                while !scalars[place...].starts(with: "*/".unicodeScalars) {
                    if current == nil { throw fault("the comment does not end", at: start) }
                    place += 1
                }
                place += 2
            } else {
                return scalar
            }
        }
        return nil
    }

    private mutating func value(depth: Int) throws(ValueError) -> SettingsValue {
        guard depth < Self.deepest else { throw fault("it is nested too deep") }
        switch try next() {
        case "{": return .table(try table(depth: depth))
        case "[": return .list(try list(depth: depth))
        case "\"", "'": return .text(try text())
        default: return try word()
        }
    }

    private mutating func table(depth: Int) throws(ValueError) -> [String: SettingsValue] {
        let start = place
        place += 1
        var values: [String: SettingsValue] = [:]
        while try next() != "}" {
            let keyPlace = place
            let key = try key(of: start)
            guard try next() == ":" else { throw fault("a colon is missing behind \"\(key)\"", at: keyPlace) }
            place += 1
            if values.updateValue(try value(depth: depth + 1), forKey: key) != nil {
                throw fault("\"\(key)\" is there twice", at: keyPlace)
            }
            try separate(until: "}", from: start)
        }
        place += 1
        return values
    }

    private mutating func list(depth: Int) throws(ValueError) -> [SettingsValue] {
        let start = place
        place += 1
        var values: [SettingsValue] = []
        while try next() != "]" {
            values.append(try value(depth: depth + 1))
            try separate(until: "]", from: start)
        }
        place += 1
        return values
    }

    /// Passes the comma that stands between values, and may stand behind the last.
    private mutating func separate(until end: Unicode.Scalar, from start: Int) throws(ValueError) {
        let behind = place
        switch try next() {
        case ",": place += 1
        case end: break
        case nil: throw fault("the “\(scalars[start])” is not closed", at: start)
        default: throw fault("a comma is missing", at: behind)
        }
    }

    private mutating func key(of table: Int) throws(ValueError) -> String {
        switch current {
        case nil: throw fault("the “{” is not closed", at: table)
        case "\"", "'": return try text()
        default: break
        }
        let start = place
        let key = bareWord()
        if key.isEmpty { throw fault("a key is missing before “\(scalars[start])”", at: start) }
        let isName = key.unicodeScalars.allSatisfy {
            $0.properties.isIDContinue || $0 == "$"
        }
        guard isName, key.first?.isNumber == false else {
            throw fault("the key \(key) needs quotes", at: start)
        }
        return key
    }

    private mutating func bareWord() -> String {
        var word = String.UnicodeScalarView()
        while let scalar = current, !scalar.properties.isWhitespace,
            !",:[]{}\"'/".unicodeScalars.contains(scalar)
        {
            word.append(scalar)
            place += 1
        }
        return String(word)
    }

    private mutating func word() throws(ValueError) -> SettingsValue {
        let start = place
        let word = bareWord()
        switch word {
        case "true": return .flag(true)
        case "false": return .flag(false)
        case "null": return .null
        case "": throw fault("a value is missing", at: start)
        default: break
        }
        guard let number = Self.number(word) else {
            throw fault("\(word) is no value; put texts in quotes", at: start)
        }
        return .number(number)
    }

    /// A number as the command line would have it; nil for what is none, and for those without an end.
    private static func number(_ word: String) -> String? {
        let isNegative = word.hasPrefix("-")
        let digits = isNegative || word.hasPrefix("+") ? word.dropFirst() : word[...]
        if digits.lowercased().hasPrefix("0x"), digits.allSatisfy({ $0.isLetter || $0.isNumber }) {
            return Int(digits.dropFirst(2), radix: 16).map { String(isNegative ? -$0 : $0) }
        }
        if let whole = Int(word) { return String(whole) }
        guard let first = digits.first, first.isNumber || first == ".", let number = Double(word),
            number.isFinite
        else { return nil }
        return Int(exactly: number).map(String.init) ?? String(number)
    }

    private mutating func text() throws(ValueError) -> String {
        let start = place
        let quote = current
        place += 1
        var text = String.UnicodeScalarView()
        while let scalar = current, scalar != "\n", scalar != "\r" {
            place += 1
            if scalar == quote { return String(text) }
            if scalar == "\\" {
                if let escaped = try escaped() { text.append(escaped) }
            } else {
                text.append(scalar)
            }
        }
        throw fault("the text does not end in its line", at: start)
    }

    /// What a backslash and the signs behind it stand for; nil for one at a line's end, by which the text goes on.
    private mutating func escaped() throws(ValueError) -> Unicode.Scalar? {
        guard let scalar = current else { return nil }
        place += 1
        switch scalar {
        case "\n", "\u{2028}", "\u{2029}": return nil
        case "\r":
            if current == "\n" { place += 1 }
            return nil
        case "b": return "\u{8}"
        case "f": return "\u{C}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "v": return "\u{B}"
        case "0": return "\0"
        case "x": return Unicode.Scalar(try hexadecimal(2))
        case "u":
            let unit = try hexadecimal(4)
            guard UTF16.isLeadSurrogate(UInt16(unit)) else {
                guard let scalar = Unicode.Scalar(unit) else { throw fault("\\u is half of a sign") }
                return scalar
            }
            guard scalars[place...].starts(with: "\\u".unicodeScalars) else {
                throw fault("\\u is half of a sign")
            }
            place += 2
            let trail = try hexadecimal(4)
            guard UTF16.isTrailSurrogate(UInt16(trail)) else { throw fault("\\u is half of a sign") }
            return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (trail - 0xDC00))
        default: return scalar
        }
    }

    private mutating func hexadecimal(_ count: Int) throws(ValueError) -> UInt32 {
        var digits = String.UnicodeScalarView()
        digits.append(contentsOf: scalars[place...].prefix(count))
        guard digits.count == count, digits.allSatisfy(\.properties.isASCIIHexDigit),
            let value = UInt32(String(digits), radix: 16)
        else { throw fault("\(count) hexadecimal digits are missing") }
        place += count
        return value
    }
}
