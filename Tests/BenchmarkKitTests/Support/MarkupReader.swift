// A strict reader of pages: every tag closed in its order, every attribute quoted, nothing unescaped.
//
// Stricter than HTML (https://html.spec.whatwg.org, 13.1.2), whose readers mend what is broken: by the rules of XML,
// but for the first line, and the style sheet.

import Foundation

struct MarkupReader {
    struct Element {
        var name: String
        var attributes: [String: String]
        /// With entities replaced; of it and of what is in it.
        var text = ""
    }

    private(set) var elements: [Element] = []

    func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }
    func all(class kind: String) -> [Element] {
        elements.filter { ($0.attributes["class"] ?? "").split(separator: " ").contains { $0 == kind } }
    }

    init(_ page: String) throws(FormatViolation) {
        let doctype = "<!DOCTYPE html>\n"
        guard page.hasPrefix(doctype) else { throw FormatViolation("no document type") }
        for scalar in page.unicodeScalars where scalar.properties.generalCategory == .control {
            guard scalar == "\n" || scalar == "\t" else {
                throw FormatViolation("control character \(scalar.value)")
            }
        }
        var rest = Substring(page.dropFirst(doctype.count))
        var open: [Int] = []
        while let character = rest.first {
            if character == "<" {
                guard let end = rest.firstIndex(of: ">") else { throw FormatViolation("a tag without end") }
                let tag = rest[rest.index(after: rest.startIndex)..<end]
                rest = rest[rest.index(after: end)...]
                try take(tag, &open)
                if tag == "style" {
                    guard let end = rest.range(of: "</style>")?.lowerBound else {
                        throw FormatViolation("no end")
                    }
                    rest = rest[end...]
                }
            } else {
                let text = rest.prefix { $0 != "<" }
                guard !text.contains(">") else { throw FormatViolation("unescaped: \(text.prefix(80))") }
                let plain = try Self.unescaped(text)
                if open.isEmpty, !plain.allSatisfy(\.isNewline) {
                    throw FormatViolation("text outside: \(text)")
                }
                for element in open { elements[element].text += plain }
                rest = rest[text.endIndex...]
            }
        }
        guard open.isEmpty else { throw FormatViolation("\(elements[open.last!].name) is not closed") }
    }

    private mutating func take(_ tag: Substring, _ open: inout [Int]) throws(FormatViolation) {
        if tag.first == "/" {
            guard let last = open.popLast(), elements[last].name == tag.dropFirst() else {
                throw FormatViolation("<\(tag)> closes nothing that is open")
            }
            return
        }
        guard let match = tag.wholeMatch(of: /([a-z0-9]+)((?: [a-zA-Z0-9-]+="[^"<]*")*)(\/?)/) else {
            throw FormatViolation("no tag: <\(tag.prefix(200))>")
        }
        var attributes: [String: String] = [:]
        for attribute in match.2.matches(of: /\ ([a-zA-Z0-9-]+)="([^"]*)"/) {
            guard attributes.updateValue(try Self.unescaped(attribute.2), forKey: String(attribute.1)) == nil
            else {
                throw FormatViolation("\(attribute.1) twice in <\(tag)>")
            }
        }
        elements.append(Element(name: String(match.1), attributes: attributes))
        if match.3.isEmpty { open.append(elements.count - 1) }
    }

    private static func unescaped(_ text: Substring) throws(FormatViolation) -> String {
        var plain = ""
        for (index, part) in text.split(separator: "&", omittingEmptySubsequences: false).enumerated() {
            guard index > 0 else {
                plain += part
                continue
            }
            let entities = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "#39": "'"]
            let sides = part.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2, let meant = entities[String(sides[0])] else {
                throw FormatViolation("unescaped: &\(part.prefix(80))")
            }
            plain += meant + sides[1]
        }
        return plain
    }
}
