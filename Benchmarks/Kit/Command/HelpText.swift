// The help, made from the definitions of subcommands and options.

enum HelpText {
    /// Two columns, the left one as wide as its widest cell.
    static func columns(_ rows: [(left: String, right: String)]) -> [String] {
        let width = rows.map(\.left.count).max() ?? 0
        return rows.map {
            $0.left + String(repeating: " ", count: width - $0.left.count + 2) + $0.right
        }
    }
}

extension ToolCommand {
    private var usage: String {
        ([name] + words + (options.isEmpty ? [] : ["[OPTIONS]"])).joined(separator: " ")
    }

    var row: (left: String, right: String) { ("  \(([name] + words).joined(separator: " "))", explanation) }

    func help(tool: String) -> String {
        let rows = options.map { ("  --\($0.name)" + ($0.value.map { " \($0)" } ?? ""), $0.help) }
        return (["\(tool) \(usage)", "\(explanation)", ""] + HelpText.columns(rows)).joined(separator: "\n")
    }
}

extension BenchmarkTool {
    var help: String {
        """
        \(name) measures, and says what became slower.

        \(HelpText.columns(allCommands.map(\.row)).joined(separator: "\n"))

        `\(name) COMMAND --help` lists the options of a command.
        Exit: 0 passed, also where something is faster or new; 3 slower; 5 no baseline to compare with;
        7 something could not be measured; 64 wrong options; 70 anything else;
        4 faster and 6 inconclusive only with the options that ask for them.
        """
    }
}
