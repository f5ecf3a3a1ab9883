// `export`: a run's record in the formats of other tools.
import FoundationEssentials

/// What can be exported to.
enum ExportFormat: String, CaseIterable {
    case benchstat, github, markdown, json
}

struct ExportCommand {
    static func command(_ tool: BenchmarkTool) -> ToolCommand {
        ToolCommand(
            "export",
            "writes a record of `run` (benchmark-results/run.json) as benchstat, github, markdown or json",
            words: ["FORMAT", "[RUN]"],
            options: [
                OptionDefinition("output", "FILE", "write it there instead of to standard output"),
                OptionDefinition(
                    "direction", "WHICH",
                    "github: what is better, smaller (times, counts) or bigger (throughput)"),
                OptionDefinition("smaller", "FILE", "github: write what is better when smaller there"),
                OptionDefinition("bigger", "FILE", "github: write what is better when bigger there"),
            ],
            verdict: { parsed in try ExportCommand(parsed: parsed).run() })
    }

    let parsed: ParsedOptions

    func run() throws -> ExitStatus {
        guard let word = parsed.words.first, let format = ExportFormat(rawValue: word) else {
            let names = ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError("export needs a format, one of \(names)")
        }
        let path = parsed.words.count > 1 ? parsed.words[1] : "benchmark-results/run.json"
        let record = try RecordFile.readRun(path)
        guard !record.benchmarks.isEmpty else { throw UsageError("\(path) has no results") }
        if format == .github {
            try github(record)
            return .success
        }
        for name in ["direction", "smaller", "bigger"] where parsed.has(name) {
            throw UsageError("--\(name) is for github alone")
        }
        let data =
            switch format {
            case .benchstat: Data(GoBenchmarkText(record).text.utf8)
            case .markdown: Data(Markdown.run(record).utf8)
            case .json, .github: try RecordFile.encoded(record) + Data("\n".utf8)
            }
        try write(data)
        return .success
    }

    /// To two files, or one direction to where everything else goes.
    private func github(_ record: RunRecord) throws {
        let files = try ActionDirection.allCases.map { direction throws(UsageError) in
            (direction: direction, file: try OutputFile(direction.rawValue, parsed))
        }
        let isOne = parsed.has("direction")
        guard isOne != files.contains(where: { $0.file != nil }), isOne || !parsed.has("output") else {
            throw UsageError("export github needs either --direction, or --smaller and --bigger")
        }
        if isOne {
            guard let direction = ActionDirection(rawValue: parsed.text("direction") ?? "") else {
                throw UsageError("--direction is smaller or bigger")
            }
            return try write(ActionBenchmarks(record).data(direction))
        }
        for (direction, file) in files { try file?.write(ActionBenchmarks(record).data(direction)) }
    }

    private func write(_ data: Data) throws {
        if let file = try OutputFile("output", parsed) {
            try file.write(data)
        } else {
            print(String(decoding: data, as: UTF8.self), terminator: "")
        }
    }
}
