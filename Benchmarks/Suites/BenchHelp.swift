// The help, and the list of what can be measured.

enum BenchHelp {
    static var text: String {
        """
        collage-bench makes sample photos, and measures `collage` beside other commands on the same photos.

        collage-bench photos DIR [OPTIONS]        writes synthetic photos, the same for the same options
        \(table(PhotosCommand.options))

        collage-bench run --photos DIR [OPTIONS]  runs all in turn, and prints a table
        \(table(RunCommand.options))

        collage-bench list                        names what `run` measures

        Times are of whole commands with all processes that they start. Ratios are of medians and, in
        brackets, the median of the rounds' ratios: where the two differ, the machine was restless.
        Exit: 0; 7 if a measured command failed; 64 for wrong options; 70 for anything else.
        """
    }

    /// A line for each benchmark.
    static var benchmarks: [String] {
        columns(WholeCommand.allCases.map { ($0.rawValue, $0.explanation) })
    }

    private static func table(_ options: [OptionDefinition]) -> String {
        columns(options.map { ("  --\($0.name)" + ($0.value.map { " \($0)" } ?? ""), $0.help) })
            .joined(separator: "\n")
    }

    private static func columns(_ rows: [(left: String, right: String)]) -> [String] {
        let width = rows.map(\.left.count).max() ?? 0
        return rows.map {
            $0.left + String(repeating: " ", count: width - $0.left.count + 2) + $0.right
        }
    }
}
