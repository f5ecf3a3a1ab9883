// JSON5 as values, and what is said of what is none.

import Testing

@testable import Collage

@Suite struct JSON5ReaderTests {
    private func value(_ text: String) throws -> SettingsValue {
        try JSON5Reader.value(of: Array(text.utf8))
    }

    @Test(arguments: [
        ("true", SettingsValue.flag(true)), ("false", .flag(false)), ("null", .null),
        (" [ ] ", .list([])), ("{}", .table([:])), ("[1,2,]", .list([.number("1"), .number("2")])),
        ("\u{FEFF}{}", .table([:])), ("{}\r\n", .table([:])),
        (
            "/* a */ {a: /* b */ 1, // c\n 'b-c': [true], \"d\": {},}// e",
            .table([
                "a": .number("1"), "b-c": .list([.flag(true)]), "d": .table([:]),
            ])
        ),
        ("{$a_1: 1, ü: 2}", .table(["$a_1": .number("1"), "ü": .number("2")])),
    ])
    func valuesAreRead(_ text: String, _ value: SettingsValue) throws {
        #expect(try self.value(text) == value)
    }

    @Test(arguments: [
        ("0", "0"), ("85", "85"), ("-7", "-7"), ("+7", "7"), ("30.0", "30"), ("0.5", "0.5"), (".5", "0.5"),
        ("5.", "5"), ("1e3", "1000"), ("1.5E-1", "0.15"), ("0x10", "16"), ("-0xF", "-15"),
        ("9223372036854775807", "9223372036854775807"),
    ])
    func numbersAreAsTheCommandLineHasThem(_ text: String, _ number: String) throws {
        #expect(try value(text) == .number(number))
    }

    @Test(arguments: [
        (#""a'b""#, "a'b"), (#"'a"b'"#, "a\"b"),
        (#""\"\\\/\b\f\n\r\t\v\0\q""#, "\"\\/\u{8}\u{C}\n\r\t\u{B}\0q"),
        (#""\x41\u00fc\ud83d\ude00""#, "Aü😀"), ("'a\\\nb\\\r\nc'", "abc"),
        ("'// no /* comment'", "// no /* comment"),
    ])
    func textsAreRead(_ json: String, _ text: String) throws {
        #expect(try value(json) == .text(text))
    }

    @Test(arguments: [
        ("", "line 1: a value is missing"),
        ("{a: 1\n b: 2}", "line 1: a comma is missing"),
        ("{\n a: 1,\n b 2}", "line 3: a colon is missing behind \"b\""),
        ("{\n a: }", "line 2: a value is missing"),
        ("{\n on-error: 'skip'}", "line 2: the key on-error needs quotes"),
        ("{1a: 1}", "line 1: the key 1a needs quotes"),
        ("{,}", "line 1: a key is missing before “,”"),
        ("{\n a: 1,\n a: 2}", "line 3: \"a\" is there twice"),
        ("{\n a: web}", "line 2: web is no value; put texts in quotes"),
        ("[\nInfinity]", "line 2: Infinity is no value; put texts in quotes"),
        ("[NaN]", "line 1: NaN is no value; put texts in quotes"),
        ("[0x-1]", "line 1: 0x-1 is no value; put texts in quotes"),
        ("[1.2.3]", "line 1: 1.2.3 is no value; put texts in quotes"),
        ("[\n'a\n']", "line 2: the text does not end in its line"),
        ("\n[1", "line 2: the “[” is not closed"),
        ("\n{a: 1,\n", "line 2: the “{” is not closed"),
        ("\n/* a\n", "line 2: the comment does not end"),
        ("{}\n{}", "line 2: “{” stands behind the end"),
        (#"'\ud83d'"#, "line 1: \\u is half of a sign"),
        (#"'\ude00'"#, "line 1: \\u is half of a sign"),
        (#"'\ud83d\u0041'"#, "line 1: \\u is half of a sign"),
        (#"'\x4'"#, "line 1: 2 hexadecimal digits are missing"),
        ("[/", "line 1: a value is missing"),
        (String(repeating: "[", count: 1000), "line 1: it is nested too deep"),
    ])
    func faultsAreToldWithTheirLine(_ text: String, _ fault: String) {
        #expect(throws: ValueError(fault)) { try value(text) }
    }

    @Test func whatIsNotUTF8IsRefused() {
        #expect(throws: ValueError("it is not valid UTF-8")) {
            try JSON5Reader.value(of: [0x22, 0xFF, 0x22])
        }
    }

    /// Each cut of a text is a fault that is told, and no trap.
    @Test func everyCutIsAFault() {
        let text = Array(
            #"{a: [1, 0x1F, 'b\x41\ud83d\ude00\n'], /* c */ "d": {e: true}} // f"#.unicodeScalars)
        let end = text.lastIndex(of: "}")!
        for count in 0...end {
            var cut = String.UnicodeScalarView()
            cut.append(contentsOf: text[..<count])
            #expect(throws: ValueError.self) { try value(String(cut)) }
        }
    }
}
