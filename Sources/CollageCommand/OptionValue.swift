// The ways to understand a value that only options of the command have.

import Collage
import Layout
import Wire

extension OptionValue {
    /// A number of seconds above zero.
    func seconds() throws(ValueError) -> Double {
        guard let number = Double(try text()), number > 0, number <= 1e9 else {
            throw ValueError("“\(path)” is not a number of seconds above 0")
        }
        return number
    }

    /// A width and a height, `320x240`.
    func size() throws(ValueError) -> PixelSize {
        let sides = try text().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1],
            (1...1_000_000).contains(width), (1...1_000_000).contains(height)
        else { throw ValueError("“\(path)” is not a size in pixels, as 320x240 is") }
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
            throw ValueError("“\(path)” is not a size in bytes, as 512M and 2G are")
        }
        return bytes
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
            "“\(path)” is no colour of CSS and not #rrggbb"
                + (nearest.map { "; did you mean \($0)?" } ?? ""))
    }
}

extension RGBColour {
    /// From `0xRRGGBB`.
    fileprivate init(code: UInt32) {
        self.init(
            red: UInt8(code >> 16 & 0xFF), green: UInt8(code >> 8 & 0xFF), blue: UInt8(code & 0xFF))
    }
}
