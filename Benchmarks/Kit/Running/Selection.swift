// Which benchmarks of a suite are meant.

/// A choice by name.
struct Selection: Hashable, Sendable {
    static let options = [
        OptionDefinition("filter", "REGEX", "only benchmarks whose name it matches"),
        OptionDefinition("skip", "REGEX", "not those whose name it matches"),
    ]

    private let filter: String?
    private let skip: String?

    init(_ parsed: ParsedOptions) throws(UsageError) {
        // To be known before anything runs.
        _ = try parsed.regex("filter")
        _ = try parsed.regex("skip")
        filter = parsed.text("filter")
        skip = parsed.text("skip")
    }

    var isEverything: Bool { filter == nil && skip == nil }

    /// - Throws: where nothing is left: a gate that looks at nothing would pass for ever.
    func choose(_ suite: HostedSuite) throws(UsageError) -> [HostedSuite.Member] {
        let chosen = suite.members.filter { includes($0.description.name) }
        guard !chosen.isEmpty else { throw UsageError("no benchmark matches") }
        return chosen
    }

    func includes(_ name: String) -> Bool {
        (filter.map { matches(name, $0) } ?? true) && !(skip.map { matches(name, $0) } ?? false)
    }

    private func matches(_ name: String, _ pattern: String) -> Bool {
        (try? Regex(pattern)).map { name.contains($0) } ?? false
    }
}
