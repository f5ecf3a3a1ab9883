// What callgrind writes: instructions by function.

/// The self cost of each function in a profile.
///
/// The format is that of “Callgrind Format Specification”, valgrind manual, chapter 17: lines `fn=(id) name` begin a
/// function, `calls=` lines announce a line with the inclusive cost of a call, all other lines that begin with a
/// position are self cost.
struct CallgrindOutput: Hashable, Sendable {
    /// Instructions by function, as callgrind names it.
    private(set) var functions: [String: Int] = [:]

    var total: Int { functions.values.reduce(0, +) }

    /// - Returns: nil where the text is no profile of instructions.
    init?(_ text: some StringProtocol) {
        var names: [Substring: String] = [:]
        var objects: [Substring: String] = [:]
        var (current, object): (String?, String) = (nil, "")
        var isCall = false
        var hasInstructions = false
        for line in text.split(separator: "\n") {
            guard let first = line.first else { continue }
            if line.hasPrefix("events:") {
                hasInstructions = line.dropFirst(7).split(separator: " ").first == "Ir"
            } else if line.hasPrefix("ob=") {
                object = Self.name(line.dropFirst(3), &objects)
            } else if line.hasPrefix("fn=") {
                let name = Self.name(line.dropFirst(3), &names)
                // Addresses differ from build to build.
                current = name.hasPrefix("0x") ? "without a name, in \(Self.fileName(object))" : name
            } else if line.hasPrefix("cfn=") {
                // These, too, may give a number its name.
                _ = Self.name(line.dropFirst(4), &names)
            } else if line.hasPrefix("cob=") {
                _ = Self.name(line.dropFirst(4), &objects)
            } else if line.hasPrefix("calls=") {
                isCall = true
            } else if first.isNumber || first == "+" || first == "-" || first == "*" {
                let fields = line.split(separator: " ")
                if !isCall, let current, fields.count >= 2, let cost = Int(fields[1]) {
                    functions[current, default: 0] += cost
                }
                isCall = false
            }
        }
        guard hasInstructions else { return nil }
    }

    private static func fileName(_ path: String) -> Substring {
        path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    }

    /// `(12) name` the first time, `(12)` later, or a name alone.
    private static func name(_ text: some StringProtocol, _ names: inout [Substring: String]) -> String {
        let text = Substring(text)
        guard text.first == "(", let end = text.firstIndex(of: ")") else { return String(text) }
        let number = text[...end]
        let name = text[text.index(after: end)...].drop { $0 == " " }
        if !name.isEmpty { names[number] = String(name) }
        return names[number] ?? String(number)
    }
}
