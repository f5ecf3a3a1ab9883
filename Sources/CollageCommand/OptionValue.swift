// An option's value as it was written, and the ways to understand it.

import Collage
import Layout
import Wire

/// What is wrong with a value: goes behind the option's name.
struct ValueError: Error, CustomStringConvertible {
    var message: String
    var description: String { message }
}

/// The value of an option.
struct OptionValue {
    var path: RawPath

    func text() throws(ValueError) -> String {
        guard let text = path.utf8 else { throw ValueError(message: "“\(path)” is not valid UTF-8") }
        return text
    }

    /// A whole number in a range.
    func integer(in range: ClosedRange<Int>) throws(ValueError) -> Int {
        guard let number = Int(try text()), range.contains(number) else {
            let wanted =
                range.upperBound == Int.max
                ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
            throw ValueError(message: "“\(path)” is not a whole number \(wanted)")
        }
        return number
    }

    /// A number of seconds above zero.
    func seconds() throws(ValueError) -> Double {
        guard let number = Double(try text()), number > 0, number <= 1e9 else {
            throw ValueError(message: "“\(path)” is not a number of seconds above 0")
        }
        return number
    }

    /// A width and a height, `320x240`.
    func size() throws(ValueError) -> PixelSize {
        let sides = try text().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1],
            (1...1_000_000).contains(width), (1...1_000_000).contains(height)
        else { throw ValueError(message: "“\(path)” is not a size in pixels, as 320x240 is") }
        return PixelSize(width: width, height: height)
    }

    /// Bytes, with K, M or G behind for powers of 1024.
    func byteCount() throws(ValueError) -> Int {
        var digits = try text()[...]
        var unit = 1
        if let last = digits.last, let power = ["K": 1, "M": 2, "G": 3][last.uppercased()] {
            unit = 1 << (10 * power)
            digits = digits.dropLast()
        }
        let (bytes, isTooMuch) = (Int(digits) ?? 0).multipliedReportingOverflow(by: unit)
        guard bytes > 0, !isTooMuch else {
            throw ValueError(message: "“\(path)” is not a size in bytes, as 512M and 2G are")
        }
        return bytes
    }

    /// One of a few words.
    func choice<Choice: RawRepresentable & CaseIterable>(
        _: Choice.Type = Choice.self
    ) throws(ValueError) -> Choice where Choice.RawValue == String {
        try choice(from: Choice.allCases.map { (name: $0.rawValue, value: $0) })
    }

    func format() throws(ValueError) -> OutputFormat {
        try choice(from: OutputFormat.allCases.map { (name: $0.name, value: $0) })
    }

    /// A name of CSS, or `#rrggbb`.
    func colour() throws(ValueError) -> RGBColour {
        let text = try text().lowercased()
        if let code = CSSColours.names[text] { return RGBColour(code: code) }
        if text.first == "#", text.count == 7, let code = UInt32(text.dropFirst(), radix: 16) {
            return RGBColour(code: code)
        }
        let nearest = text.first == "#" ? nil : Nearest.of(text, among: CSSColours.names.keys.sorted())
        throw ValueError(
            message: "“\(path)” is no colour of CSS and not #rrggbb"
                + (nearest.map { "; did you mean \($0)?" } ?? ""))
    }

    private func choice<Value>(from choices: [(name: String, value: Value)]) throws(ValueError) -> Value {
        let text = try text()
        if let match = choices.first(where: { $0.name == text }) { return match.value }
        let names = choices.map(\.name)
        let nearest = Nearest.of(text, among: names).map { "; did you mean \($0)?" } ?? ""
        throw ValueError(message: "“\(path)” is none of \(names.joined(separator: ", "))\(nearest)")
    }
}

extension RGBColour {
    /// From `0xRRGGBB`.
    fileprivate init(code: UInt32) {
        self.init(
            red: UInt8(code >> 16 & 0xFF), green: UInt8(code >> 8 & 0xFF), blue: UInt8(code & 0xFF))
    }
}
