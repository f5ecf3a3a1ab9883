// Where a report goes, and in which form.
import FoundationEssentials
import Glibc

/// Forms of a report.
enum ReportFormat: String, CaseIterable {
    case table, json, markdown
}

/// Options of `run` and `check` for what they show.
struct ReportOptions {
    static let all = [
        OptionDefinition("format", "NAME", "table, json or markdown (table)"),
        OptionDefinition("output", "FILE", "write it there instead of to standard output"),
        OptionDefinition("summary", "FILE", "append it as Markdown there, too, as for $GITHUB_STEP_SUMMARY"),
    ]

    let format: ReportFormat
    private let output: String?
    private let summary: String?

    init(_ parsed: ParsedOptions) throws(UsageError) {
        let name = parsed.text("format") ?? ReportFormat.table.rawValue
        guard let format = ReportFormat(rawValue: name) else {
            let names = ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError("--format is one of \(names), not “\(name)”")
        }
        self.format = format
        output = parsed.text("output")
        summary = parsed.text("summary")
        // To be known before anything is measured, not after it.
        for path in [output, summary].compactMap({ $0 }) {
            let parent = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
            guard access(parent, W_OK) == 0 else { throw UsageError("nothing can be written to \(path)") }
        }
    }

    /// Writes a report to where it was asked for.
    func write(table: () -> [String], markdown: () -> String, record: some Encodable) throws {
        let data =
            switch format {
            case .table: Data((table().joined(separator: "\n") + "\n").utf8)
            case .markdown: Data(markdown().utf8)
            case .json: try RecordFile.encoded(record) + Data("\n".utf8)
            }
        if let output {
            try write(data, to: output)
        } else {
            print(String(decoding: data, as: UTF8.self), terminator: "")
        }
        if let summary { try write(markdown().utf8, to: summary, O_APPEND) }
    }

    /// Replaces a file at once; into anything else, as `/dev/null` or a pipe, it is written.
    private func write(_ data: Data, to path: String) throws {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else {
            return try data.write(to: URL(filePath: path), options: .atomic)
        }
        try write(data, to: path, O_TRUNC)
    }

    private func write(_ bytes: some Sequence<UInt8>, to path: String, _ mode: Int32) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | mode, 0o644)
        guard descriptor >= 0 else { throw UsageError("nothing can be written to \(path)") }
        defer { close(descriptor) }
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { throw UsageError("\(path) can't be written to its end") }
            rest = rest.dropFirst(max(0, count))
        }
    }
}
