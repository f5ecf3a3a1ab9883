// The fields of a journal's line: separated by tabs, escaped where they must be, and closed with a check sum.

import Wire

/// Builds a line.
struct JournalLineWriter {
    private var bytes: [UInt8] = []

    init(_ kind: JournalLineKind) {
        bytes.append(kind.rawValue)
    }

    mutating func write(_ field: [UInt8]) {
        bytes.append(JournalText.tab)
        bytes += JournalText.escaped(field)
    }

    mutating func write(_ path: RawPath) { write(path.bytes) }
    mutating func write(_ text: String) { write(Array(text.utf8)) }
    mutating func write(_ number: Int) { write(String(number)) }
    mutating func write(_ number: Int?) { write(number.map { String($0) } ?? "") }
    mutating func write(_ digest: Digest?) { write(hex: digest.map { [$0.high, $0.low] } ?? []) }

    /// Sixteen digits a number.
    mutating func write(hex numbers: [UInt64]) {
        bytes.append(JournalText.tab)
        for number in numbers { JournalText.append(hex: number, to: &bytes) }
    }

    /// The whole line, with its check sum and its end.
    func finished() -> [UInt8] {
        var line = bytes
        line.append(JournalText.tab)
        JournalText.append(hex: ShortDigest.of(bytes), to: &line)
        line.append(JournalText.newline)
        return line
    }
}

/// Takes a line apart that is known to be whole.
struct JournalLineReader {
    private var rest: ArraySlice<UInt8>
    private var isAtEnd = false

    /// - Parameter fields: the line behind its kind and first tab, without check sum.
    init(fields: ArraySlice<UInt8>) {
        rest = fields
    }

    mutating func field() throws(JournalText.Unreadable) -> [UInt8] {
        if isAtEnd { throw JournalText.Unreadable() }
        let end = rest.firstIndex(of: JournalText.tab)
        let field = rest[..<(end ?? rest.endIndex)]
        isAtEnd = end == nil
        rest = end.map { rest[($0 + 1)...] } ?? []
        return field.contains(JournalText.backslash) ? JournalText.unescaped(field) : Array(field)
    }

    var hasMore: Bool { !isAtEnd }

    mutating func path() throws(JournalText.Unreadable) -> RawPath { RawPath(bytes: try field()) }
    mutating func text() throws(JournalText.Unreadable) -> String {
        String(decoding: try field(), as: UTF8.self)
    }
    mutating func number() throws(JournalText.Unreadable) -> Int {
        guard let number = Int(try text()) else { throw JournalText.Unreadable() }
        return number
    }
    mutating func optionalNumber() throws(JournalText.Unreadable) -> Int? { Int(try text()) }
    mutating func digest() throws(JournalText.Unreadable) -> Digest? {
        let numbers = try hex()
        return numbers.count == 2 ? Digest(high: numbers[0], low: numbers[1]) : nil
    }
    mutating func hex() throws(JournalText.Unreadable) -> [UInt64] {
        let digits = try field()
        guard digits.count.isMultiple(of: 16) else { throw JournalText.Unreadable() }
        var numbers: [UInt64] = []
        numbers.reserveCapacity(digits.count / 16)
        for start in stride(from: 0, to: digits.count, by: 16) {
            guard let number = JournalText.number(hex: digits[start..<start + 16]) else {
                throw JournalText.Unreadable()
            }
            numbers.append(number)
        }
        return numbers
    }
}

/// What a line tells of; the letter that it begins with.
enum JournalLineKind: UInt8 {
    /// An output as it was written: `OutputRecord`.
    case output = 0x6F  // o
    /// The settings that a number stands for.
    case settings = 0x73  // s
    /// An output that was removed.
    case removed = 0x72  // r
}

enum JournalText {
    struct Unreadable: Error {}

    static let tab = UInt8(ascii: "\t")
    static let newline = UInt8(ascii: "\n")
    static let backslash = UInt8(ascii: "\\")
    /// A tab and sixteen digits.
    static let checkCount = 17

    static func hex(_ number: UInt64) -> [UInt8] {
        var digits: [UInt8] = []
        append(hex: number, to: &digits)
        return digits
    }

    static func append(hex number: UInt64, to bytes: inout [UInt8]) {
        for shift in stride(from: 60, through: 0, by: -4) {
            let value = UInt8(truncatingIfNeeded: number >> UInt64(shift) & 0xF)
            bytes.append(value < 10 ? 48 + value : 87 + value)
        }
    }

    static func number(hex digits: ArraySlice<UInt8>) -> UInt64? {
        var number: UInt64 = 0
        for digit in digits {
            switch digit {
            case 48...57: number = number << 4 | UInt64(digit - 48)
            case 97...102: number = number << 4 | UInt64(digit - 87)
            default: return nil
            }
        }
        return number
    }

    /// What ends neither a field nor a line; most fields are that as they are.
    static func escaped(_ field: [UInt8]) -> [UInt8] {
        guard field.contains(where: { letter(for: $0) != nil }) else { return field }
        return field.flatMap { byte in letter(for: byte).map { [backslash, $0] } ?? [byte] }
    }

    private static func letter(for byte: UInt8) -> UInt8? {
        switch byte {
        case tab: UInt8(ascii: "t")
        case newline: UInt8(ascii: "n")
        case backslash: backslash
        default: nil
        }
    }

    static func unescaped(_ field: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = field
        while let byte = rest.popFirst() {
            guard byte == backslash, let letter = rest.popFirst() else {
                bytes.append(byte)
                continue
            }
            switch letter {
            case UInt8(ascii: "t"): bytes.append(tab)
            case UInt8(ascii: "n"): bytes.append(newline)
            default: bytes.append(letter)
            }
        }
        return bytes
    }
}
