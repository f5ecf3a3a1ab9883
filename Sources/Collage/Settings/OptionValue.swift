// An option's value as it was written, on the command line or in a file, and the ways to understand it.

/// What is wrong with a value: goes behind the option's name.
public struct ValueError: Error, Hashable, CustomStringConvertible {
    public var message: String
    public var description: String { message }

    public init(_ message: String) { self.message = message }
}

/// The value of an option.
public struct OptionValue: Hashable, Sendable {
    public var path: RawPath

    public init(path: RawPath) { self.path = path }

    public func text() throws(ValueError) -> String {
        guard let text = path.utf8 else { throw ValueError("“\(path)” is not valid UTF-8") }
        return text
    }

    /// A whole number in a range.
    public func integer(in range: ClosedRange<Int>) throws(ValueError) -> Int {
        guard let number = Int(try text()), range.contains(number) else {
            let wanted =
                range.upperBound == Int.max
                ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
            throw ValueError("“\(path)” is not a whole number \(wanted)")
        }
        return number
    }

    /// One of a few words.
    public func choice<Choice: RawRepresentable & CaseIterable>(
        _: Choice.Type = Choice.self
    ) throws(ValueError) -> Choice where Choice.RawValue == String {
        try choice(from: Choice.allCases.map { (name: $0.rawValue, value: $0) })
    }

    public func choice<Value>(from choices: [(name: String, value: Value)]) throws(ValueError) -> Value {
        let text = try text()
        if let match = choices.first(where: { $0.name == text }) { return match.value }
        let names = choices.map(\.name)
        let nearest = Nearest.of(text, among: names).map { "; did you mean \($0)?" } ?? ""
        throw ValueError("“\(path)” is none of \(names.joined(separator: ", "))\(nearest)")
    }
}
