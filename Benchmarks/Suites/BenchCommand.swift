// From arguments to a subcommand, and what it exits with.
import BenchmarkKit
import Glibc

/// Exit statuses: never 1 or 2, which `make` and shells use themselves.
enum ExitStatus: Int32 {
    case success = 0
    /// A measured command failed or gave a wrong result.
    case commandFailed = 7
    case usage = 64
    case internalError = 70
}

enum BenchCommand {
    /// Runs what the arguments ask for, and gives the exit status.
    static func run(_ arguments: [String]) -> Int32 {
        do {
            try start(arguments)
            return ExitStatus.success.rawValue
        } catch let error as UsageError {
            return fail(error.message, .usage)
        } catch let error as BenchmarkError {
            return fail("\(error)", .commandFailed)
        } catch {
            return fail("\(error)", .internalError)
        }
    }

    private static func start(_ arguments: [String]) throws {
        guard let name = arguments.first else {
            throw UsageError("a subcommand is missing: photos, run or list; see `collage-bench --help`")
        }
        let rest = arguments.dropFirst()
        if ["--help", "-h", "help"].contains(name) || rest.contains("--help") || rest.contains("-h") {
            print(BenchHelp.text)
            return
        }
        switch name {
        case "photos": try PhotosCommand(OptionParser.parse(rest, PhotosCommand.options, words: 1)).run()
        case "run": try RunCommand(OptionParser.parse(rest, RunCommand.options)).run()
        case "list":
            _ = try OptionParser.parse(rest, [])
            BenchHelp.benchmarks.forEach { print($0) }
        default: throw UsageError("there is no subcommand “\(name)”; see `collage-bench --help`")
        }
    }

    private static func fail(_ message: String, _ status: ExitStatus) -> Int32 {
        StandardError.write("collage-bench: \(message)\n")
        return status.rawValue
    }
}

/// Standard error, unbuffered.
enum StandardError {
    static var isTerminal: Bool { isatty(2) == 1 }

    static func write(_ text: String) {
        var text = text
        text.withUTF8 { _ = Glibc.write(2, $0.baseAddress, $0.count) }
    }
}
