// A strict reader of what github-action-benchmark takes from `customSmallerIsBetter` and `customBiggerIsBetter`.
//
// By benchmark-action/github-action-benchmark at 04dcc2c41a0a: src/extract.ts takes the five fields of each entry of
// an array that is not empty; extractRangeInfo.js finds `±` or `+-` before a number that ends the text; write.js finds
// the entry of another commit by its name, divides by its value, and puts names between backticks into cells of a
// table. The action itself checks none of it.
import Foundation

struct ActionBenchmarkReader {
    struct Entry: Hashable {
        var name: String
        var value: Double
        var unit: String
        /// The number behind `±`.
        var range: Double?
    }

    let entries: [Entry]

    init(_ data: Data) throws {
        guard let array = try JSONSerialization.jsonObject(with: data) as? [[String: Any]] else {
            throw FormatViolation("no array of objects")
        }
        guard !array.isEmpty else { throw FormatViolation("No benchmark result was found") }
        entries = try array.map { object in
            guard Set(object.keys).isSubset(of: ["name", "value", "unit", "range", "extra"]) else {
                throw FormatViolation("fields that are dropped: \(object.keys)")
            }
            guard let name = object["name"] as? String, let value = object["value"] as? Double,
                let unit = object["unit"] as? String, value.isFinite, value >= 0, !unit.isEmpty,
                object["extra"] is String?
            else { throw FormatViolation("types of \(object)") }
            for text in [name, unit, object["range"] as? String ?? ""]
            where text.contains(where: { "|`".contains($0) || $0.isNewline }) {
                throw FormatViolation("“\(text)” breaks the table of a comment")
            }
            return Entry(name: name, value: value, unit: unit, range: try Self.range(object["range"]))
        }
        guard Set(entries.map(\.name)).count == entries.count else { throw FormatViolation("a name twice") }
    }

    private static func range(_ value: Any?) throws -> Double? {
        guard let value else { return nil }
        guard let text = value as? String, let match = text.firstMatch(of: /(\+-|±)\s*(\d.*)/),
            let number = Double(match.2)
        else { throw FormatViolation("range: \(value)") }
        return number
    }
}
