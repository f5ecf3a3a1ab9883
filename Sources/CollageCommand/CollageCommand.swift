// From arguments to a run: which command it is, and what it exits with.

import Collage
import Glibc

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
            Console().error(error.message)
            return ExitStatus.usage.rawValue
        }
    }

    private static func run(_ arguments: [RawPath]) throws(UsageError) -> Int32 {
        switch arguments.first?.utf8 {
        case "doctor":
            guard arguments.count == 1 else { throw UsageError("doctor takes no arguments") }
            return Doctor.run().rawValue
        case "help":
            print(try Help.topic(arguments.dropFirst().first?.utf8))
            return 0
        case "check", "watch", "plan", "merge", "layouts":
            throw UsageError(
                "`\(arguments[0])` is not in this version; a folder of that name is ./\(arguments[0])")
        case "render": return try render(arguments.dropFirst())
        default: return try render(arguments[...])
        }
    }

    private static func render(_ arguments: ArraySlice<RawPath>) throws(UsageError) -> Int32 {
        let options = try RenderOptions(parsing: arguments)
        if options.wantsHelp {
            print(Help.overview)
            return 0
        }
        if options.wantsVersion {
            print("collage \(Version.text)")
            return 0
        }
        return CollageRun.render(try options.settings()).rawValue
    }
}

/// Standard input, output and error as they must be before anything is opened.
enum StandardDescriptors {
    /// Opens those that are closed on `/dev/null`, so that no photo ever gets their numbers; a reader that
    /// has gone is an error of write(2), not a signal.
    static func prepare() {
        for number: Int32 in 0...2 where fcntl(number, F_GETFD) < 0 {
            _ = open("/dev/null", number == 0 ? O_RDONLY : O_WRONLY)
        }
        signal(SIGPIPE, SIG_IGN)
    }
}
