// `profile`: where a benchmark's instructions go, and in which functions that changed.

struct ProfileCommand {
    static func command(_ tool: BenchmarkTool) -> ToolCommand {
        ToolCommand(
            "profile", "instructions by function, by callgrind; with a base, those that changed",
            words: ["NAME"],
            options: [
                OptionDefinition("base-binary", "PATH", "show what changed since this executable"),
                OptionDefinition("iterations", "N", "iterations that are counted together (1)"),
                OptionDefinition("top", "N", "functions that are shown (25)"),
            ] + CommonOptions.measuring(tool).filter { !["filter", "skip"].contains($0.name) },
            verdict: { parsed in try ProfileCommand(tool: tool, parsed: parsed).run() })
    }

    let tool: BenchmarkTool
    let parsed: ParsedOptions

    func run() throws -> ExitStatus {
        guard let name = parsed.words.first else { throw UsageError("profile needs the name of a benchmark") }
        let iterations = try parsed.integer("iterations", in: 1...1_000_000, default: 1)
        let top = try parsed.integer("top", in: 1...10_000, default: 25)
        let head = try HostedSuite(.current)
        try CommonOptions.refuseDebug(head, parsed)
        guard let member = head.member(name) else { throw UsageError("there is no benchmark “\(name)”") }
        if let obstacle = member.description.obstacle {
            throw UsageError("\(name) can't run here: \(obstacle)")
        }
        let base = try parsed.text("base-binary").map { path in
            guard let base = try HostedSuite(BenchmarkHost(path: path)).member(name) else {
                throw UsageError("there is no benchmark “\(name)” in \(path)")
            }
            return base
        }
        let sampler = Sampler(
            results: try CommonOptions.results(parsed),
            inputs: try CommonOptions.inputs(parsed, for: [member], of: tool),
            seed: try CommonOptions.seed(parsed))
        let now = try Callgrind.profile(member, sampler, iterations: iterations)
        let before = try base.map { try Callgrind.profile($0, sampler, iterations: iterations) }
        ProfileTable(base: before, head: now, top: top).lines.forEach { print($0) }
        return .success
    }
}

/// Functions by what they cost, or by how much that changed.
struct ProfileTable {
    let base: CallgrindOutput?
    let head: CallgrindOutput
    let top: Int

    var lines: [String] {
        base.map(comparison) ?? alone
    }

    private var alone: [String] {
        var table = TextTable(heading: ["function", "instructions", "share"])
        let sorted = head.functions.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        for (name, count) in sorted.prefix(top) {
            table.append([Self.short(name), "\(count)", share(count)])
        }
        return table.lines + ["", "\(head.total) instructions in \(head.functions.count) functions"]
    }

    private func comparison(_ base: CallgrindOutput) -> [String] {
        let names = Set(base.functions.keys).union(head.functions.keys)
        let changes = names.map { name in
            (name: name, before: base.functions[name] ?? 0, now: head.functions[name] ?? 0)
        }.filter { $0.before != $0.now }.sorted {
            let (one, other) = (($0.now - $0.before).magnitude, ($1.now - $1.before).magnitude)
            return one != other ? one > other : $0.name < $1.name
        }
        var table = TextTable(heading: ["function that changed", "base", "head", "difference", "of all"])
        for change in changes.prefix(top) {
            let difference = change.now - change.before
            table.append([
                Self.short(change.name), "\(change.before)", "\(change.now)",
                (difference > 0 ? "+" : "") + "\(difference)", share(difference),
            ])
        }
        let total = NumberText.change(Double(head.total - base.total) / Double(max(1, base.total)))
        let summary =
            "\(base.total) instructions became \(head.total), \(total); \(changes.count) functions changed"
        return (changes.isEmpty ? [] : table.lines + [""]) + [summary]
    }

    /// Its middle left out where it is long: specialised generic functions have names of a page.
    private static func short(_ symbol: String) -> String {
        let (name, limit) = (Demangling.name(symbol), 100)
        return name.count <= limit ? name : name.prefix(limit / 2) + " … " + name.suffix(limit / 2 - 3)
    }

    private func share(_ count: Int) -> String {
        NumberText.fixed(Double(count) / Double(max(1, base?.total ?? head.total)) * 100, digits: 1) + " %"
    }
}
