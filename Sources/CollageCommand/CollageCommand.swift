// From arguments to a run: which command it is, and what it exits with.

import Collage
import Wire

enum CollageCommand {
    /// Runs the command that the arguments ask for, and gives the exit status.
    static func run() -> Int32 {
        StandardDescriptors.prepare()
        let arguments = (1..<max(1, Int(CommandLine.argc))).map {
            RawPath(cString: CommandLine.unsafeArgv[$0]!)
        }
        do throws(UsageError) {
            return try run(arguments)
        } catch {
            // The options may not be known yet; the journal's reader is not to miss what is wrong with them.
            Console(isLog: arguments.contains("--log")).error(error.message)
            return ExitStatus.usage.rawValue
        }
    }

    private static func run(_ arguments: [RawPath]) throws(UsageError) -> Int32 {
        switch arguments.first?.utf8 {
        case "doctor":
            guard arguments.count == 1 else { throw UsageError("doctor takes no arguments") }
            return Doctor.run().rawValue
        case "help":
            return show(try Help.topic(arguments.dropFirst().first?.utf8))
        case "check": return try render(arguments.dropFirst(), isCheck: true)
        case "watch", "plan", "merge", "layouts":
            throw UsageError(
                "`\(arguments[0])` is not in this version; a folder of that name is ./\(arguments[0])")
        case "render": return try render(arguments.dropFirst())
        default: return try render(arguments[...])
        }
    }

    private static func render(
        _ arguments: ArraySlice<RawPath>, isCheck: Bool = false
    ) throws(UsageError) -> Int32 {
        let given = try OptionLayer(parsing: arguments)
        let options = given.options
        if options.wantsHelp { return show(Help.overview) }
        if options.wantsVersion { return show("collage \(WireVersion.program)") }
        let effective = try given.effective()
        var settings = try effective.options.settings()
        settings.collage.fixed = given.fixed
        if isCheck { settings.mode = .check }
        if options.wantsConfig {
            return show(try PrintedConfig.text(effective, in: .workingFolder))
        }
        return CollageRun.render(settings).rawValue
    }

    private static func show(_ text: String) -> Int32 {
        (StandardDescriptors.print(text) ? ExitStatus.success : .failure).rawValue
    }
}
