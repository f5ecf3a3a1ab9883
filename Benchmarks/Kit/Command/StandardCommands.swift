// The subcommands that every tool has.

/// Makes the subcommands of a tool.
struct StandardCommands {
    let tool: BenchmarkTool

    var all: [ToolCommand] {
        [
            list, RunCommand.command(tool), CheckCommand.command(tool), BaselineCommand.command(tool),
            CompareCommand.command(tool), ExportCommand.command(tool), ProfileCommand.command(tool),
            SelfTestCommand.command(tool), DoctorCommand.command(tool),
        ]
    }

    private var list: ToolCommand {
        ToolCommand(
            "list", "names what can be measured", options: Selection.options,
            body: { parsed in
                let members = try Selection(parsed).choose(HostedSuite(.current))
                let rows = members.map(\.description).map {
                    ($0.name, $0.explanation + ($0.obstacle.map { " (not here: \($0))" } ?? ""))
                }
                HelpText.columns(rows).forEach { print($0) }
            })
    }
}
